// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/core/ssh/session/keptshellrig.h"
#include "tests/fakes/patience.h"

#include <QProcess>
#include <QtTest>

using namespace podium;
using namespace podium::ssh;
using namespace std::chrono_literals;

using State = CommandChannel::State;

/// A shell that stays: what of its output belongs to which text.
class TestKeptShell final : public QObject
{
    Q_OBJECT

private slots:
    void anAnswerStandsBetweenItsMarks();
    void aTextIsSentOnce();
    void noTextCanEndItself();
    void whatNobodyAskedForSpoilsIt_data();
    void whatNobodyAskedForSpoilsIt();
    void anEndWithoutAnEndIsNone();
    void whoLeavesItInTheMiddleEndsIt();
    void itServesItsOwnCommandForItsTime();
    void aTextIsSentWhenTheShellBeginsWithIt();
    void aShellThatHadEndedDeniesTheNext();
    void aShellThatEndsTakesItsTextAlong();
    void realShellsDoIt_data();
    void realShellsDoIt();
};

/// However the bytes are cut.
void TestKeptShell::anAnswerStandsBetweenItsMarks()
{
    KeptShellRig rig;
    rig.worker.channel->be(State::Running);
    const auto running = rig.run("look");
    QCOMPARE(rig.worker.command, QByteArray("sh -s"));
    const QByteArray out =
        "Welcome!\n" + rig.mark() + " begins\nfact 1\nfact 2" + rig.mark() + " ends 3\n";
    for (const char byte : out) {
        rig.worker.channel->say(QByteArray(1, byte));
    }
    QCOMPARE(running->step(), State::Running); // stderr is not over
    const QByteArray err = "oops\n" + rig.mark() + " ends\n";
    for (const char byte : err) {
        rig.worker.channel->say(QByteArray(1, byte), OutputStream::Err);
    }
    QCOMPARE(running->step(), State::Closed);
    QCOMPARE(running->ending(), std::optional<Ending>(Exited{3}));
    QVERIFY(!running->isCutOff());
    QCOMPARE(rig.out, QByteArray("fact 1\nfact 2"));
    QCOMPARE(rig.err, QByteArray("oops\n"));
}

void TestKeptShell::aTextIsSentOnce()
{
    KeptShellRig rig;
    rig.worker.channel->be(State::Running);
    QByteArrayList marks;
    for (const QByteArray text : {"first", "second", "first"}) {
        const auto running = rig.run(text);
        const QByteArray got = rig.worker.channel->got;
        QCOMPARE(got.contains("\n" + text + "\n"), marks.size() < 2);
        QVERIFY(got.contains(text == "first" ? "podium_run podium_text_0 " : "podium_text_1 "));
        QCOMPARE(got.contains(KeptShell::prelude()), marks.isEmpty());
        marks << rig.mark();
        rig.begin();
        rig.end();
        QCOMPARE(running->step(), State::Closed);
    }
    QVERIFY(rig.shell.step());
    QCOMPARE(QSet<QByteArray>(marks.begin(), marks.end()).size(), 3);
    QCOMPARE(marks[0].size(), 32);
}

/// It would have to know its own number.
void TestKeptShell::noTextCanEndItself()
{
    KeptShellRig rig;
    rig.worker.channel->be(State::Running);
    const auto first = rig.run("look");
    const QByteArray earlier = rig.mark();
    rig.begin();
    rig.end();
    QCOMPARE(first->step(), State::Closed);
    const auto second = rig.run("look");
    rig.begin();
    const QByteArray forged = earlier + " begins\n" + earlier + " ends 0\n" + rig.mark().left(31);
    rig.worker.channel->say(forged);
    QCOMPARE(rig.out, forged.left(forged.size() - 31)); // the rest may be the mark
    rig.worker.channel->say(earlier + " ends\n", OutputStream::Err);
    QCOMPARE(second->step(), State::Running);
    rig.end(1);
    QCOMPARE(second->step(), State::Closed);
    QCOMPARE(rig.out, forged);
    QCOMPARE(rig.err, earlier + " ends\n");
}

