// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/core/ssh/opensshrig.h"
#include "tests/fakes/patience.h"

using namespace podium;
using namespace podium::ssh;
using namespace podium::ssh::test;

/// Commands over the ssh of this machine, on a real sshd.
class TestOpenssh final : public OpensshTest
{
    Q_OBJECT

private:
    [[nodiscard]] CommandRequest request(const QByteArray &command, const QByteArray &input = {})
    {
        CommandRequest request = OpensshRig::request(m_sshd->endpoint(), command);
        request.input = input;
        return request;
    }

private slots:
    void runsACommand()
    {
        const CommandId id = m_rig->run(request("echo to out; echo to err >&2; exit 3"));
        QCOMPARE(m_rig->recorder.ending<Exited>(id), Exited{3});
        auto &record = m_rig->recorder[id];
        QCOMPARE(record.out, QByteArray("to out\n"));
        QCOMPARE(record.err, QByteArray("to err\n"));
        QCOMPARE(record.phases.front(), Phase::Connecting);
        QCOMPARE(record.phases.back(), Phase::Running);
    }

    void endsAsTheCommandDoes_data()
    {
        QTest::addColumn<QByteArray>("command");
        QTest::addColumn<int>("status");
        QTest::newRow("zero") << QByteArray("true") << 0;
        QTest::newRow("255, ssh's own") << QByteArray("exit 255") << 255;
        QTest::newRow("not found") << QByteArray("no-such-command") << 127;
        QTest::newRow("TERM") << QByteArray("kill -TERM $$") << -1;
        QTest::newRow("KILL with output")
            << QByteArray("head -c 300000 /dev/zero; kill -KILL $$") << -1;
        QTest::newRow("child's signal") << QByteArray("sh -c 'kill -KILL $$'; exit $?") << 137;
    }
    void endsAsTheCommandDoes()
    {
        QFETCH(QByteArray, command);
        QFETCH(int, status);
        const CommandId id = m_rig->run(request(command));
        if (status >= 0) {
            QCOMPARE(m_rig->recorder.ending<Exited>(id), Exited{status});
        } else {
            QCOMPARE(m_rig->recorder.ending<Signalled>(id), Signalled{});
        }
    }

    void sendsTheCommandVerbatim_data() { addVerbatimCommands(); }
    void sendsTheCommandVerbatim()
    {
        QFETCH(QByteArray, command);
        QFETCH(QByteArray, out);
        const CommandId id = m_rig->run(request(command));
        QVERIFY(m_rig->recorder.endedAs<Exited>(id));
        QCOMPARE(m_rig->recorder[id].out, out);
    }

    void givesInputAndEndOfFile()
    {
        for (const int size : {0, 1, 5 * 1024 * 1024 + 7}) {
            QByteArray input(size, 'x');
            for (int i = 0; i < size; ++i) {
                input[i] = char(i * 7 + i / 251);
            }
            const CommandId id = m_rig->run(request("cat", input));
            QCOMPARE(m_rig->recorder.ending<Exited>(id), Exited{0});
            QVERIFY(m_rig->recorder[id].out == input);
        }
    }

    void inputThatNobodyReadsIsNoHindrance()
    {
        const CommandId id =
            m_rig->run(request("exec <&-; echo no", QByteArray(4 * 1024 * 1024, 'x')));
        QCOMPARE(m_rig->recorder.ending<Exited>(id), Exited{0});
        QCOMPARE(m_rig->recorder[id].out, QByteArray("no\n"));
    }

    void keepsAllOutputInOrder()
    {
        const CommandId id =
            m_rig->run(request("seq 1 200000; seq 1 1000 >&2; head -c 3000000 /dev/zero; exit 9"));
        QCOMPARE(m_rig->recorder.ending<Exited>(id), Exited{9});
        QByteArray expected;
        expected.reserve(6 * 1024 * 1024);
        for (int i = 1; i <= 200000; ++i) {
            expected += QByteArray::number(i) + '\n';
        }
        expected += QByteArray(3000000, '\0');
        QVERIFY(m_rig->recorder[id].out == expected);
        QVERIFY(m_rig->recorder[id].err.startsWith("1\n2\n"));
        QVERIFY(m_rig->recorder[id].err.endsWith("999\n1000\n"));
    }

