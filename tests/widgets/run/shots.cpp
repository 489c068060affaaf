#include "pagefixture.h"
#include "widgets/common/theme.h"
#include "widgets/run/runview.h"
#include <QApplication>
#include <QDir>
using namespace podium; using namespace podium::ui; using namespace podium::tests;
static QString dir;
static void settle(PageFixture &, int ms = 400) { QTest::qWait(ms); }
static void shot(PageFixture &f, const QString &name) { f.page.grab().save(dir + "/" + name + ".png"); }
static void shoot(const QString &scheme)
{
    applyColourScheme(scheme);
    {
        PageFixture f; f.page.resize(1160, 740); f.page.show(); settle(f);
        shot(f, scheme + "-0empty");
        f.page.setTargets({"pod-v4"}); f.page.setCommand("hostname");
        f.play([](int i) { auto s = FakeScript().login();
            s.out("t1v-n-4f2a-w-" + QByteArray::number(i) + "\n");
            return s.exit(0); });
        f.page.startRun(); settle(f);
        shot(f, scheme + "-1hostname8");
    }
    {
        PageFixture f; f.page.resize(1160, 740); f.page.show();
        f.page.setTargets({"pod-v4", "tpu1", "tpu2", "lab-vision/twin"});
        f.page.setCommand("cd ~/run && git pull -q\npython3 train.py --config v4.yaml");
        f.play([](int i) {
            auto s = FakeScript().login();
            s.out("\x1b[1;36mLoading\x1b[0m config \x1b[32mv4.yaml\x1b[0m\n");
            for (int k = 0; k < 30; ++k) s.out("step " + QByteArray::number(k*100) + " loss \x1b[33m" + QByteArray::number(3.2 - k*0.05,'f',3) + "\x1b[0m  grad_norm 0.97 tokens/s 184,220 learning rate 3e-4\n");
            s.out("\r 10%|█         | 1/10\r 50%|█████     | 5/10");
            if (i == 2) { s.err("Traceback (most recent call last):\n  File \"train.py\", line 12, in <module>\n\x1b[31mRuntimeError\x1b[0m: TPU already in use by process 4242\n"); return s.exit(1); }
            if (i == 4) { s.out("\nbye\n"); return s.end(ssh::Lost{{.kind=ErrorKind::Network,.summary="The connection to pod-v4:4 broke.",.detail="Connection reset by peer",.hint="Look whether the node was preempted.",.subject="pod-v4:4"}}); }
            if (i == 5) return s.end(ssh::Signalled{"KILL"});
            if (i == 6) return FakeScript().end(ssh::Refused{{.kind=ErrorKind::HostKey,.summary="The host key of pod-v4:6 is not the one it had.",.detail="The node has the same id, so it should have the same key.",.hint="If you reinstalled it, forget the old key on the SSH page.",.subject="pod-v4:6"}});
            if (i == 1) return s.hang();
            return s.exit(0); });
        f.page.startRun(); settle(f, 900); f.clock.advance(75); settle(f, 700);
        shot(f, scheme + "-2mixed");
        auto *v = f.page.currentView();
        v->showFind(); settle(f, 100);
        QTest::keyClicks(QApplication::focusWidget(), "step 5"); settle(f, 300);
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Return); settle(f,200);
        shot(f, scheme + "-3find");
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Escape); settle(f,100);
        v->setPresentation(Presentation::Single); settle(f);
        shot(f, scheme + "-4single");
        v->setPresentation(Presentation::Folded); settle(f);
        shot(f, scheme + "-5folded");
    }
    for (int n : {1, 64, 256}) {
        PageFixture f; f.page.resize(1160, 740); f.page.show();
        f.page.setTargets({n == 1 ? "tpu1" : n == 64 ? "night" : "huge"}); f.page.setCommand("for i in $(seq 20); do date; sleep 1; done");
        f.play([](int i) { auto s = FakeScript().login();
            for (int k = 0; k < 12 + i % 5; ++k) s.out("Sun Mar  1 12:00:" + QByteArray::number(10 + k) + " UTC 2026\n");
            if (i % 9 == 8) return s.exit(2);
            return i % 3 ? s.exit(0) : s.hang(); });
        f.page.startRun(); settle(f, 1200);
        shot(f, scheme + QString("-6panes%1").arg(n));
        if (n == 64) { auto *v = f.page.currentView(); v->setPresentation(Presentation::Folded); settle(f); shot(f, scheme + "-7folded64");
            f.page.setTargets({"pod-v5", "tpu1", "twin"}); settle(f); shot(f, scheme + "-8wrongtarget"); }
    }
}
int main(int argc, char **argv)
{
    QApplication app(argc, argv);
    dir = argc > 1 ? argv[1] : "/tmp/shots"; QDir().mkpath(dir);
    shoot("light"); shoot("dark");
}
