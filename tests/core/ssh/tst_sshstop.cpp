// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/ssh/session/remotestop.h"
#include "tests/core/ssh/fakeserver.h"
#include "tests/core/ssh/stopchecks.h"
#include "tests/core/ssh/transportrig.h"
#include "tests/fakes/patience.h"

#include <csignal>

using namespace podium;
using namespace podium::ssh;
using namespace podium::ssh::test;

/// Ending a command on its worker, and seeing that it is gone.
class TestSshStop final : public TransportTest
{
    Q_OBJECT

private:
    TransportRig::Started startAndPid(const QByteArray &command)
    {
        return m_rig->startAndPid(command, m_sshd->endpoint());
    }

private slots:
    void scriptHasNothingThatAShellCouldMistake()
    {
        const QByteArray script = RemoteStop::script();
        QCOMPARE(script.count('\''), 2);
        QVERIFY(!script.contains('\\') && !script.contains('!') && !script.contains('\n'));
        QCOMPARE(runProgram("sh", {"-n", "-c", script}), QByteArray());
    }

    /// Where the connection is gone before the script begins, its parent is whoever takes in
    /// orphans, as of every job that was left to itself on that machine.
    void scriptOfALostConnectionHitsNobody()
    {
        QProcess job; // a child of the same parent, in a group of its own
        job.start("setsid", {"sleep", "1000"});
        QVERIFY(job.waitForStarted(Patience));
        const int group = int(job.processId());
        QTRY_VERIFY(isGroupAlive(group));
        for (const auto reach : {Reach::LeftBehindToo, Reach::Running}) {
            QProcess script;
            script.start("sh", {"-c", RemoteStop::script(reach)});
            script.write("TERM\nKILL\n");
            script.closeWriteChannel();
            QVERIFY(script.waitForFinished(Patience));
            QCOMPARE(script.readAllStandardOutput(), QByteArray("podium none\npodium none\n"));
        }
        QVERIFY(isGroupAlive(group));
        job.kill();
        QVERIFY(job.waitForFinished(Patience));
    }

    void stopsAndSeesItGone_data() { addStoppedCommands(); }
    void stopsAndSeesItGone() { checkStop(*m_rig, m_sshd->endpoint()); }

    void killsWhatDoesNotListen()
    {
        const auto [command, id, group] =
            startAndPid("trap 'echo no' TERM; echo ready; while :; do sleep 0.05; done");
        QTRY_VERIFY(m_rig->recorder[id].out.contains("ready"));
        command.stop(StopKind::Polite);
        QTRY_VERIFY(m_rig->recorder[id].out.contains("no\n"));
        QVERIFY(!m_rig->recorder.hasEnded(id));
        command.stop(StopKind::Kill);
        QTRY_VERIFY(m_rig->recorder.hasEnded(id));
        QCOMPARE(m_rig->recorder.ending<Stopped>(id), Stopped{true});
        QVERIFY(!isGroupAlive(group));
    }

    void leavesOthersAlone()
    {
        const auto [otherCommand, other, otherGroup] = startAndPid("sleep 1000");
        const auto [command, id, unused] = startAndPid(
            "setsid sh -c 'echo $$; exec sleep 1000 >/dev/null 2>&1 </dev/null' & sleep 1002");
        QTRY_COMPARE(m_rig->recorder[id].out.count('\n'), 2);
        const int detached = m_rig->recorder[id].out.split('\n').value(1).toInt();
        command.stop(StopKind::Kill);
        QTRY_VERIFY(m_rig->recorder.hasEnded(id));
        QVERIFY(isGroupAlive(otherGroup));
        QVERIFY2(isGroupAlive(detached), "what has left for a session of its own is not ours");
        QVERIFY(detached > 1);
        ::kill(detached, SIGKILL);
        QVERIFY(!m_rig->recorder.hasEnded(other));
        otherCommand.stop(StopKind::Kill);
        QTRY_VERIFY(m_rig->recorder.hasEnded(other));
        QVERIFY(!isGroupAlive(otherGroup));
    }

