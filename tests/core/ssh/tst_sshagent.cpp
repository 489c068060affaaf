// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/ssh/keys/agentprotocol.h"
#include "core/ssh/keys/wire.h"
#include "tests/core/ssh/localagent.h"
#include "tests/core/ssh/transportrig.h"
#include "tests/fakes/patience.h"

#include <QSocketNotifier>

#include <sys/un.h>

using namespace podium;
using namespace podium::ssh;
using namespace podium::ssh::test;
using namespace std::chrono_literals;

namespace {

int listenUnix(const QString &path)
{
    const int fd = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    sockaddr_un address = {};
    address.sun_family = AF_UNIX;
    const QByteArray name = path.toLocal8Bit();
    std::copy(name.begin(), name.end(), address.sun_path);
    return ::bind(fd, reinterpret_cast<sockaddr *>(&address), sizeof address) == 0 &&
                   ::listen(fd, 16) == 0
               ? fd
               : -1;
}

} // namespace

/// Keys that an agent holds.
class TestSshAgent final : public QObject
{
    Q_OBJECT

private:
    [[nodiscard]] Endpoint viaAgent(const QStringList &identityFiles = {}) const
    {
        Endpoint endpoint = m_sshd->endpoint();
        endpoint.useAgent = true;
        endpoint.identityFiles = identityFiles;
        return endpoint;
    }
    std::unique_ptr<LocalSshd> m_sshd;

private slots:
    void initTestCase() { m_sshd = std::make_unique<LocalSshd>(); }

    void readsHostileAnswers_data()
    {
        using namespace agentprotocol;
        QTest::addColumn<QByteArray>("contents");
        QTest::addColumn<int>("keys"); // -1: malformed
        const auto list = [](const QList<QByteArray> &keys) {
            return identitiesAnswer(keys).mid(5);
        };
        QByteArray blob;
        putString(blob, "ssh-ed25519");
        putString(blob, QByteArray(32, 'k'));
        QByteArray strange;
        putString(strange, "ssh-strange");
        QTest::newRow("none") << list({}) << 0;
        QTest::newRow("one") << list({blob}) << 1;
        QTest::newRow("a kind that libssh would stop at") << list({strange, blob, "", "xx"}) << 1;
        QTest::newRow("empty") << QByteArray() << -1;
        QTest::newRow("cut") << list({blob}).chopped(1) << -1;
        QTest::newRow("count too high") << QByteArray::fromHex("ffffffff") << -1;
        QTest::newRow("length too high") << QByteArray::fromHex("00000001ffffffff00") << -1;
    }
    void readsHostileAnswers()
    {
        QFETCH(QByteArray, contents);
        QFETCH(int, keys);
        QByteArray bytes = agentprotocol::message(agentprotocol::IdentitiesAnswer, contents);
        QByteArray begun = bytes.chopped(1);
        QVERIFY(!agentprotocol::takeMessage(begun));
        bytes += "next";
        const auto message = agentprotocol::takeMessage(bytes);
        QVERIFY(message);
        QCOMPARE(bytes, QByteArray("next"));
        const auto parsed = agentprotocol::parseIdentities(*message);
        QCOMPARE(parsed ? parsed->size() : -1, keys);
    }

    void aMessageTooLongIsAFailure()
    {
        QByteArray bytes = QByteArray::fromHex("7fffffff0c");
        QCOMPARE(agentprotocol::takeMessage(bytes)->type, agentprotocol::Failure);
    }

    void logsInWithTheAgentsKey_data()
    {
        QTest::addColumn<QString>("type");
        QTest::newRow("ed25519") << "ed25519";
        QTest::newRow("ecdsa") << "ecdsa";
        QTest::newRow("rsa") << "rsa";
    }
    void logsInWithTheAgentsKey()
    {
        QFETCH(QString, type);
        LocalAgent agent;
        const QString key = agent.path("key");
        makeKey(key, type);
        agent.add(key);
        LocalSshd sshd;
        sshd.authorize(readAll(key + ".pub"));
        TransportRig rig(withAgent(agent.socket()));
        Endpoint endpoint = sshd.endpoint();
        endpoint.useAgent = true;
        endpoint.identityFiles.clear();
        const CommandId id = rig.run(TransportRig::request(endpoint));
        QCOMPARE(rig.recorder.ending<Exited>(id), Exited{0});
    }

