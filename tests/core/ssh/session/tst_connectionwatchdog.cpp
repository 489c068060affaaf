// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/ssh/session/connectionwatchdog.h"
#include "tests/core/ssh/opensshrig.h"
#include "tests/core/ssh/relaytest.h"
#include "tests/fakes/patience.h"

#include <csignal>

using namespace podium;
using namespace podium::ssh;
using namespace podium::ssh::test;
using namespace std::chrono_literals;

namespace {

/// So long that nothing but the end of the connection makes it strike; with a number of each test's
/// own.
constexpr std::chrono::seconds Long = 700000s;
/// So short that it is waited for, and longer than this machine keeps a sign of life from coming.
constexpr std::chrono::seconds Short = 6s;

} // namespace

Q_DECLARE_METATYPE(podium::ssh::Unguarded::Why)

/// Commands that are to end when their worker does not hear of us any more.
class TestConnectionWatchdog final : public RelayTest
{
    Q_OBJECT

private:
    /// What waits on the worker for a sign of life: by the sshd of this test, for the same tests
    /// run beside it in another build.
    [[nodiscard]] bool isGuardWaiting(std::chrono::seconds limit) const
    {
        return !processesWith(
                    ' ' + QByteArray::number(qint64(limit.count())) + " head -c 1",
                    ' ' + QByteArray::number(m_sshd->port()) + '\0')
                    .isEmpty();
    }
    template <typename Rig>
    typename Rig::Started startGuarded(
        Rig &rig, const QByteArray &command, const Endpoint &endpoint, std::chrono::seconds limit)
    {
        auto request = Rig::request(endpoint, "echo $$; " + command);
        request.lossLimit = limit;
        request.keepsInputOpen = true;
        const auto started = rig.startWithPid(request);
        // The first sign of life comes at once: between it and the next it does not wait.
        bool hasWaited = false;
        [&] { QTRY_VERIFY(hasWaited = hasWaited || isGuardWaiting(limit)); }();
        return started;
    }
    template <typename Rig>
    void endsWithUs(Rig &rig, std::chrono::seconds limit)
    {
        const auto [command, id, group] =
            startGuarded(rig, "sleep 1000 | sleep 1001", m_sshd->endpoint(), limit);
        QVERIFY(group > 1 && isGroupAlive(group));
        QVERIFY(!rig.recorder[id].unguarded);
        rig.transport.reset(); // as where the program is killed
        QTRY_VERIFY(!isGroupAlive(group));
        QTRY_VERIFY(!isGuardWaiting(limit));
    }
    template <typename Rig>
    void isLeft(Rig &rig, std::chrono::seconds limit)
    {
        const auto [command, id, group] =
            startGuarded(rig, "exec sleep 1000", m_sshd->endpoint(), limit);
        QVERIFY(group > 1);
        command.leaveRunning();
        rig.transport.reset();
        QTRY_VERIFY(!isGuardWaiting(limit));
        QVERIFY(isGroupAlive(group));
        ::kill(-group, SIGKILL);
    }
    template <typename Rig>
    void sayWhoIsUnguarded(Rig &rig, const LocalSshd &sshd)
    {
        QFETCH(QByteArray, command);
        QFETCH(Unguarded::Why, why);
        QFile::remove(m_programs.filePath("alone"));
        Relay relay(sshd.port());
        Endpoint endpoint = sshd.endpoint();
        endpoint.port = relay.port();
        auto request = Rig::request(endpoint, command);
        request.lossLimit = Long;
        const CommandId id = rig.transport->start(request).id();
        QTRY_VERIFY(rig.recorder[id].out.endsWith("on\n"));
        QTRY_VERIFY(rig.recorder[id].unguarded);
        QCOMPARE(*rig.recorder[id].unguarded, why);
        const int group = rig.recorder[id].out.split('\n').first().toInt();
        QVERIFY(group > 1 && isGroupAlive(group));
        relay.breakAll(true);
        QTRY_VERIFY(rig.recorder.hasEnded(id));
        const Error error = rig.recorder.template ending<Lost>(id).error;
        QVERIFY2(error.hint.contains("may still be running"), qPrintable(error.text()));
        QVERIFY(::kill(-group, SIGKILL) == 0);
    }

