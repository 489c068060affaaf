// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/ssh/failures.h"
#include "core/ssh/keys/wire.h"
#include "core/ssh/openssh/muxprotocol.h"
#include "core/ssh/openssh/opensshcommand.h"
#include "core/ssh/openssh/opensshlog.h"
#include "core/ssh/openssh/opensshneeds.h"
#include "core/ssh/route/routingtransport.h"
#include "tests/core/ssh/localsshd.h"
#include "tests/core/ssh/recorder.h"
#include "tests/fakes/faketransport.h"
#include "tests/fakes/patience.h"

#include <cerrno>
#include <utility>

using namespace podium;
using namespace podium::ssh;
using namespace podium::ssh::test;
using podium::tests::FakeTransport;

/// Which way to a worker, and the pure parts of the way over ssh.
class TestOpensshNeeds final : public QObject
{
    Q_OBJECT

private:
    static Endpoint endpoint()
    {
        Endpoint endpoint;
        endpoint.worker = *WorkerRef::parse(QStringLiteral("lab/us-a/pod:0"));
        endpoint.address = QStringLiteral("192.0.2.7");
        endpoint.user = QStringLiteral("ada");
        endpoint.identityFiles = QStringList{QStringLiteral("/home/ada/.ssh/id_ed25519")};
        endpoint.configName = QStringLiteral("pod-0");
        return endpoint;
    }
    /// As `ssh -G` prints it.
    static EffectiveConfig configOf(const QByteArray &lines)
    {
        EffectiveConfig config;
        for (const QByteArray &line : lines.split('\n')) {
            const int space = line.indexOf(' ');
            if (space > 0) {
                config.options << EffectiveOption{line.left(space), line.mid(space + 1)};
                config.written << line.left(space);
            }
        }
        return config;
    }

private slots:
    void choosesTheWay_data()
    {
        QTest::addColumn<QByteArray>("config");
        QTest::addColumn<QStringList>("why");
        QTest::addColumn<QStringList>("ignored");
        const QStringList none;
        QTest::newRow("nothing") << QByteArray() << none << none;
        QTest::newRow("a jump host")
            << QByteArray("proxyjump bastion") << QStringList{"ProxyJump bastion"} << none;
        QTest::newRow("a command")
            << QByteArray("proxycommand nc %h %p") << QStringList{"ProxyCommand nc %h %p"} << none;
        QTest::newRow("a certificate and a module")
            << QByteArray("certificatefile ~/c.pub\npkcs11provider /lib/x.so")
            << QStringList{"CertificateFile ~/c.pub", "PKCS11Provider /lib/x.so"} << none;
        QTest::newRow("no proxy, said so")
            << QByteArray("proxycommand none\npkcs11provider none\nidentityagent SSH_AUTH_SOCK")
            << none << none;
        QTest::newRow("another agent")
            << QByteArray("identityagent ~/.1password/agent.sock")
            << QStringList{"IdentityAgent ~/.1password/agent.sock"} << none;
        QTest::newRow("forwards") << QByteArray(
                                         "forwardagent yes\ngssapidelegatecredentials "
                                         "yes\nlocalforward 8080 [localhost]:80\nsendenv LANG\n"
                                         "setenv A=1\nremotecommand tmux")
                                  << none
                                  << QStringList{
                                         "ForwardAgent yes",
                                         "GSSAPIDelegateCredentials yes",
                                         "LocalForward 8080 [localhost]:80",
                                         "SendEnv LANG",
                                         "SetEnv A=1",
                                         "RemoteCommand tmux"};
        QTest::newRow("what asks for nothing")
            << QByteArray("forwardagent no\nrequesttty auto\ntunnel false\nconnectionattempts 1\n"
                          "stricthostkeychecking true\nserveraliveinterval 0")
            << none << none;
        QTest::newRow("what is on by itself")
            << QByteArray("pubkeyauthentication true\ntcpkeepalive yes\nconnecttimeout none\n"
                          "securitykeyprovider internal")
            << none << none;
        QTest::newRow("what is on by itself, switched off")
            << QByteArray("pubkeyauthentication false\ntcpkeepalive no\nconnecttimeout 5\n"
                          "securitykeyprovider /lib/sk.so\nserveralivecountmax 9\n"
                          "casignaturealgorithms ssh-ed25519")
            << none
            << QStringList{"PubkeyAuthentication false", "TCPKeepAlive no",
                           "ConnectTimeout 5",           "SecurityKeyProvider /lib/sk.so",
                           "ServerAliveCountMax 9",      "CASignatureAlgorithms ssh-ed25519"};
        QTest::newRow("as Podium has it")
            << QByteArray("user ada\nport 22\nidentityfile ~/.ssh/id_ed25519") << none << none;
        QTest::newRow("the address, or nothing else than the name")
            << QByteArray("hostname 192.0.2.7\nhostname POD-0") << none << none;
        QTest::newRow("other than Podium has it")
            << QByteArray("user bob\nport 2222\nidentityfile ~/.ssh/work\nhostname 10.0.0.9")
            << none
            << QStringList{
                   "User bob", "Port 2222", "IdentityFile ~/.ssh/work", "HostName 10.0.0.9"};
        QTest::newRow("what ssh follows and libssh does not")
            << QByteArray("proxyjump bastion\nciphers aes256-ctr\nidentityfile ~/.ssh/work\n"
                          "bindaddress 10.0.0.1\nsendenv LANG\nsetenv A=1\nserveraliveinterval 60")
            << QStringList{"ProxyJump bastion"}
            << QStringList{"SendEnv LANG", "ServerAliveInterval 60"};
        QTest::newRow("the host key is Podium's to check")
            << QByteArray("stricthostkeychecking false\nuserknownhostsfile /dev/null") << none
            << QStringList{"StrictHostKeyChecking false", "UserKnownHostsFile /dev/null"};
        QTest::newRow("hostile text")
            << QByteArray("setenv A=\x1b[2J\xe2\x80\xae") << none << QStringList{"SetEnv A= [2J"};
    }
    void choosesTheWay()
    {
        QFETCH(QByteArray, config);
        QFETCH(QStringList, why);
        QFETCH(QStringList, ignored);
        const Route route = chooseRoute(endpoint(), configOf(config), {});
        QCOMPARE(route.why, why);
        QCOMPARE(route.ignored, ignored);
        QCOMPARE(route.by == Route::By::Openssh, !why.isEmpty());
    }

