// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/core/ssh/relaytest.h"
#include "tests/fakes/patience.h"

#include <signal.h>

using namespace podium;
using namespace podium::ssh;
using namespace podium::ssh::test;
using namespace std::chrono_literals;

/// Connections that are kept for the next command.
class TestSshWarm final : public RelayTest
{
    Q_OBJECT

private:
    CommandId run(const Endpoint &endpoint, const QByteArray &command = "echo in")
    {
        return m_rig->run(TransportRig::request(endpoint, command));
    }
    [[nodiscard]] int logins() const { return m_sshd->log().count("Accepted publickey"); }
    /// A command that leaves a trace each time it is run.
    [[nodiscard]] QByteArray tracing(const QByteArray &more = {}) const
    {
        return "echo ran >>" + trace().toLocal8Bit() + more;
    }
    [[nodiscard]] QString trace() const { return m_sshd->path("trace"); }

private slots:
    void theNextCommandNeedsNoLogin()
    {
        for (int i = 0; i < 3; ++i) {
            const CommandId id = run(m_sshd->endpoint(), "cat; echo $0; exit 4");
            QCOMPARE(m_rig->recorder.ending<Exited>(id), Exited{4});
            QVERIFY(!m_rig->recorder[id].out.isEmpty());
            const std::vector<Phase> warm = {Phase::Connecting, Phase::Running};
            QVERIFY(i == 0 || m_rig->recorder[id].phases == warm);
        }
        QCOMPARE(logins(), 1);
    }

    void oneConnectionServesOneCommandAtATime()
    {
        run(m_sshd->endpoint());
        const QString go = m_sshd->path("go");
        const CommandId first = m_rig->transport
                                    ->start(TransportRig::request(
                                        m_sshd->endpoint(), "until [ -e " + go.toLocal8Bit() +
                                                                " ]; do sleep 0.1; done; echo 1"))
                                    .id();
        const CommandId second = run(m_sshd->endpoint(), "echo 2");
        writeAll(go, {});
        QTRY_VERIFY(m_rig->recorder.hasEnded(first));
        QCOMPARE(m_rig->recorder[first].out, QByteArray("1\n"));
        QCOMPARE(m_rig->recorder[second].out, QByteArray("2\n"));
        QCOMPARE(logins(), 2);
    }

    void aFreshLoginIsOne()
    {
        run(m_sshd->endpoint());
        auto request = TransportRig::request(m_sshd->endpoint());
        request.freshLogin = true;
        QVERIFY(m_rig->recorder.endedAs<Exited>(m_rig->run(request)));
        QCOMPARE(logins(), 2);
    }

    void whatDiffersIsNotShared()
    {
        run(m_sshd->endpoint());
        Endpoint pinned = m_sshd->endpoint();
        const QString stranger = m_rig->folder.filePath("stranger");
        makeKey(stranger);
        pinned.pinnedHostKeys = QStringList{publicText(stranger)};
        QVERIFY(m_rig->recorder.endedAs<Refused>(run(pinned)));
        Endpoint other = m_sshd->endpoint();
        other.user = "nobody-here";
        QVERIFY(m_rig->recorder.endedAs<Refused>(run(other)));
        Endpoint keyless = m_sshd->endpoint();
        keyless.identityFiles = QStringList{stranger};
        QVERIFY(m_rig->recorder.endedAs<Refused>(run(keyless)));
    }

    /// What breaks a connection that waits.
    void aDeadOneIsReplaced_data()
    {
        QTest::addColumn<QString>("how");
        QTest::newRow("closed") << "closed";
        QTest::newRow("reset") << "reset";
        QTest::newRow("silent") << "silent";
        QTest::newRow("killed") << "killed";
    }
    void aDeadOneIsReplaced()
    {
        QFETCH(QString, how);
        const CommandId before = run(throughRelay(), tracing("; echo $PPID"));
        QVERIFY(m_rig->recorder.endedAs<Exited>(before));
        if (how == "silent") {
            m_relay->freeze();
        } else if (how == "killed") {
            ::kill(m_rig->recorder[before].out.trimmed().toInt(), SIGKILL);
        } else {
            m_relay->breakAll(how == "reset");
        }
        const CommandId id = run(throughRelay(), tracing("; echo out; exit 6"));
        QCOMPARE(m_rig->recorder.ending<Exited>(id), Exited{6});
        QCOMPARE(m_rig->recorder[id].out, QByteArray("out\n"));
        QCOMPARE(m_relay->count(), 2);
        QCOMPARE(readAll(trace()), QByteArray("ran\nran\n"));
    }