    void beforeItRunsNothingHasRun()
    {
        FakeServer hanging;
        Endpoint endpoint = m_sshd->endpoint();
        endpoint.port = hanging.port();
        const CommandHandle command = m_rig->transport->start(TransportRig::request(endpoint));
        QTRY_COMPARE(m_rig->recorder[command.id()].phases.size(), std::size_t(2));
        command.stop(StopKind::Polite);
        QTRY_VERIFY(m_rig->recorder.hasEnded(command.id()));
        QCOMPARE(m_rig->recorder.ending<Stopped>(command.id()), Stopped{true});
    }

    void atOnceAfterTheStart()
    {
        for (int i = 0; i < 10; ++i) {
            const CommandHandle command =
                m_rig->transport->start(TransportRig::request(m_sshd->endpoint(i), "sleep 1000"));
            QTRY_VERIFY(m_rig->recorder[command.id()].phases.size() > std::size_t(i % 4));
            command.stop(StopKind::Polite);
            QTRY_VERIFY(m_rig->recorder.hasEnded(command.id()));
            QCOMPARE(m_rig->recorder.ending<Stopped>(command.id()), Stopped{true});
        }
    }

    void stoppingTwiceOrTooLateIsFine()
    {
        const CommandHandle command =
            m_rig->transport->start(TransportRig::request(m_sshd->endpoint(), "exit 4"));
        const CommandId id = command.id();
        QTRY_VERIFY(m_rig->recorder.hasEnded(id));
        command.stop(StopKind::Polite);
        command.stop(StopKind::Kill);
        QCOMPARE(m_rig->recorder.ending<Exited>(id), Exited{4});
        const auto [slowCommand, slow, unused] = startAndPid("sleep 1000");
        slowCommand.stop(StopKind::Polite);
        slowCommand.stop(StopKind::Polite);
        slowCommand.stop(StopKind::Kill);
        slowCommand.stop(StopKind::Kill);
        QTRY_VERIFY(m_rig->recorder.hasEnded(slow));
        QCOMPARE(m_rig->recorder.ending<Stopped>(slow), Stopped{true});
    }

    void totalLimitEndsItThereToo()
    {
        const CommandId id = m_rig->runPastTotalLimit(
            TransportRig::request(m_sshd->endpoint(), "echo $$; sleep 1000"));
        QCOMPARE(
            m_rig->recorder.ending<TimedOut>(id), (TimedOut{Phase::Running, Silence::None, true}));
        const int group = m_rig->recorder[id].out.trimmed().toInt();
        QVERIFY(group > 1 && !isGroupAlive(group));
    }

    void totalLimitKillsWhatDoesNotListen()
    {
        const CommandId id = m_rig->runPastTotalLimit(TransportRig::request(
            m_sshd->endpoint(), "trap '' TERM; echo $$; while :; do sleep 0.05; done"));
        QCOMPARE(
            m_rig->recorder.ending<TimedOut>(id), (TimedOut{Phase::Running, Silence::None, true}));
        const int group = m_rig->recorder[id].out.trimmed().toInt();
        QVERIFY(group > 1 && !isGroupAlive(group));
    }

    void withoutASecondChannelItIsNotSeen() { checkStopWithoutASecondChannel(*m_rig); }

    void overADeadLineItGivesUp()
    {
        Relay relay(m_sshd->port());
        Endpoint endpoint = m_sshd->endpoint();
        endpoint.port = relay.port();
        const auto [command, id, group] = m_rig->startAndPid("sleep 1000", endpoint);
        relay.freeze();
        command.stop(StopKind::Kill);
        QTRY_VERIFY(m_rig->recorder.hasEnded(id));
        QCOMPARE(m_rig->recorder.ending<Stopped>(id), Stopped{false});
        QVERIFY(group > 1);
        ::kill(-group, SIGKILL);
    }
};

QTEST_GUILESS_MAIN(TestSshStop)
#include "tst_sshstop.moc"