    void manyAtOnce()
    {
        std::vector<CommandId> ids;
        for (int i = 0; i < 12; ++i) {
            ids.push_back(
                m_rig->transport
                    ->start(request(
                        "echo $((" + QByteArray::number(i) + "+1)); exit " + QByteArray::number(i)))
                    .id());
        }
        QTRY_COMPARE(m_rig->recorder.endedCount(), 12);
        for (int i = 0; i < 12; ++i) {
            QCOMPARE(m_rig->recorder.ending<Exited>(ids[std::size_t(i)]), Exited{i});
            QCOMPARE(m_rig->recorder[ids[std::size_t(i)]].out, QByteArray::number(i + 1) + '\n');
        }
    }

    void givesATerminal()
    {
        if (const char *why = noTerminals()) {
            QSKIP(why);
        }
        auto wanted = request("stty size; echo $TERM; trap 'stty size' WINCH; "
                              "while read -r line; do echo \"<$line>\"; done; exit 4");
        wanted.terminal = TerminalSize{101, 33};
        const CommandHandle command = m_rig->transport->start(wanted);
        const QByteArray &out = m_rig->recorder[command.id()].out;
        QTRY_VERIFY2(out.contains("33 101\r\nxterm-256color\r\n"), out.constData());
        QVERIFY(command.write("typed\r"));
        QTRY_VERIFY(out.contains("typed\r\n<typed>\r\n")); // once as its echo
        command.resize({90, 20});
        // A shell may tell of it only with a line after it, and a line may overtake it.
        QTRY_VERIFY2(command.write("\r") && out.contains("20 90\r\n"), out.constData());
        command.endInput();
        QTRY_VERIFY(m_rig->recorder.hasEnded(command.id()));
        QCOMPARE(m_rig->recorder.ending<Exited>(command.id()), Exited{4});
    }

    /// Without a word to us ssh runs the command all the same: nobody may think that it was not.
    void saysThatThereIsNoTerminal()
    {
        LocalSshd strict("PermitTTY no\n");
        auto wanted = OpensshRig::request(strict.endpoint(), "cat");
        wanted.terminal = TerminalSize{};
        const CommandId id = m_rig->run(wanted);
        const Error error = m_rig->recorder.ending<Lost>(id).error;
        QVERIFY2(error.summary.contains("gives no terminal"), qPrintable(error.text()));
        QVERIFY2(error.text().contains("may have run"), qPrintable(error.text()));
    }

    void typedInputComesAsItIsTyped()
    {
        auto wanted = request("while read -r line; do echo \"<$line>\"; done; echo end", "given\n");
        wanted.keepsInputOpen = true;
        const CommandHandle command = m_rig->transport->start(wanted);
        const QByteArray &out = m_rig->recorder[command.id()].out;
        QVERIFY(command.write("before it runs\n"));
        QTRY_COMPARE(out, QByteArray("<given>\n<before it runs>\n"));
        QVERIFY(command.write("while it runs\n"));
        QTRY_VERIFY(out.endsWith("<while it runs>\n"));
        command.endInput();
        QTRY_VERIFY(m_rig->recorder.hasEnded(command.id()));
        QVERIFY(out.endsWith("runs>\nend\n"));
    }

