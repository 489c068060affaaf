// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/core/ssh/opensshrig.h"
#include "tests/core/ssh/relaytest.h"
#include "tests/fakes/patience.h"

#include <signal.h>

using namespace podium;
using namespace podium::ssh;
using namespace podium::ssh::test;
using namespace std::chrono_literals;

namespace {

const QByteArray Shell = "exec /bin/sh -s";

CommandRequest asking(const Endpoint &endpoint, const QByteArray &text = "echo $$")
{
    // Who cannot keep a shell would say so.
    CommandRequest request = TransportRig::request(endpoint, "echo no shell was kept");
    request.keptShell = KeptShellText{Shell, text};
    return request;
}

bool isThere(int pid)
{
    return ::kill(pid, 0) == 0;
}

} // namespace

/// Shells that stay on a real worker between two looks.
class TestKeptShells final : public RelayTest
{
    Q_OBJECT

private:
    /// The process that ran the text; 0 where it did not end as it should.
    int pidOf(CommandId id)
    {
        const bool isWell = m_rig->recorder.ending<Exited>(id) == Exited{0};
        return isWell ? m_rig->recorder[id].out.trimmed().toInt() : 0;
    }
    int ask(const Endpoint &endpoint) { return pidOf(m_rig->run(asking(endpoint))); }
    int ask() { return ask(m_sshd->endpoint()); }
    /// A forward under way.
    CommandHandle forwardToSshd()
    {
        CommandRequest forward;
        forward.endpoint = m_sshd->endpoint();
        forward.forward = ForwardTarget{"127.0.0.1", m_sshd->port()};
        const CommandHandle banner = m_rig->transport->start(forward);
        [&] { QTRY_VERIFY(m_rig->recorder[banner.id()].out.startsWith("SSH-2.0")); }();
        return banner;
    }
    [[nodiscard]] int logins() const { return m_sshd->log().count("Accepted publickey"); }

private slots:
    void oneShellServesManyTexts()
    {
        const int pid = ask();
        QVERIFY(pid > 1);
        for (int i = 0; i < 3; ++i) {
            const CommandId id =
                m_rig->run(asking(m_sshd->endpoint(), "echo $$; echo bad >&2; exit 4"));
            QCOMPARE(m_rig->recorder.ending<Exited>(id), Exited{4});
            QCOMPARE(m_rig->recorder[id].out.trimmed().toInt(), pid);
            QVERIFY(m_rig->recorder[id].err.endsWith("bad\n"));
            const std::vector<Phase> warm = {Phase::Connecting, Phase::Running};
            QCOMPARE(m_rig->recorder[id].phases, warm);
        }
        QCOMPARE(logins(), 1);
        auto other = asking(m_sshd->endpoint());
        other.keptShell->shell = "exec /bin/sh -s other";
        const int second = pidOf(m_rig->run(other));
        QVERIFY(second > 1 && second != pid);
        QTRY_VERIFY(!isThere(pid));
        QCOMPARE(logins(), 1);
        m_rig->transport->closeIdle();
        QTRY_VERIFY(!isThere(second));
    }

    /// Whoever stops the command looks for its processes: the shell's are not among them.
    void aCommandEndsIt()
    {
        const int pid = ask();
        QVERIFY(pid > 1);
        const auto running = m_rig->startAndPid("sleep 300", m_sshd->endpoint());
        QTRY_VERIFY(!isThere(pid));
        running.command.stop(StopKind::Polite);
        QTRY_VERIFY(m_rig->recorder.hasEnded(running.id));
        QCOMPARE(m_rig->recorder.ending<Stopped>(running.id), Stopped{true});
        const int next = ask();
        QVERIFY(next > 1 && next != pid);
        QVERIFY(logins() <= 2); // what was stopped may take its connection along
    }

    void aForwardLeavesIt()
    {
        const int pid = ask();
        const CommandHandle banner = forwardToSshd();
        QVERIFY(isThere(pid));
        banner.stop(StopKind::Polite);
        QTRY_VERIFY(m_rig->recorder.hasEnded(banner.id()));
        QCOMPARE(ask(), pid);
        QCOMPARE(logins(), 1);
    }

    void aForwardDoesNotHoldOneThatHasEnded()
    {
        const int pid = ask();
        const CommandHandle banner = forwardToSshd();
        ::kill(pid, SIGKILL);
        QTRY_VERIFY(!isThere(pid));
        banner.stop(StopKind::Polite);
        QTRY_VERIFY(m_rig->recorder.hasEnded(banner.id()));
        const int next = ask();
        QVERIFY(next > 1 && next != pid);
    }

    void twoAtATimeHaveAShellEach()
    {
        const auto slow = asking(m_sshd->endpoint(), "echo $$; read -r x </dev/null; sleep 1");
        const CommandId first = m_rig->transport->start(slow).id();
        const CommandId second = m_rig->transport->start(slow).id();
        QTRY_VERIFY(m_rig->recorder.hasEnded(first) && m_rig->recorder.hasEnded(second));
        const int one = pidOf(first);
        const int two = pidOf(second);
        QVERIFY(one > 1 && two > 1 && one != two);
        QVERIFY(isThere(one) && isThere(two));
        const int next = ask();
        QVERIFY(next == one || next == two);
        QCOMPARE(logins(), 2);
    }