    void rulesAndKeysDecideToo()
    {
        Endpoint ruled = endpoint();
        ruled.proxyJump = "jump";
        const Route byRule = chooseRoute(ruled, configOf("proxycommand nc %h"), {});
        QCOMPARE(byRule.why, QStringList{"ProxyJump jump"}); // goes before what the config says
        QCOMPARE(byRule.proxyId, QString("jump"));
        const Route byKey = chooseRoute(endpoint(), {}, {"security key /k"});
        QCOMPARE(byKey.why, QStringList{"security key /k"});
        EffectiveConfig machines = configOf("sendenv LANG");
        machines.written.clear();
        QCOMPARE(chooseRoute(endpoint(), machines, {}), Route()); // nobody's wish in particular
        EffectiveConfig broken;
        broken.problem = "all of it";
        QCOMPARE(chooseRoute(endpoint(), broken, {}).ignored, QStringList{"all of it"});
    }

    void seesWhatAKeyFileNeeds()
    {
        QTemporaryDir folder;
        const QString plain = folder.filePath("plain");
        const QString certified = folder.filePath("certified");
        const QString hardware = folder.filePath("hardware");
        makeKey(plain);
        makeKey(certified);
        writeAll(certified + "-cert.pub", "ssh-ed25519-cert-v01@openssh.com AAAA\n");
        QByteArray blob;
        putString(blob, "sk-ssh-ed25519@openssh.com");
        putString(blob, QByteArray(32, 'k'));
        putString(blob, "ssh:");
        QByteArray body("openssh-key-v1\0", 15);
        putString(body, "none");
        putString(body, "none");
        putString(body, "");
        putU32(body, 1);
        putString(body, blob);
        putString(body, QByteArray(64, 'x'));
        writeAll(
            hardware, "-----BEGIN OPENSSH PRIVATE KEY-----\n" + body.toBase64() +
                          "\n-----END OPENSSH PRIVATE KEY-----\n");
        const QStringList needs =
            needsOfKeyFiles({plain, certified, hardware, folder.filePath("none")});
        const QStringList expected = {
            "CertificateFile " + certified + "-cert.pub", "security key " + hardware};
        QCOMPARE(needs, expected);
    }