    void goesOverAJumpHost_data()
    {
        QTest::addColumn<bool>("inConfig");
        QTest::newRow("of the person's config") << true;
        QTest::newRow("of a rule of Podium's") << false;
    }
    void goesOverAJumpHost()
    {
        QFETCH(bool, inConfig);
        LocalSshd bastion;
        m_rig->configure(
            m_rig->jumpHost(bastion) + (inConfig ? "Host pod-0\n  ProxyJump bastion\n" : ""));
        auto wanted = request("echo over $SSH_CONNECTION");
        wanted.endpoint.configName = "pod-0";
        wanted.endpoint.proxyJump = inConfig ? QString() : QString("bastion");
        const CommandId id = m_rig->run(wanted);
        QCOMPARE(m_rig->recorder.ending<Exited>(id), Exited{0});
        QVERIFY(m_rig->recorder[id].out.startsWith("over 127.0.0.1"));
        QVERIFY2(
            bastion.log().contains("Accepted publickey"), "the way must lead over the jump host");
    }

    void goesThroughAProxyCommand()
    {
        const QString mark = m_rig->folder.filePath("through");
        // What every Debian has that passes bytes on: another ssh, to an sshd of ours.
        LocalSshd between;
        m_rig->configure(
            m_rig->jumpHost(between) + "Host pod-0\n  ProxyCommand sh -c 'touch " +
            mark.toLatin1() + "; exec ssh -F " + m_rig->configFile.toLatin1() +
            " -W %h:%p bastion'\n");
        auto wanted = request("echo in");
        wanted.endpoint.configName = "pod-0";
        const CommandId id = m_rig->run(wanted);
        QCOMPARE(m_rig->recorder.ending<Exited>(id), Exited{0});
        QVERIFY(QFile::exists(mark));
    }

    void logsInWithACertificate()
    {
        const QString authority = m_rig->folder.filePath("authority");
        const QString key = m_rig->folder.filePath("certified");
        makeKey(authority);
        makeKey(key);
        runProgram(
            "ssh-keygen", {"-q", "-s", authority, "-I", "test", "-n", userName(), key + ".pub"});
        const QString certificate = m_rig->folder.filePath("elsewhere-cert.pub");
        QVERIFY(QFile::rename(key + "-cert.pub", certificate));
        LocalSshd sshd("TrustedUserCAKeys " + (authority + ".pub").toLatin1() + '\n');
        auto wanted = OpensshRig::request(sshd.endpoint());
        wanted.endpoint.configName = "pod-0";
        wanted.endpoint.identityFiles = QStringList{key};
        QCOMPARE(
            m_rig->recorder.ending<Refused>(m_rig->run(wanted)).error.kind,
            ErrorKind::Authentication);
        m_rig->configure("Host pod-0\n  CertificateFile " + certificate.toLatin1() + '\n');
        QCOMPARE(m_rig->recorder.ending<Exited>(m_rig->run(wanted)), Exited{0});
    }

    /// What the person's config says beside the way: nothing of it may do anything.
    void theConfigCannotDoMoreThanConnect()
    {
        const QByteArray mark = m_rig->folder.filePath("mark").toLatin1();
        const QByteArray config =
            "Host *\n  RemoteCommand touch " + mark +
            "\n  PermitLocalCommand yes\n  LocalCommand touch " + mark +
            "\n  RequestTTY force\n  ForwardAgent yes\n  ForwardX11 yes\n  LocalForward " +
            QByteArray::number(m_sshd->port()) +
            " localhost:1\n  ExitOnForwardFailure yes\n  ForkAfterAuthentication yes\n"
            "  ControlMaster auto\n  ControlPath " +
            mark +
            "\n  ControlPersist 600\n  StdinNull yes\n  User nobody\n  Port 1\n"
            "  HostName 192.0.2.1\n  BatchMode no\n  LogLevel QUIET\n";
        m_rig->configure(config);
        const CommandId id =
            m_rig->run(request("cat; tty; ls ~/.ssh/no; echo $SSH_AUTH_SOCK", "x"));
        QCOMPARE(m_rig->recorder.ending<Exited>(id), Exited{0});
        QCOMPARE(m_rig->recorder[id].out, QByteArray("xnot a tty\n\n"));
        QVERIFY(!QFile::exists(QString::fromLatin1(mark)));
        QCOMPARE(readAll(m_rig->configFile), config);
    }