    void aDeadOneIsReplaced_data()
    {
        QTest::addColumn<QString>("how");
        QTest::newRow("closed") << "closed";
        QTest::newRow("reset") << "reset";
        QTest::newRow("silent") << "silent";
        QTest::newRow("shell killed") << "shell";
        QTest::newRow("held shell") << "held";
    }
    void aDeadOneIsReplaced()
    {
        QFETCH(QString, how);
        const int pid = ask(throughRelay());
        QVERIFY(pid > 1);
        if (how == "silent") {
            m_relay->freeze();
        } else if (how == "shell") {
            ::kill(pid, SIGKILL);
        } else if (how == "held") {
            ::kill(pid, SIGSTOP);
        } else {
            m_relay->breakAll(how == "reset");
        }
        const int next = ask(throughRelay());
        ::kill(pid, SIGCONT);
        QVERIFY(next > 1 && next != pid);
    }

    void aTextThatWasBegunIsLostWithItsConnection()
    {
        const int pid = ask(throughRelay());
        QVERIFY(pid > 1);
        const CommandId id =
            m_rig->transport->start(asking(throughRelay(), "echo up; exec sleep 300")).id();
        QTRY_COMPARE(m_rig->recorder[id].out, QByteArray("up\n"));
        m_relay->breakAll(true);
        QTRY_VERIFY(m_rig->recorder.hasEnded(id));
        QVERIFY(m_rig->recorder.endedAs<Lost>(id));
        QCOMPARE(m_relay->count(), 1);
    }

    void stopEndsATextAndItsShell()
    {
        const int pid = ask();
        auto request = asking(m_sshd->endpoint(), "echo up; sleep 300");
        const CommandHandle running = m_rig->transport->start(request);
        QTRY_COMPARE(m_rig->recorder[running.id()].out, QByteArray("up\n"));
        running.stop(StopKind::Polite);
        QTRY_VERIFY(m_rig->recorder.hasEnded(running.id()));
        QCOMPARE(m_rig->recorder.ending<Stopped>(running.id()), Stopped{true});
        QTRY_VERIFY(!isGroupAlive(pid));
        QVERIFY(ask() > 1);
    }

    void aLimitEndsATextAndItsShell()
    {
        const int pid = ask();
        auto request = asking(m_sshd->endpoint(), "echo up; sleep 300");
        request.totalLimit = 2s;
        const CommandId id = m_rig->run(request);
        const TimedOut expected{Phase::Running, Silence::None, true};
        QCOMPARE(m_rig->recorder.ending<TimedOut>(id), expected);
        QTRY_VERIFY(!isGroupAlive(pid));
        QVERIFY(ask() > 1);
    }

    /// A login for each, at the worst, but an answer to all.
    void oneSessionAtATimeIsEnough()
    {
        m_sshd = std::make_unique<LocalSshd>("MaxSessions 1\n");
        for (int i = 0; i < 4; ++i) {
            QVERIFY(ask() > 1);
            const CommandId id = m_rig->run(TransportRig::request(m_sshd->endpoint(), "exit 2"));
            QCOMPARE(m_rig->recorder.ending<Exited>(id), Exited{2});
        }
    }

    /// It says nothing of its own, and is none of the person's.
    void whatIsNoShellSaysSo()
    {
        auto request = asking(m_sshd->endpoint());
        request.keptShell->shell = "echo not here >&2; exit 127";
        const CommandId id = m_rig->run(request);
        QCOMPARE(m_rig->recorder.ending<Exited>(id), Exited{127});
        QCOMPARE(m_rig->recorder[id].err, QByteArray("not here\n"));
        QVERIFY(ask() > 1);
    }

    void aTransportThatKeepsNothingAnswersToo()
    {
        m_rig = std::make_unique<TransportRig>();
        const int pid = ask();
        QVERIFY(pid > 1);
        QTRY_VERIFY(!isThere(pid));
        QVERIFY(ask() > 1);
    }

    void theMachinesOwnSshKeepsThemToo()
    {
        OpensshRig rig;
        OpensshTransport::Options options;
        options.configFile = rig.configFile;
        options.idleLimit = 1min;
        rig.transport = std::make_unique<OpensshTransport>(rig.store, options);
        rig.recorder.listenTo(*rig.transport);
        QByteArray pid;
        for (int i = 0; i < 3; ++i) {
            const CommandId id = rig.run(asking(m_sshd->endpoint()));
            QCOMPARE(rig.recorder.ending<Exited>(id), Exited{0});
            QVERIFY(pid.isEmpty() || pid == rig.recorder[id].out);
            pid = rig.recorder[id].out;
        }
        QVERIFY(pid.toInt() > 1);
        QCOMPARE(logins(), 1);
        ::kill(pid.toInt(), SIGKILL);
        QTRY_VERIFY(!isThere(pid.toInt()));
        const CommandId id = rig.run(asking(m_sshd->endpoint()));
        QCOMPARE(rig.recorder.ending<Exited>(id), Exited{0});
        QVERIFY(rig.recorder[id].out != pid);
        QVERIFY(rig.recorder.endedAs<Exited>(rig.run(TransportRig::request(m_sshd->endpoint()))));
        QTRY_VERIFY(!isThere(rig.recorder[id].out.toInt()));
        QVERIFY(logins() <= 2); // it may be noticed only when the next one asks: then that logs in
    }
};

QTEST_GUILESS_MAIN(TestKeptShells)
#include "tst_keptshells.moc"