    void readsTheControlSocket()
    {
        const auto packet = [](const QList<quint32> &numbers, const QByteArray &text = {}) {
            QByteArray body;
            for (const quint32 number : numbers) {
                putU32(body, number);
            }
            QByteArray bytes;
            putString(bytes, text.isNull() ? body : body + text);
            return bytes;
        };
        QByteArray reason;
        putString(reason, "no more sessions");
        const QByteArray all = packet({1, 4}) + packet({0x80000006, 0, 3}) +
                               packet({0x80000008, 3}) + packet({0x80000004, 3, 255}) +
                               packet({0x80000003, 0}, reason);
        muxprotocol::Reader reader;
        QList<int> kinds;
        for (const char c : all) { // in the smallest pieces
            reader.append(&c, 1);
            while (const auto message = reader.next()) {
                kinds << int(message->index());
                if (const auto *opened = std::get_if<muxprotocol::Opened>(&*message)) {
                    QCOMPARE(opened->channel, 3U);
                } else if (const auto *exit = std::get_if<muxprotocol::Exit>(&*message)) {
                    QCOMPARE(exit->status, 255);
                } else if (message->index() == 1) {
                    QCOMPARE(
                        std::get<muxprotocol::NotOpened>(*message).reason,
                        QByteArray("no more sessions"));
                }
            }
        }
        QCOMPARE(kinds, (QList<int>{0, 3, 2, 1}));
        QVERIFY(!reader.isWrong());
        for (const QByteArray &wrong :
             {packet({1, 5}), QByteArray(4, '\xff'), packet({7}), QByteArray(8, '\0')}) {
            muxprotocol::Reader other;
            other.append(wrong.constData(), std::size_t(wrong.size()));
            QVERIFY(!other.next());
            QVERIFY(other.isWrong());
        }
    }

    /// A jump host's words are not the worker's.
    void tellsTheJumpHostFromTheWorker()
    {
        OpensshLog jump;
        jump.appendErrors("ada@bastion: Permission denied (publickey).\r\n");
        jump.appendLog("debug1: Local version\r\nConnection closed by UNKNOWN port 65535\r\n");
        const Ending ending = jump.failure(endpoint(), {});
        QVERIFY(std::holds_alternative<Unreachable>(ending));
        QVERIFY(std::get<Unreachable>(ending).error.detail.contains("ada@bastion"));
        OpensshLog worker;
        worker.appendLog("debug1: SSH2_MSG_SERVICE_ACCEPT received\r\n"
                         "ada@192.0.2.7: Permission denied (publickey).\r\n");
        QVERIFY(std::holds_alternative<Refused>(worker.failure(endpoint(), {})));
    }

    /// In English, whatever the language of this machine's libc is.
    void knowsWhyANetworkRefused()
    {
        const std::pair<QByteArray, int> rows[] = {
            {"Connection refused", ECONNREFUSED},
            {"No route to host", EHOSTUNREACH},
            {"Network is unreachable", ENETUNREACH},
            {"Connection timed out", ETIMEDOUT},
            {"Permission denied", EACCES}};
        for (const auto &[words, number] : rows) {
            OpensshLog log;
            log.appendLog("ssh: connect to host 192.0.2.7 port 22: " + words + "\r\n");
            const Ending ending = log.failure(endpoint(), {});
            QVERIFY2(std::holds_alternative<Unreachable>(ending), words.constData());
            QCOMPARE(std::get<Unreachable>(ending).error, cannotConnect(endpoint(), number));
        }
    }

