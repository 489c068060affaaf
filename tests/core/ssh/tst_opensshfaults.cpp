// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/core/ssh/fakeserver.h"
#include "tests/core/ssh/opensshrig.h"
#include "tests/core/ssh/stopchecks.h"
#include "tests/fakes/patience.h"

#include <QScopeGuard>
#include <QStandardPaths>

#include <csignal>

using namespace podium;
using namespace podium::ssh;
using namespace podium::ssh::test;
using namespace std::chrono_literals;

/// What can go wrong over the ssh of this machine: whom it trusts, what breaks, what is stopped.
class TestOpensshFaults final : public OpensshTest
{
    Q_OBJECT

private:
    [[nodiscard]] CommandRequest request(const QByteArray &command = "echo in")
    {
        return OpensshRig::request(m_sshd->endpoint(), command);
    }

private slots:
    void keepsTheKeyOfTheFirstMeeting()
    {
        QCOMPARE(m_rig->recorder.ending<Exited>(m_rig->run(request())), Exited{0});
        const auto known = m_rig->store.keysFor(m_sshd->endpoint().hostKeyAlias);
        QVERIFY(known);
        QCOMPARE(known->size(), 1);
        QCOMPARE(QString::fromLatin1(known->first().text()), publicText(m_sshd->hostKey()));
        QCOMPARE(m_rig->recorder.ending<Exited>(m_rig->run(request())), Exited{0});
    }

    void refusesAnotherKeyBeforeAnyLogin_data()
    {
        QTest::addColumn<QByteArray>("config");
        QTest::newRow("by default") << QByteArray();
        QTest::newRow("whatever the config says")
            << QByteArray("Host *\n  StrictHostKeyChecking no\n  UserKnownHostsFile /dev/null\n"
                          "  NoHostAuthenticationForLocalhost yes\n  VerifyHostKeyDNS yes\n"
                          "  HostKeyAlias other\n  CheckHostIP no\n  UpdateHostKeys yes\n"
                          "  KnownHostsCommand /bin/echo %H %t %K\n");
    }
    void refusesAnotherKeyBeforeAnyLogin()
    {
        QFETCH(QByteArray, config);
        m_rig->configure(config);
        const QString other = m_rig->folder.filePath("other");
        makeKey(other);
        const QString otherKind = m_rig->folder.filePath("rsa");
        makeKey(otherKind, "rsa");
        // LogLevel VERBOSE: each key that is shown leaves one, whether it is taken or not.
        const auto logins = [this] { return m_sshd->log().count("publickey"); };
        auto good = request();
        good.endpoint.pinnedHostKeys = QStringList{publicText(m_sshd->hostKey())};
        const int start = logins();
        QCOMPARE(m_rig->recorder.ending<Exited>(m_rig->run(good)), Exited{0});
        const int ofOneLogin = logins() - start;
        QVERIFY(ofOneLogin > 0);
        for (const QString &key : {other, otherKind}) {
            auto pinned = request();
            pinned.endpoint.pinnedHostKeys = QStringList{publicText(key)};
            const Error error = m_rig->recorder.ending<Refused>(m_rig->run(pinned)).error;
            QCOMPARE(error.kind, ErrorKind::HostKey);
            QVERIFY2(error.detail.contains("SHA256:"), qPrintable(error.text()));
        }
        auto met = request();
        met.endpoint.hostKeyAlias = "tpu.77-0";
        QCOMPARE(
            m_rig->store.check("tpu.77-0", *HostKey::parse(publicText(other).toLatin1())),
            HostKeyStore::Verdict::FirstUse);
        QCOMPARE(m_rig->recorder.ending<Refused>(m_rig->run(met)).error.kind, ErrorKind::HostKey);
        // The next login's lines are behind anything that the ones before could have left.
        QCOMPARE(m_rig->recorder.ending<Exited>(m_rig->run(good)), Exited{0});
        QCOMPARE(logins(), start + 2 * ofOneLogin);
    }

    void saysWhatIsWrong_data()
    {
        QTest::addColumn<QString>("fault");
        QTest::addColumn<bool>("isRefused");
        QTest::addColumn<QString>("words");
        QTest::newRow("nobody listens") << "port" << false << "refuses connections";
        QTest::newRow("no such name") << "name" << false << "was not found";
        QTest::newRow("a stranger's key") << "key" << true << "does not let";
        QTest::newRow("not an ssh server") << "talk" << false << "";
        QTest::newRow("a config that ssh refuses") << "config" << true << "would not begin";
        QTest::newRow("a jump host that is not there") << "jump" << false << "did not let through";
    }
    void saysWhatIsWrong()
    {
        QFETCH(QString, fault);
        QFETCH(bool, isRefused);
        QFETCH(QString, words);
        auto wanted = request();
        quint16 deafPort = 0;
        const Descriptor deaf(boundSocket(deafPort, false));
        FakeServer talker([](int fd) {
            [[maybe_unused]] const auto sent = ::write(fd, "220 mail ready\r\n", 16);
            ::close(fd);
        });
        if (fault == "port") {
            wanted.endpoint.port = deafPort;
        } else if (fault == "name") {
            wanted.endpoint.address = "no-such-host.invalid";
        } else if (fault == "key") {
            const QString stranger = m_rig->folder.filePath("stranger");
            makeKey(stranger);
            wanted.endpoint.identityFiles = QStringList{stranger};
        } else if (fault == "talk") {
            wanted.endpoint.port = talker.port();
        } else if (fault == "config") {
            m_rig->configure("Host *\n  NoSuchOption yes\n");
        } else {
            m_rig->configure(
                "Host bastion\n  HostName 127.0.0.1\n  Port " + QByteArray::number(deafPort) +
                '\n');
            wanted.endpoint.proxyJump = "bastion";
        }
        const CommandId id = m_rig->run(wanted);
        const Error error = isRefused ? m_rig->recorder.ending<Refused>(id).error
                                      : m_rig->recorder.ending<Unreachable>(id).error;
        QVERIFY2(error.summary.contains(words), qPrintable(error.text()));
        QVERIFY(m_rig->recorder[id].out.isEmpty());
        QVERIFY(m_rig->recorder[id].err.isEmpty());
    }