void TestKeptShell::whatNobodyAskedForSpoilsIt_data()
{
    QTest::addColumn<int>("stream");
    QTest::addColumn<bool>("isLater");
    QTest::newRow("with the end") << int(OutputStream::Out) << false;
    QTest::newRow("with the end, stderr") << int(OutputStream::Err) << false;
    QTest::newRow("later") << int(OutputStream::Out) << true;
    QTest::newRow("later, stderr") << int(OutputStream::Err) << true;
}

void TestKeptShell::whatNobodyAskedForSpoilsIt()
{
    QFETCH(int, stream);
    QFETCH(bool, isLater);
    KeptShellRig rig;
    rig.worker.channel->be(State::Running);
    auto running = rig.run("look");
    rig.begin();
    rig.end();
    QCOMPARE(running->step(), State::Closed);
    if (isLater) {
        running.reset();
        QVERIFY(rig.shell.step());
    }
    rig.worker.channel->say("left behind", OutputStream(stream));
    running.reset();
    QVERIFY(!rig.shell.step());
    QVERIFY(!rig.shell.serves("sh -s", KeptShell::Clock::now()));
    QCOMPARE(rig.out, QByteArray());
}

/// Without its line's end it is no status, and nothing of what comes instead is kept.
void TestKeptShell::anEndWithoutAnEndIsNone()
{
    KeptShellRig rig;
    rig.worker.channel->be(State::Running);
    auto running = rig.run("look");
    rig.begin();
    rig.worker.channel->say(rig.mark() + " ends\n", OutputStream::Err);
    rig.worker.channel->say(rig.mark() + " ends ");
    for (int i = 0; i < 100; ++i) {
        rig.worker.channel->say("0");
    }
    rig.worker.channel->say("\n"); // beyond what is looked at
    QCOMPARE(running->step(), State::Running);
    QCOMPARE(rig.out, QByteArray());
    running.reset();
    QVERIFY(!rig.shell.step());
}

void TestKeptShell::whoLeavesItInTheMiddleEndsIt()
{
    KeptShellRig rig;
    rig.worker.channel->be(State::Running);
    auto running = rig.run("look");
    rig.begin();
    QCOMPARE(running->step(), State::Running);
    QVERIFY(rig.shell.step()); // it is at work
    QVERIFY(!rig.shell.serves("sh -s", KeptShell::Clock::now()));
    running.reset();
    QVERIFY(!rig.shell.step());
}

void TestKeptShell::itServesItsOwnCommandForItsTime()
{
    FakeConnection worker;
    const auto now = KeptShell::Clock::now();
    const KeptShell shell(worker, "sh -s", now);
    QVERIFY(shell.serves("sh -s", now + KeptShell::LongestLife - 1s));
    QVERIFY(!shell.serves("sh -s", now + KeptShell::LongestLife));
    QVERIFY(!shell.serves("sudo sh -s", now));
}

/// A connection that waited may have died in silence: then a reused shell has not begun.
void TestKeptShell::aTextIsSentWhenTheShellBeginsWithIt()
{
    KeptShellRig rig;
    const auto first = rig.run("look");
    QVERIFY(!first->isSent());
    QCOMPARE(first->state(), State::Opening);
    rig.worker.channel->be(State::Running);
    QCOMPARE(first->step(), State::Requesting);
    QVERIFY(first->isSent()); // its shell was started for it
    rig.begin();
    rig.end();
    QCOMPARE(first->step(), State::Closed);
    const auto second = rig.run("look");
    QVERIFY(!second->isSent());
    QCOMPARE(second->state(), State::Requesting);
    rig.begin();
    QCOMPARE(second->step(), State::Running);
    QVERIFY(second->isSent());
}

void TestKeptShell::aShellThatHadEndedDeniesTheNext()
{
    KeptShellRig rig;
    rig.worker.channel->be(State::Running);
    const auto first = rig.run("look");
    rig.begin();
    rig.end();
    QCOMPARE(first->step(), State::Closed);
    const auto second = rig.run("look");
    rig.worker.channel->end({}, QStringLiteral("KILL"), true);
    QCOMPARE(second->step(), State::OpenDenied);
    QVERIFY(second->isDenied());
    QVERIFY(!second->isSent());
}

