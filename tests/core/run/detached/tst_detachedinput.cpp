// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/core/run/simruns.h"
#include "tests/fakes/patience.h"

using namespace podium;
using namespace podium::run;
using podium::tests::SimRuns;

/// What runs that go on without us are given: environment and stdin, on real workers.
class TestDetachedInput final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void getsItsEnvironmentAndStdin();
    void keepsNeitherBesideTheCommand();
    void leavesNothingOfWhatIsBrokenOff_data();
    void leavesNothingOfWhatIsBrokenOff();

private:
    SimRuns m_runs;
};

void TestDetachedInput::initTestCase()
{
    if (!m_runs.start(2)) {
        QSKIP(qPrintable(m_runs.workers.reason()));
    }
}

/// Also names and values that the scripts on the way could take for their own.
void TestDetachedInput::getsItsEnvironmentAndStdin()
{
    const QByteArray exported = "export base=B how=H i=I id=no m=M podium=P s=S v=V w=W";
    m_runs.runToEnd(m_runs.specOf("echo '" + exported + "' >~/.bashrc"));
    m_runs.connectAnew();
    const QString id = newDetachedId();
    RunSpec wanted = m_runs.specOf("env -0 | sort -z | grep -azE '^(TOKEN|[a-z]+|HOME|PATH)='; "
                                   "pwd; echo ---; cat; exit 6");
    const QByteArray path = "/usr/bin:/bin:/none";
    const QByteArray value = "it's \"$(touch ~/oops)\" `x` \\ \n\xc3\xa9\xff\n";
    wanted.environment = {{"TOKEN", value},  {"HOME", "/tmp"}, {"IFS", "x/"}, {"PATH", path},
                          {"SHELL", "none"}, {"d", "D"},       {"id", "I"},   {"n", ""}};
    QByteArray binary(300'000, '\0');
    for (int i = 0; i < binary.size(); ++i) {
        binary[i] = char(i * 31 / 7);
    }
    wanted.inputs = {binary, "of the other\n"};
    QCOMPARE(m_runs.runToEnd(detachedLaunch(wanted, id))->state().summary().ok, 2);
    const auto follow = m_runs.runToEnd(detachedFollow(wanted.workers, id, {{}, {}}));
    QCOMPARE(describeEnding(*follow->state().workers()[1].ending), QString("exit 6"));
    const QByteArray home =
        m_runs.runToEnd(m_runs.specOfFirst("pwd"))->output().bytes(0, ssh::OutputStream::Out);
    QByteArray expected = "HOME=/tmp|PATH=" + path + "|TOKEN=" + value +
                          "|base=B|d=D|how=H|i=I|id=I|m=M|n=|podium=P|s=S|v=V|w=W|";
    expected.replace('|', '\0');
    expected += home + "---\n";
    for (int slot : {0, 1}) {
        const QByteArray out = follow->output().bytes(slot, ssh::OutputStream::Out);
        const QByteArray whole = expected + wanted.inputOf(slot);
        QVERIFY2(out == whole, qPrintable(QString(out.left(200))));
    }
}

/// While it runs and afterwards; also not of a run that is read along from its beginning.
void TestDetachedInput::keepsNeitherBesideTheCommand()
{
    const QString id = newDetachedId();
    RunSpec wanted = m_runs.specOfFirst(
        "read -r line; echo ${#TOKEN} ${#line}; until [ -e said ]; do sleep 0.05; done");
    wanted.environment = {{"TOKEN", "hidden-value"}};
    wanted.input = "hidden-line\n";
    const auto run = m_runs.started(detachedRun(wanted, id));
    QTRY_COMPARE(run->output().bytes(0, ssh::OutputStream::Out), QByteArray("12 11\n"));
    QVERIFY(run->spec().environment.empty());
    const QByteArray search =
        "grep -rlE 'hidden-(value|line)' ~ ; "
        "grep -lzE 'hidden-valu[e]' /proc/$(cat ~/.local/state/podium/runs/" +
        id.toLatin1() +
        "/pid)/environ; "
        "grep -lzE 'hidden-(value|lin[e])' /proc/[0-9]*/cmdline 2>/dev/null; true";
    const auto seen = m_runs.runToEnd(m_runs.specOfFirst(search));
    QCOMPARE(seen->output().text(0), QString());
    QCOMPARE(m_runs.runToEnd(m_runs.specOfFirst("touch said"))->state().summary().ok, 1);
    QTRY_VERIFY(run->isFinished());
    QCOMPARE(run->state().summary().ok, 1);
}

/// On the way to the worker: by a stop, and by the death of what takes it in there.
void TestDetachedInput::leavesNothingOfWhatIsBrokenOff_data()
{
    QTest::addColumn<bool>("isKilled");
    QTest::newRow("stopped") << false;
    QTest::newRow("killed there, then ended") << true;
}
void TestDetachedInput::leavesNothingOfWhatIsBrokenOff()
{
    QFETCH(bool, isKilled);
    const QString id = newDetachedId();
    const QByteArray folder = "~/.local/state/podium/runs/" + id.toLatin1();
    RunSpec wanted = m_runs.specOfFirst("touch ~/ran-after-all");
    wanted.environment = {{"TOKEN", "hidden-value"}};
    wanted.input = "hidden-line\nand the rest";
    RunSpec launch = detachedLaunch(wanted, id);
    launch.input.chop(3);
    launch.keepsInputOpen = true;
    const auto run = m_runs.started(launch);
    const auto said = [this](const QByteArray &command) {
        return m_runs.runToEnd(m_runs.specOfFirst(command))
            ->output()
            .bytes(0, ssh::OutputStream::Out);
    };
    QTRY_COMPARE(said("grep -l hidden-line " + folder + "/input").isEmpty(), false);
    if (isKilled) {
        said("kill -KILL $(cut -d ' ' -f 1 " + folder + "/launcher)");
    } else {
        run->stop();
    }
    QTRY_VERIFY(run->isFinished());
    QCOMPARE(run->state().summary().ok, 0);
    if (isKilled) {
        const auto end = m_runs.runToEnd(detachedEnd(wanted.workers, id, false));
        QCOMPARE(end->output().text(0), QString("podium gone"));
    }
    QTRY_COMPARE(said("grep -rl hidden " + folder + "; ls ~/ran*"), QByteArray());
    QTRY_COMPARE(said("ls -d " + folder).isEmpty(), !isKilled);
}

QTEST_GUILESS_MAIN(TestDetachedInput)
#include "tst_detachedinput.moc"