    void aDeadOneWhoseWorkerIsGoneIsUnreachable()
    {
        run(throughRelay());
        Endpoint endpoint = throughRelay();
        m_relay.reset();
        const Descriptor bound(boundSocket(endpoint.port, false)); // nobody else may have it
        QVERIFY(bound.get() >= 0);
        const CommandId id = run(endpoint, tracing());
        QVERIFY(m_rig->recorder.endedAs<Unreachable>(id));
        QVERIFY(readAll(trace()).isEmpty());
    }

    void whatBreaksAfterItWasSentIsLost()
    {
        run(throughRelay());
        const CommandId id =
            m_rig->transport
                ->start(TransportRig::request(throughRelay(), tracing("; echo up; sleep 1000")))
                .id();
        QTRY_COMPARE(m_rig->recorder[id].out, QByteArray("up\n"));
        m_relay->breakAll(true);
        QTRY_VERIFY(m_rig->recorder.hasEnded(id));
        QVERIFY(m_rig->recorder.endedAs<Lost>(id));
        QCOMPARE(readAll(trace()), QByteArray("ran\n"));
        QCOMPARE(m_relay->count(), 1);
    }

    /// A connection that is open was made to the machine that is known; a new one is to another.
    void aChangedHostKeyIsNoticedAtTheNextLogin()
    {
        run(m_sshd->endpoint());
        m_sshd->newHostKey();
        QVERIFY(m_rig->recorder.endedAs<Exited>(run(m_sshd->endpoint())));
        auto request = TransportRig::request(m_sshd->endpoint(), tracing());
        request.freshLogin = true;
        QCOMPARE(
            m_rig->recorder.ending<Refused>(m_rig->run(request)).error.kind, ErrorKind::HostKey);
        m_rig->transport->closeIdle();
        QCOMPARE(
            m_rig->recorder.ending<Refused>(run(m_sshd->endpoint(), tracing())).error.kind,
            ErrorKind::HostKey);
        QVERIFY(readAll(trace()).isEmpty());
    }

    void aWorkerThatIsHeldGoesOnWhereItWas()
    {
        const CommandId id =
            m_rig->transport
                ->start(TransportRig::request(m_sshd->endpoint(), "echo $PPID; seq 200000; exit 3"))
                .id();
        QTRY_VERIFY(m_rig->recorder[id].out.contains('\n') || m_rig->recorder.hasEnded(id));
        const int sshd = m_rig->recorder[id].out.split('\n').first().toInt();
        QVERIFY(sshd > 1);
        ::kill(sshd, SIGSTOP);
        const CommandId other = run(m_sshd->endpoint(1)); // nobody else is held up
        QVERIFY(m_rig->recorder.endedAs<Exited>(other));
        ::kill(sshd, SIGCONT);
        QTRY_VERIFY(m_rig->recorder.hasEnded(id));
        QCOMPARE(m_rig->recorder.ending<Exited>(id), Exited{3});
        const QByteArray out = m_rig->recorder[id].out;
        QCOMPARE(out.count('\n'), 200001);
        QVERIFY(out.endsWith("\n199999\n200000\n"));
    }

    void manyDieAtOnce()
    {
        constexpr int Many = 40;
        std::vector<CommandId> ids;
        for (int i = 0; i < Many; ++i) {
            Endpoint endpoint = throughRelay();
            endpoint.hostKeyAlias += QString::number(i);
            ids.push_back(
                m_rig->transport
                    ->start(TransportRig::request(endpoint, tracing("; echo up; sleep 1000")))
                    .id());
        }
        for (const CommandId id : ids) {
            QTRY_COMPARE(m_rig->recorder[id].out, QByteArray("up\n"));
        }
        m_relay->breakAll(true);
        for (const CommandId id : ids) {
            QTRY_VERIFY(m_rig->recorder.hasEnded(id));
            QVERIFY(m_rig->recorder.endedAs<Lost>(id));
        }
        QCOMPARE(readAll(trace()).count('\n'), Many);
        QCOMPARE(m_relay->count(), Many);
    }

    void oneSessionAtATimeIsEnough()
    {
        m_sshd = std::make_unique<LocalSshd>("MaxSessions 1\n");
        for (int i = 0; i < 10; ++i) {
            const CommandId id = run(m_sshd->endpoint(), "seq 1000; exit 2");
            QCOMPARE(m_rig->recorder.ending<Exited>(id), Exited{2});
        }
        QVERIFY(logins() < 10);
    }