void TestKeptShell::aShellThatEndsTakesItsTextAlong()
{
    {
        KeptShellRig rig; // one that never was a shell
        rig.worker.channel->be(State::Running);
        auto running = rig.run("look");
        rig.worker.channel->say("This account is not available.\n", OutputStream::Err);
        rig.worker.channel->end(1, {}, true);
        QCOMPARE(running->step(), State::Closed);
        QCOMPARE(running->ending(), std::optional<Ending>(Exited{1}));
        QCOMPARE(rig.err, QByteArray("This account is not available.\n"));
        running.reset();
        QVERIFY(!rig.shell.step());
    }
    {
        KeptShellRig rig;
        rig.worker.channel->be(State::Running);
        const auto running = rig.run("look");
        rig.begin();
        rig.worker.channel->say("half");
        rig.worker.channel->end({}, QStringLiteral("KILL"), true);
        QCOMPARE(running->step(), State::Closed);
        QCOMPARE(running->ending(), std::optional<Ending>(Signalled{QStringLiteral("KILL")}));
        QCOMPARE(rig.out, QByteArray("half"));
    }
    {
        KeptShellRig rig;
        rig.worker.channel->be(State::Running);
        const auto running = rig.run("look");
        rig.begin();
        rig.worker.channel->end({}, {}, false);
        QCOMPARE(running->step(), State::Closed);
        QVERIFY(running->isCutOff());
    }
    {
        KeptShellRig rig;
        const auto running = rig.run("look");
        rig.worker.channel->be(State::OpenDenied);
        QCOMPARE(running->step(), State::OpenDenied);
    }
}

void TestKeptShell::realShellsDoIt_data()
{
    QTest::addColumn<QStringList>("shell");
    QTest::newRow("dash") << QStringList{QStringLiteral("dash")};
    QTest::newRow("bash") << QStringList{QStringLiteral("bash")};
    QTest::newRow("bash as sh") << QStringList{QStringLiteral("bash"), QStringLiteral("--posix")};
    QTest::newRow("busybox") << QStringList{QStringLiteral("busybox"), QStringLiteral("sh")};
}

/// A text has its status, no stdin, and nothing of what another one has set.
void TestKeptShell::realShellsDoIt()
{
    QFETCH(QStringList, shell);
    QProcess process;
    const QString program = shell.takeFirst();
    process.start(program, shell << QStringLiteral("-s") << QStringLiteral("name"));
    QVERIFY(process.waitForStarted(Patience));
    process.write(KeptShell::prelude());
    const QByteArrayList texts{
        "x=1; cd /; set -u; exec 3>&1 1>&2; echo said >&3; echo stray; exit 3",
        "echo \"${x-unset}\" $(pwd); cat; echo $#", "kill -TERM $(sh -c 'echo $PPID'); sleep 1000",
        "false"};
    const QByteArrayList answers{
        "said\n"
        "0 ends 3\n",
        "unset " + QDir::currentPath().toLocal8Bit() + "\n0\n1 ends 0\n", "2 ends 143\n",
        "3 ends 1\n"};
    const QByteArrayList complaints{"stray\n0 ends\n", "1 ends\n", "2 ends\n", "3 ends\n"};
    for (int again = 0; again < 2; ++again) {
        for (int i = 0; i < texts.size(); ++i) {
            process.write(again == 0 ? KeptShell::definition(i, texts[i]) : QByteArray());
            process.write(KeptShell::order(i, QByteArray::number(i)));
            const QByteArray expected = QByteArray::number(i) + " begins\n" + answers[i];
            QByteArray out;
            QByteArray err;
            QTRY_VERIFY(
                (out += process.readAllStandardOutput()).endsWith(answers[i]) &&
                (err += process.readAllStandardError()).endsWith(complaints[i]));
            QCOMPARE(out, expected);
            QCOMPARE(err.right(complaints[i].size()), complaints[i]);
        }
    }
    process.closeWriteChannel();
    QVERIFY(process.waitForFinished(Patience));
    QCOMPARE(process.exitStatus(), QProcess::NormalExit);
}

QTEST_GUILESS_MAIN(TestKeptShell)
#include "tst_keptshell.moc"