    /// However it comes: cut anywhere, or much at once.
    void readsALogInAnyPieces()
    {
        const QByteArray log = "debug1: Remote protocol version 2.0\r\n" +
                               QByteArray("debug1: x\n").repeated(100'000) +
                               "debug1: Entering interactive session.\r\nada: complains\r\n";
        OpensshLog whole;
        whole.appendLog(log);
        QCOMPARE(int(whole.step()), int(OpensshLog::Step::Ready));
        QCOMPARE(whole.lastProblem(), QString("ada: complains"));
        OpensshLog cut;
        cut.appendLog(log.left(20));
        QCOMPARE(int(cut.step()), int(OpensshLog::Step::Connecting));
        cut.appendLog(log.mid(20, 500'000));
        QCOMPARE(int(cut.step()), int(OpensshLog::Step::Greeted));
        cut.appendLog(log.mid(500'020));
        QCOMPARE(int(cut.step()), int(OpensshLog::Step::Ready));
        QCOMPARE(cut.lastProblem(), QString("ada: complains"));
    }

    /// Of an option that an older ssh does not know only ssh itself can tell.
    void believesOnlySshAboutItsOptions()
    {
        const QByteArray words =
            "command-line: line 0: Bad configuration option: requiredrsasize\r\n";
        OpensshLog older;
        older.appendErrors(words);
        QVERIFY(older.hasRefusedOption("requiredrsasize"));
        QVERIFY(!older.hasRefusedOption("hostkeyalias"));
        OpensshLog proxy; // is started only after the log was
        proxy.appendLog("debug1: Executing proxy command: exec nc\r\n");
        proxy.appendErrors(words);
        QVERIFY(!proxy.hasRefusedOption("requiredrsasize"));
        OpensshLog file;
        file.appendErrors("/home/ada/c: line 1: Bad configuration option: requiredrsasize\r\n");
        QVERIFY(!file.hasRefusedOption("requiredrsasize"));
    }

    /// The numbers come from the worker, who may name any.
    void notesSomeEndsBySignalOnly()
    {
        OpensshLog log;
        for (int i = 0; i < 100'000; ++i) {
            log.appendLog(
                "debug1: client_input_channel_req: channel " + QByteArray::number(i) +
                " rtype exit-signal reply 0\r\n");
        }
        QVERIFY(log.wasSignalled(2));
        QVERIFY(!log.wasSignalled(99'999));
    }

    void commandLinesSayWhoIsTrusted()
    {
        const OpensshFiles files{"/run/x"};
        const QByteArray line =
            '\n' + masterArguments(endpoint(), {}, files, {"/home/ada/c"}).join('\n') + '\n';
        for (const char *part :
             {"\n-F\n/home/ada/c\n", "\nStrictHostKeyChecking=yes\n", "\nHostKeyAlias=worker\n",
              "\nUserKnownHostsFile=/run/x/known_hosts\n", "\nKnownHostsCommand=none\n",
              "\nBatchMode=yes\n", "\nForwardAgent=no\n", "\nGSSAPIDelegateCredentials=no\n",
              "\nServerAliveInterval=15\n", "\nServerAliveCountMax=3\n", "\n--\npod-0\n"}) {
            QVERIFY2(line.contains(part), part);
        }
        QVERIFY(line.contains("\nRequiredRSASize=2048\n"));
        QVERIFY(
            !masterArguments(endpoint(), {}, files, {{}, false}).contains("RequiredRSASize=2048"));
        const QByteArray look = '\n' + firstLookArguments(endpoint(), files, {}).join('\n') + '\n';
        QVERIFY(look.contains("\nPubkeyAuthentication=no\n"));
        QVERIFY(look.contains("\nIdentityAgent=none\n"));
        QVERIFY(!look.contains("\n-i\n") && !look.contains("\n-F\n"));
    }

    void passesEachCommandOnToItsTransport()
    {
        FakeTransport libssh;
        FakeTransport openssh;
        QList<std::pair<Endpoint, Callback<Route>>> asked;
        RoutingTransport chosen(libssh, openssh, [&asked](const auto &whom, const auto &callback) {
            asked << std::pair(whom, callback);
        });
        Recorder recorder(chosen);
        CommandRequest request;
        request.endpoint = endpoint();
        request.command = "true";
        const CommandHandle plain = chosen.start(request);
        request.keepsInputOpen = true;
        const CommandHandle special = chosen.start(request);
        const CommandHandle stopped = chosen.start(request);
        QVERIFY(special.write("early"));
        QVERIFY(!plain.write("never"));
        special.endInput();
        QVERIFY(!special.write("late"));
        stopped.stop(StopKind::Polite);
        QVERIFY(!recorder.hasEnded(stopped.id())); // later, as any event
        QCOMPARE(asked.size(), 3);
        Route route;
        route.by = Route::By::Openssh;
        route.why = QStringList{"ProxyJump bastion"};
        asked[2].second(route);
        asked[1].second(route);
        asked[0].second(Route());
        QTRY_COMPARE(recorder.endedCount(), 3);
        QCOMPARE(recorder.ending<Stopped>(stopped.id()), Stopped{true});
        QCOMPARE(recorder.ending<Exited>(plain.id()), Exited{0});
        QCOMPARE(recorder.ending<Exited>(special.id()), Exited{0});
        QCOMPARE(recorder[special.id()].route, route);
        QCOMPARE(recorder[plain.id()].route, Route());
        QCOMPARE(int(libssh.commands().size()), 1);
        QCOMPARE(int(openssh.commands().size()), 1);
        QCOMPARE(openssh.commands().front().request.input, QByteArray("early"));
    }
};

QTEST_GUILESS_MAIN(TestOpensshNeeds)
#include "tst_opensshneeds.moc"