    /// As Ubuntu 22.04 has it: RequiredRSASize came with OpenSSH 9.1.
    void anOlderSshDoesToo()
    {
        const QString real = QStandardPaths::findExecutable("ssh");
        const QString log = m_rig->folder.filePath("asked");
        QTemporaryDir programs;
        writeAll(
            programs.filePath("ssh"),
            "#!/bin/sh\ncase \"$*\" in *RequiredRSASize*)\n  echo >>" + log.toLatin1() +
                "\n  echo 'command-line: line 0: Bad configuration option: requiredrsasize' >&2\n"
                "  exit 255;;\nesac\nexec " +
                real.toLatin1() + " \"$@\"\n",
            0700);
        const QByteArray path = qgetenv("PATH");
        const auto restore = qScopeGuard([&path] { qputenv("PATH", path); });
        qputenv("PATH", QFile::encodeName(programs.path()) + ':' + path);
        for (int i = 0; i < 2; ++i) {
            const CommandId id = m_rig->run(request("exit 3"));
            QCOMPARE(m_rig->recorder.ending<Exited>(id), Exited{3});
        }
        QCOMPARE(readAll(log), QByteArray("\n")); // once is enough
        LocalSshd weak("RequiredRSASize 1024\n");
        weak.stop();
        QFile::remove(weak.hostKey());
        QFile::remove(weak.hostKey() + ".pub");
        makeKey(weak.hostKey(), "rsa", {"-N", "", "-b", "1024"});
        weak.start();
        auto wanted = OpensshRig::request(weak.endpoint(5));
        const Error error = m_rig->recorder.ending<Refused>(m_rig->run(wanted)).error;
        QCOMPARE(error.kind, ErrorKind::HostKey);
        QVERIFY2(error.summary.contains("too short"), qPrintable(error.text()));
        wanted.endpoint.pinnedHostKeys = QStringList{publicText(weak.hostKey())};
        QCOMPARE(
            m_rig->recorder.ending<Refused>(m_rig->run(wanted)).error.kind, ErrorKind::HostKey);
        QVERIFY(!weak.log().contains("publickey"));
    }

    void limitsHoldInEachPhase()
    {
        FakeServer silent;
        auto wanted = request();
        wanted.endpoint.port = silent.port();
        wanted.connectLimit = 700ms;
        const CommandId id = m_rig->run(wanted);
        QVERIFY(m_rig->recorder.ending<TimedOut>(id).phase < Phase::Running);
        const CommandId second = m_rig->runPastTotalLimit(request("echo $$; sleep 1000"));
        QCOMPARE(
            m_rig->recorder.ending<TimedOut>(second),
            (TimedOut{Phase::Running, Silence::None, true}));
        const int group = m_rig->recorder[second].out.trimmed().toInt();
        QVERIFY(group > 1 && !isGroupAlive(group));
        QTRY_COMPARE(processesWith(m_rig->configFile.toLatin1()), QStringList());
    }

    void aBrokenConnectionIsLost()
    {
        Relay relay(m_sshd->port());
        Endpoint endpoint = m_sshd->endpoint();
        endpoint.port = relay.port();
        const auto [command, id, group] = m_rig->startAndPid("sleep 1000", endpoint);
        relay.breakAll(true);
        QTRY_VERIFY(m_rig->recorder.hasEnded(id));
        QVERIFY(m_rig->recorder.ending<Lost>(id).error.hint.contains("may still be running"));
        QVERIFY(group > 1);
        ::kill(-group, SIGKILL);
    }

    void anSshThatDiesIsLost()
    {
        const auto [command, id, group] = m_rig->startAndPid("sleep 1000", m_sshd->endpoint());
        const int pid = runProgram("pgrep", {"-f", m_rig->configFile}).trimmed().toInt();
        QVERIFY(pid > 1);
        ::kill(pid, SIGKILL);
        QTRY_VERIFY(m_rig->recorder.hasEnded(id));
        QVERIFY(m_rig->recorder.ending<Lost>(id).error.hint.contains("may still be running"));
        QVERIFY(group > 1);
        ::kill(-group, SIGKILL);
    }

    void stopsAndSeesItGone_data() { addStoppedCommands(); }
    void stopsAndSeesItGone() { checkStop(*m_rig, m_sshd->endpoint()); }

    void stopsBeforeItRuns()
    {
        FakeServer hanging;
        Endpoint endpoint = m_sshd->endpoint();
        endpoint.port = hanging.port();
        const CommandHandle command = m_rig->transport->start(OpensshRig::request(endpoint));
        QTRY_VERIFY(!processesWith(m_rig->configFile.toLatin1()).isEmpty());
        command.stop(StopKind::Polite);
        QTRY_VERIFY(m_rig->recorder.hasEnded(command.id()));
        QCOMPARE(m_rig->recorder.ending<Stopped>(command.id()), Stopped{true});
        QTRY_COMPARE(processesWith(m_rig->configFile.toLatin1()), QStringList());
    }

    void withoutASecondChannelItIsNotSeen() { checkStopWithoutASecondChannel(*m_rig); }
};

QTEST_GUILESS_MAIN(TestOpensshFaults)
#include "tst_opensshfaults.moc"