    void anEncryptedFileIsSignedByTheAgent()
    {
        LocalAgent agent;
        agent.add(m_sshd->identity());
        // The same key with a passphrase: Podium cannot open it, but knows which one it is.
        const QString locked = agent.path("locked");
        QFile::copy(m_sshd->identity(), locked);
        QFile::setPermissions(locked, QFile::ReadOwner | QFile::WriteOwner);
        runProgram("ssh-keygen", {"-q", "-p", "-P", "", "-N", "secret phrase", "-f", locked});
        TransportRig rig(withAgent(agent.socket()));
        const CommandId id = rig.run(TransportRig::request(viaAgent({locked})));
        QCOMPARE(rig.recorder.ending<Exited>(id), Exited{0});
    }

    void onlyKeysOfTheIdentityFilesAreOffered()
    {
        LocalAgent agent;
        for (const char *name : {"a", "b", "c", "d", "e", "f", "g"}) {
            makeKey(agent.path(name));
            agent.add(agent.path(name));
        }
        agent.add(m_sshd->identity());
        QTemporaryDir folder; // holds the public half only
        const QString named = folder.filePath("key");
        QFile::copy(m_sshd->identity() + ".pub", named + ".pub");
        TransportRig rig(withAgent(agent.socket()));
        // Seven strangers first would be too many tries for sshd.
        const CommandId id = rig.run(TransportRig::request(viaAgent({named})));
        QCOMPARE(rig.recorder.ending<Exited>(id), Exited{0});
        const CommandId pub = rig.run(TransportRig::request(viaAgent({named + ".pub"})));
        QCOMPARE(rig.recorder.ending<Exited>(pub), Exited{0});
    }

    void thoseThatAreNotNamedStayHome()
    {
        LocalAgent agent;
        agent.add(m_sshd->identity());
        makeKey(agent.path("stranger"));
        TransportRig rig(withAgent(agent.socket()));
        Endpoint endpoint = viaAgent({agent.path("stranger")});
        const CommandId id = rig.run(TransportRig::request(endpoint));
        QCOMPARE(rig.recorder.ending<Refused>(id).error.kind, ErrorKind::Authentication);
        endpoint.offerAllAgentKeys = true;
        const CommandId all = rig.run(TransportRig::request(endpoint));
        QCOMPARE(rig.recorder.ending<Exited>(all), Exited{0});
    }

    void theSecondKeyMayBeTheRightOne()
    {
        LocalAgent agent;
        makeKey(agent.path("a"));
        agent.add(agent.path("a"));
        agent.add(m_sshd->identity());
        TransportRig rig(withAgent(agent.socket()));
        const CommandId id = rig.run(TransportRig::request(viaAgent()));
        QCOMPARE(rig.recorder.ending<Exited>(id), Exited{0});
    }

    void manyAtOnceThroughOneAgent()
    {
        LocalAgent agent;
        agent.add(m_sshd->identity());
        TransportRig rig(withAgent(agent.socket()));
        for (int i = 0; i < 16; ++i) {
            Endpoint endpoint = viaAgent();
            endpoint.hostKeyAlias += QString::number(i);
            [[maybe_unused]] const CommandId id =
                rig.transport->start(TransportRig::request(endpoint, "exit 6")).id();
        }
        QTRY_COMPARE(rig.recorder.endedCount(), 16);
        for (CommandId id = 1; id <= 16; ++id) {
            QCOMPARE(rig.recorder.ending<Exited>(id), Exited{6});
        }
    }

    void anEmptyAgentIsSaid()
    {
        LocalAgent agent;
        TransportRig rig(withAgent(agent.socket()));
        const CommandId id = rig.run(TransportRig::request(viaAgent()));
        const Error error = rig.recorder.ending<Refused>(id).error;
        QCOMPARE(error.kind, ErrorKind::Authentication);
        QVERIFY2(error.detail.contains("agent"), qPrintable(error.text()));
    }

    void anAgentThatIsGoneIsSaid()
    {
        TransportRig rig(withAgent("/nonexistent/agent"));
        const CommandId id = rig.run(TransportRig::request(viaAgent()));
        const Error error = rig.recorder.ending<Refused>(id).error;
        QVERIFY2(error.detail.contains("agent"), qPrintable(error.text()));
    }