    /// Has a `timeout`, which a guard tries before it looks for its command, that waits until what
    /// it is to guard has been left alone by its shell.
    QTemporaryDir m_programs;

private slots:
    void initTestCase()
    {
        const QByteArray path = m_programs.path().toLocal8Bit();
        ::chmod(path.constData(), 0777);
        writeAll(
            m_programs.filePath("timeout"),
            "#!/bin/sh\nPATH=/usr/bin:/bin\nuntil [ -e " + path +
                "/alone ]; do sleep 0.1; done\nexec timeout \"$@\"\n",
            0755);
    }

    void scriptHasNothingThatAShellCouldMistake()
    {
        const QByteArray script = ConnectionWatchdog::script();
        QCOMPARE(script.count('\''), 2);
        QVERIFY(!script.contains('\\') && !script.contains('!') && !script.contains('\n'));
        QCOMPARE(runProgram("sh", {"-n", "-c", script}), QByteArray());
    }

    /// Without an sshd above it, it knows no command, whoever else's is beside it.
    void scriptOfALostConnectionHitsNobody()
    {
        QProcess job;
        job.start("setsid", {"sleep", "1000"});
        QVERIFY(job.waitForStarted(Patience));
        const int group = int(job.processId());
        QTRY_VERIFY(isGroupAlive(group));
        QProcess script;
        script.start("sh", {"-c", ConnectionWatchdog::script()});
        script.write("1\n");
        script.closeWriteChannel();
        QVERIFY(script.waitForFinished(Patience));
        QCOMPARE(script.readAllStandardOutput(), QByteArray("podium finds no command\n"));
        QVERIFY(isGroupAlive(group));
        job.kill();
        QVERIFY(job.waitForFinished(Patience));
    }

    void endsWhenWeGo() { endsWithUs(*m_rig, Long + 1s); }
    void endsWhenWeGoByOpenssh()
    {
        OpensshRig rig;
        endsWithUs(rig, Long + 2s);
    }
    void isLeftWhereThatIsWished() { isLeft(*m_rig, Long + 3s); }
    void isLeftWhereThatIsWishedByOpenssh()
    {
        OpensshRig rig;
        isLeft(rig, Long + 4s);
    }

    void endsWhenTheConnectionBreaks()
    {
        const auto [command, id, group] =
            startGuarded(*m_rig, "read -r line; echo heard; sleep 1000", throughRelay(), Long + 5s);
        // What is answered now comes here after the word that the command is watched.
        QVERIFY(command.write("\n"));
        QTRY_VERIFY(m_rig->recorder[id].out.endsWith("heard\n"));
        m_relay->breakAll(true);
        QTRY_VERIFY(m_rig->recorder.hasEnded(id));
        const Error error = m_rig->recorder.ending<Lost>(id).error;
        QVERIFY2(error.hint.contains("is ended there"), qPrintable(error.text()));
        QVERIFY(group > 1);
        QTRY_VERIFY(!isGroupAlive(group));
    }

    /// Nothing breaks: what we say does not come there any more.
    void endsWhenWeAreNotHeard()
    {
        const auto [command, id, group] =
            startGuarded(*m_rig, "exec sleep 1000", throughRelay(), Short);
        m_relay->loseWords();
        QVERIFY(group > 1);
        QTRY_VERIFY(!isGroupAlive(group));
        QTRY_VERIFY(m_rig->recorder.hasEnded(id));
        const Error error = m_rig->recorder.ending<Lost>(id).error;
        QVERIFY2(error.summary.contains("did not hear"), qPrintable(error.text()));
    }

    /// As where this machine sleeps: it hears of it when it wakes.
    void saysSoAfterASleep()
    {
        const auto [command, id, group] = startGuarded(
            *m_rig, "trap 'echo tidy; exit 0' TERM; while :; do sleep 0.1; done", throughRelay(),
            Short);
        m_relay->freeze();
        QVERIFY(group > 1);
        QTRY_VERIFY(!isGroupAlive(group));
        QVERIFY(!m_rig->recorder.hasEnded(id));
        m_relay->thaw();
        QTRY_VERIFY(m_rig->recorder.hasEnded(id));
        const Error error = m_rig->recorder.ending<Lost>(id).error;
        QVERIFY2(error.summary.contains("did not hear"), qPrintable(error.text()));
        QVERIFY(m_rig->recorder[id].out.endsWith("\ntidy\n"));
    }