    void keptForALimitedTime()
    {
        LibsshTransport::Options options;
        options.idleLimit = 200ms;
        m_rig = std::make_unique<TransportRig>(options);
        run(m_sshd->endpoint());
        QTRY_VERIFY(m_sshd->log().contains("Connection closed by"));
        run(m_sshd->endpoint());
        QCOMPARE(logins(), 2);
    }

    void keptInALimitedNumber()
    {
        LibsshTransport::Options options;
        options.threads = 1;
        options.mostIdle = 2;
        m_rig = std::make_unique<TransportRig>(options);
        for (int i = 0; i < 3; ++i) {
            run(m_sshd->endpoint(i));
        }
        QTRY_COMPARE(m_sshd->log().count("Connection closed by"), 1);
        run(m_sshd->endpoint(1));
        run(m_sshd->endpoint(2));
        QCOMPARE(logins(), 3);
        run(m_sshd->endpoint(0)); // the one that had waited longest was given up
        QCOMPARE(logins(), 4);
        m_rig->transport->closeIdle();
        QTRY_COMPARE(m_sshd->log().count("Connection closed by"), 4);
    }

    void stoppingLeavesAloneWhatEarlierCommandsLeft()
    {
        const CommandId left =
            run(m_sshd->endpoint(), "sleep 300 >/dev/null 2>&1 </dev/null & echo $!");
        const int earlier = m_rig->recorder[left].out.trimmed().toInt();
        QVERIFY(::kill(earlier, 0) == 0);
        const CommandHandle running = m_rig->transport->start(
            TransportRig::request(m_sshd->endpoint(), "echo $$; sleep 300; echo never"));
        QTRY_VERIFY(!m_rig->recorder[running.id()].out.isEmpty());
        running.stop(StopKind::Polite);
        QTRY_VERIFY(m_rig->recorder.hasEnded(running.id()));
        QCOMPARE(m_rig->recorder.ending<Stopped>(running.id()), Stopped{true});

        const CommandHandle orphaning = m_rig->transport->start(
            TransportRig::request(m_sshd->endpoint(), "sleep 300 & echo $!"));
        QTRY_VERIFY(!m_rig->recorder[orphaning.id()].out.isEmpty());
        orphaning.stop(StopKind::Polite);
        orphaning.stop(StopKind::Kill);
        QTRY_VERIFY(m_rig->recorder.hasEnded(orphaning.id()));
        QVERIFY(::kill(earlier, 0) == 0);
        ::kill(earlier, SIGKILL);
        ::kill(m_rig->recorder[orphaning.id()].out.trimmed().toInt(), SIGKILL);
    }

    void silenceEndsACommand_data()
    {
        QTest::addColumn<QByteArray>("command");
        QTest::addColumn<int>("silence");
        QTest::newRow("from the start") << QByteArray("sleep 300") << int(Silence::NoFirstOutput);
        QTest::newRow("after output")
            << QByteArray("echo a; sleep 0.2; echo b; sleep 300") << int(Silence::NoMoreOutput);
    }
    void silenceEndsACommand()
    {
        QFETCH(QByteArray, command);
        QFETCH(int, silence);
        auto request = TransportRig::request(m_sshd->endpoint(), command);
        // Only the silence that is meant may meet a limit.
        const bool isSilentFromTheStart = silence == int(Silence::NoFirstOutput);
        request.firstOutputLimit =
            isSilentFromTheStart ? 900ms : std::chrono::milliseconds(Patience);
        request.idleLimit = isSilentFromTheStart ? 700ms : 4000ms;
        const CommandId id = m_rig->run(request);
        const TimedOut expected{Phase::Running, Silence(silence), true};
        QCOMPARE(m_rig->recorder.ending<TimedOut>(id), expected);
        QCOMPARE(m_rig->recorder[id].out, QByteArray(silence == 2 ? "" : "a\nb\n"));
    }

    void aServerWithoutAGreetingIsToldApart()
    {
        FakeServer server;
        Endpoint endpoint = m_sshd->endpoint();
        endpoint.port = server.port();
        auto request = TransportRig::request(endpoint);
        request.phaseLimits.banner = 200ms;
        const TimedOut expected{Phase::KeyExchange, Silence::NoBanner};
        QCOMPARE(m_rig->recorder.ending<TimedOut>(m_rig->run(request)), expected);
    }
};

QTEST_GUILESS_MAIN(TestSshWarm)
#include "tst_sshwarm.moc"