    void anAgentThatComesBackIsAskedAgain()
    {
        auto agent = std::make_unique<LocalAgent>();
        const QString fixed = m_sshd->path("agent-link");
        QVERIFY(QFile::link(agent->socket(), fixed));
        agent->add(m_sshd->identity());
        TransportRig rig(withAgent(fixed));
        QCOMPARE(
            rig.recorder.ending<Exited>(rig.run(TransportRig::request(viaAgent()))), Exited{0});
        agent = std::make_unique<LocalAgent>();
        agent->add(m_sshd->identity());
        QFile::remove(fixed);
        QVERIFY(QFile::link(agent->socket(), fixed));
        QCOMPARE(
            rig.recorder.ending<Exited>(rig.run(TransportRig::request(viaAgent()))), Exited{0});
    }

    void anAgentThatTalksNonsenseIsSaid_data()
    {
        QTest::addColumn<QByteArray>("answer");
        QTest::newRow("closes") << QByteArray();
        QTest::newRow("failure") << QByteArray::fromHex("0000000105");
        QTest::newRow("huge") << QByteArray::fromHex("ffffffff0c");
        QTest::newRow("zero") << QByteArray::fromHex("00000000");
        QTest::newRow("garbage") << QByteArray::fromHex("000000050cffffffff");
    }
    void anAgentThatTalksNonsenseIsSaid()
    {
        QFETCH(QByteArray, answer);
        QTemporaryDir folder;
        const int fd = listenUnix(folder.filePath("agent"));
        QVERIFY(fd >= 0);
        QSocketNotifier notifier(fd, QSocketNotifier::Read);
        connect(&notifier, &QSocketNotifier::activated, this, [&] {
            const int client = ::accept4(fd, nullptr, nullptr, SOCK_CLOEXEC);
            [[maybe_unused]] const ssize_t n =
                ::send(client, answer.constData(), std::size_t(answer.size()), MSG_NOSIGNAL);
            ::close(client);
        });
        TransportRig rig(withAgent(folder.filePath("agent")));
        const CommandId id = rig.run(TransportRig::request(viaAgent()));
        QCOMPARE(rig.recorder.ending<Refused>(id).error.kind, ErrorKind::Authentication);
        ::close(fd);
    }

    void aHangingAgentHoldsUpNobody()
    {
        QTemporaryDir folder;
        const int fd = listenUnix(folder.filePath("agent")); // and never accepts
        QVERIFY(fd >= 0);
        TransportRig rig(withAgent(folder.filePath("agent")));
        std::vector<CommandHandle> stuck;
        for (int i = 0; i < 6; ++i) {
            auto request = TransportRig::request(viaAgent());
            // The first is to be stopped before.
            request.agentLimit = stuck.empty() ? std::chrono::milliseconds(Patience) : 2s;
            stuck.push_back(rig.transport->start(request));
        }
        QTRY_COMPARE(rig.recorder[stuck.back().id()].phases.size(), std::size_t(3));
        for (int i = 0; i < 8; ++i) {
            const CommandId id = rig.run(TransportRig::request(m_sshd->endpoint()));
            QCOMPARE(rig.recorder.ending<Exited>(id), Exited{0});
        }
        stuck[0].stop(StopKind::Polite);
        QTRY_VERIFY(rig.recorder.hasEnded(stuck[0].id()));
        QCOMPARE(rig.recorder.ending<Stopped>(stuck[0].id()), Stopped{true});
        for (std::size_t i = 1; i < stuck.size(); ++i) {
            QTRY_VERIFY(rig.recorder.hasEnded(stuck[i].id()));
            QCOMPARE(rig.recorder.ending<TimedOut>(stuck[i].id()), TimedOut{Phase::Login});
        }
        ::close(fd);
    }

    void goesWhileTheAgentHangs()
    {
        QTemporaryDir folder;
        const int fd = listenUnix(folder.filePath("agent"));
        QVERIFY(fd >= 0);
        {
            TransportRig rig(withAgent(folder.filePath("agent")));
            const CommandId id = rig.transport->start(TransportRig::request(viaAgent())).id();
            QTRY_COMPARE(rig.recorder[id].phases.size(), std::size_t(3));
        }
        ::close(fd);
    }
};

QTEST_GUILESS_MAIN(TestSshAgent)
#include "tst_sshagent.moc"