    void killsWhatDoesNotListen()
    {
        const auto [command, id, group] = startGuarded(
            *m_rig, "trap '' TERM HUP; while :; do sleep 0.1; done", throughRelay(), Long + 6s);
        m_relay->breakAll(true);
        QVERIFY(group > 1);
        QTRY_VERIFY(!isGroupAlive(group));
    }

    void livesAsLongAsWeDo()
    {
        auto request = throughRelay("sleep 10; echo done; exit 4");
        request.lossLimit = Short - 2s;
        const CommandId id = m_rig->run(request);
        QCOMPARE(m_rig->recorder.ending<Exited>(id), Exited{4});
        QCOMPARE(m_rig->recorder[id].out, QByteArray("done\n"));
        QTRY_VERIFY(!isGuardWaiting(Short - 2s));
    }

    /// The guards of commands that have ended go, and the next command has its own.
    void leavesNothingBehind()
    {
        for (int i = 0; i < 12; ++i) { // more than sshd's MaxSessions
            auto request = throughRelay("echo out; sleep 0.0" + QByteArray::number(i));
            request.lossLimit = Long + 7s;
            const CommandId id = m_rig->run(request);
            QCOMPARE(m_rig->recorder.ending<Exited>(id), Exited{0});
            QCOMPARE(m_rig->recorder[id].out, QByteArray("out\n"));
            QVERIFY(!m_rig->recorder[id].unguarded);
        }
        QTRY_VERIFY(!isGuardWaiting(Long + 7s));
        const auto [command, id, group] =
            startGuarded(*m_rig, "exec sleep 1000", throughRelay(), Long + 7s);
        command.stop(StopKind::Polite);
        QTRY_VERIFY(m_rig->recorder.hasEnded(id));
        QCOMPARE(m_rig->recorder.ending<Stopped>(id), Stopped{true});
        QVERIFY(group > 1 && !isGroupAlive(group));
        QTRY_VERIFY(!isGuardWaiting(Long + 7s));
    }

    /// There it can only be said that it may run on: at once, and when the connection is lost.
    void withoutWhatItTakes_data()
    {
        QTest::addColumn<QByteArray>("config");
        QTest::addColumn<QByteArray>("command");
        QTest::addColumn<Unguarded::Why>("why");
        const QByteArray any = "echo $$; sleep 1; echo on; sleep 1000";
        QTest::newRow("a second channel")
            << QByteArray("MaxSessions 1\n") << any << Unguarded::Why::NoSecondSession;
        QTest::newRow("timeout") << QByteArray("SetEnv SHLVL=3 PATH=/nonexistent\n")
                                 << "PATH=/usr/bin:/bin; " + any << Unguarded::Why::NoTimeout;
        // What holds the channel open is no child of sshd's any more when the guard looks for it.
        const QByteArray path = m_programs.path().toLocal8Bit();
        QTest::newRow("the command")
            << QByteArray("SetEnv SHLVL=3 PATH=" + path + ":/usr/bin:/bin\n")
            << QByteArray(
                   "echo $$; (while kill -0 $$ 2>/dev/null; do sleep 0.1; done; touch " + path +
                   "/alone; " + any + ") & exit")
            << Unguarded::Why::CommandNotFound;
    }
    void withoutWhatItTakes()
    {
        QFETCH(QByteArray, config);
        LocalSshd sshd(config);
        sayWhoIsUnguarded(*m_rig, sshd);
    }
    void withoutWhatItTakesBySsh_data() { withoutWhatItTakes_data(); }
    void withoutWhatItTakesBySsh()
    {
        QFETCH(QByteArray, config);
        LocalSshd sshd(config);
        OpensshRig rig;
        sayWhoIsUnguarded(rig, sshd);
    }
};

QTEST_GUILESS_MAIN(TestConnectionWatchdog)
#include "tst_connectionwatchdog.moc"