    /// As opensshneeds.cpp has it: of these two only SetEnv is ssh's to follow.
    void ofTheEnvironmentOnlyWhatTheConfigSets()
    {
        LocalSshd sshd("AcceptEnv PODIUM_*\n");
        m_rig->configure("Host *\n  SetEnv PODIUM_SET=1\n  SendEnv PODIUM_SENT\n");
        qputenv("PODIUM_SENT", "2");
        const CommandId id =
            m_rig->run(OpensshRig::request(sshd.endpoint(), "echo $PODIUM_SET $PODIUM_SENT"));
        qunsetenv("PODIUM_SENT");
        QCOMPARE(m_rig->recorder.ending<Exited>(id), Exited{0});
        QCOMPARE(m_rig->recorder[id].out, QByteArray("1\n"));
    }

    void hostileEndpointsAreRefused_data()
    {
        QTest::addColumn<QString>("field");
        QTest::addColumn<QString>("text");
        QTest::newRow("user with a shell") << "user"
                                           << "x; touch /tmp/x $(id)";
        QTest::newRow("user like an option") << "user"
                                             << "-oProxyCommand=id";
        QTest::newRow("address like an option") << "address"
                                                << "-oProxyCommand=id";
        QTest::newRow("address with a token") << "address"
                                              << "%h";
        QTest::newRow("address with a second option") << "address"
                                                      << "127.0.0.1 ProxyCommand";
        QTest::newRow("name like an option") << "name"
                                             << "-oProxyCommand=id";
        QTest::newRow("jump with an option") << "jump"
                                             << "-oProxyCommand=id";
        QTest::newRow("command of two lines") << "command"
                                              << "true\nUser root";
    }
    void hostileEndpointsAreRefused()
    {
        QFETCH(QString, field);
        QFETCH(QString, text);
        auto wanted = request("echo in");
        (field == "user"      ? wanted.endpoint.user
         : field == "address" ? wanted.endpoint.address
         : field == "name"    ? wanted.endpoint.configName
         : field == "jump"    ? wanted.endpoint.proxyJump
                              : wanted.endpoint.proxyCommand) = text;
        QCOMPARE(
            m_rig->recorder.ending<Refused>(m_rig->run(wanted)).error.kind,
            ErrorKind::InvalidArgument);
    }

    void leavesNothingBehind()
    {
        const auto descriptors = [] {
            return QDir("/proc/self/fd")
                .entryList(QDir::NoDotAndDotDot | QDir::AllEntries | QDir::System)
                .size();
        };
        m_rig->run(request("true"));
        const int before = descriptors();
        m_rig->run(request("true"));
        QTRY_COMPARE(descriptors(), before);
        QTRY_COMPARE(processesWith(m_rig->configFile.toLatin1()), QStringList());
        const CommandId id = m_rig->transport->start(request("echo up; sleep 1000")).id();
        QTRY_COMPARE(m_rig->recorder[id].out, QByteArray("up\n"));
        const QStringList running = processesWith(m_rig->configFile.toLatin1());
        QCOMPARE(running.size(), 1);
        const QString control = running.first().section("ControlPath=", 1).section(' ', 0, 0);
        QVERIFY2(QFile::exists(control), qPrintable(control));
        QCOMPARE(QFileInfo(QFileInfo(control).path()).permissions() & 0x0077, 0);
        m_rig->transport.reset();
        QCOMPARE(processesWith(m_rig->configFile.toLatin1()), QStringList());
        QVERIFY(!QFile::exists(QFileInfo(QFileInfo(control).path()).path()));
    }
};

QTEST_GUILESS_MAIN(TestOpenssh)
#include "tst_openssh.moc"
