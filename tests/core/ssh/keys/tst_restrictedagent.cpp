// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
//
// What the real ssh of this machine can do with an agent that signs nothing but some logins.
#include "core/ssh/keys/restrictedagent.h"
#include "core/ssh/keys/wire.h"
#include "tests/core/ssh/localagent.h"
#include "tests/core/ssh/transportrig.h"
#include "tests/fakes/heldpool.h"
#include "tests/fakes/patience.h"

using namespace podium;
using namespace podium::ssh;
using namespace podium::ssh::test;

namespace {

QByteArray proofBytes(
    const QByteArray &user, const QByteArray &method, const QByteArray &key,
    const QByteArray &hostKey, const QByteArray &behind = {})
{
    QByteArray bytes;
    putString(bytes, "a session");
    bytes.append(char(50));
    putString(bytes, user);
    putString(bytes, "ssh-connection");
    putString(bytes, method);
    bytes.append(char(1));
    putString(bytes, "ssh-ed25519");
    putString(bytes, key);
    putString(bytes, hostKey);
    return bytes + behind;
}

constexpr const char *Bound = "publickey-hostbound-v00@openssh.com";

} // namespace

class TestRestrictedAgent final : public QObject
{
    Q_OBJECT

private:
    struct Outcome
    {
        int code = -1;
        QByteArray out;
        QByteArray err;
    };
    /// With that agent and no key of its own.
    [[nodiscard]] Outcome
    ssh(const QString &agent, const LocalSshd &sshd, const QStringList &options,
        const QString &user = {}) const
    {
        const Endpoint endpoint = sshd.endpoint();
        QProcess process;
        auto environment = QProcessEnvironment::systemEnvironment();
        environment.insert("SSH_AUTH_SOCK", agent);
        process.setProcessEnvironment(environment);
        process.start(
            "ssh",
            QStringList{
                "-F",
                "none",
                "-o",
                "IdentityFile=none",
                "-o",
                "BatchMode=yes",
                "-o",
                "StrictHostKeyChecking=no",
                "-o",
                "UserKnownHostsFile=/dev/null",
                "-o",
                "LogLevel=ERROR",
                "-p",
                QString::number(endpoint.port),
                "-l",
                user.isEmpty() ? endpoint.user : user,
            } + options +
                QStringList{endpoint.address, "echo", "in"});
        // The agent is served here.
        [&] { QTRY_COMPARE(process.state(), QProcess::NotRunning); }();
        return {
            process.exitCode(), process.readAllStandardOutput(), process.readAllStandardError()};
    }
    [[nodiscard]] static AllowedLogin loginOn(const LocalSshd &sshd)
    {
        return {
            sshd.endpoint().user.toUtf8(),
            {*HostKey::parse(readAll(sshd.hostKey() + QStringLiteral(".pub")))}};
    }
    [[nodiscard]] static Result<> started(RestrictedAgent &agent)
    {
        std::optional<Result<>> told;
        connect(&agent, &RestrictedAgent::ready, &agent, [&told](const Result<> &how) {
            QVERIFY(!told);
            told = how;
        });
        agent.start();
        [&] { QTRY_VERIFY(told.has_value()); }();
        disconnect(&agent, &RestrictedAgent::ready, &agent, nullptr);
        return told.value_or(Result<>());
    }
    static void begin(RestrictedAgent &agent)
    {
        const auto how = started(agent);
        QVERIFY2(how, how ? "" : qPrintable(how.error().text()));
    }

    std::unique_ptr<LocalSshd> m_sshd;
    std::unique_ptr<LocalSshd> m_other;

private slots:
    void initTestCase()
    {
        m_sshd = std::make_unique<LocalSshd>();
        m_other = std::make_unique<LocalSshd>();
        m_other->authorize(readAll(m_sshd->identity() + QStringLiteral(".pub")));
    }

    void proofsAreRead_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<bool>("isProof");
        const QByteArray whole = proofBytes("ada", Bound, "key", "host");
        QTest::newRow("one") << whole << true;
        QTest::newRow("good everywhere") << proofBytes("ada", "publickey", "key", "host") << false;
        QTest::newRow("more behind it") << proofBytes("ada", Bound, "key", "host", "x") << false;
        QTest::newRow("nothing") << QByteArray() << false;
        QTest::newRow("a signed file") << QByteArray("SSHSIG\0\0\0\1x", 11) << false;
        QByteArray other = whole;
        other[13] = char(51); // another message
        QTest::newRow("another message") << other << false;
        for (int size = 1; size < whole.size(); ++size) {
            QTest::newRow(qPrintable(QString::number(size))) << whole.left(size) << false;
        }
    }
    void proofsAreRead()
    {
        QFETCH(QByteArray, bytes);
        QFETCH(bool, isProof);
        const auto proof = LoginProof::parse(bytes);
        QCOMPARE(proof.has_value(), isProof);
        if (isProof) {
            QVERIFY(*proof == (LoginProof{"ada", "key", "host"}));
            QVERIFY(isAllowed(*proof, {{"ada", {{"t", "x"}, {"t", "host"}}}}));
            QVERIFY(!isAllowed(*proof, {{"eve", {{"t", "host"}}}, {"ada", {{"t", "x"}}}}));
            QVERIFY(!isAllowed(*proof, {}));
        }
    }

    void aLoginIsSignedWithAKeyFile()
    {
        RestrictedAgent agent(m_sshd->endpoint(), {}, {loginOn(*m_sshd)});
        begin(agent);
        const Outcome outcome = ssh(agent.socketPath(), *m_sshd, {});
        QVERIFY2(outcome.code == 0, outcome.err.constData());
        QCOMPARE(outcome.out, QByteArray("in\n"));
        QCOMPARE(agent.refusals(), 0);
    }

    void aLoginIsSignedByThePersonsAgent()
    {
        LocalAgent person;
        person.add(m_sshd->endpoint().identityFiles.front());
        Endpoint endpoint = m_sshd->endpoint();
        endpoint.identityFiles.clear();
        endpoint.useAgent = true;
        RestrictedAgent agent(endpoint, person.socket(), {loginOn(*m_sshd)});
        begin(agent);
        QCOMPARE(ssh(agent.socketPath(), *m_sshd, {}).out, QByteArray("in\n"));
        QCOMPARE(ssh(agent.socketPath(), *m_other, {}).out, QByteArray());
    }

    void nothingElseIsSigned_data()
    {
        QTest::addColumn<bool>("isOther");
        QTest::addColumn<QStringList>("options");
        QTest::addColumn<QString>("user");
        QTest::newRow("another server") << true << QStringList() << QString();
        QTest::newRow("a login that is good everywhere")
            << false << QStringList{"-o", "PubkeyAuthentication=unbound"} << QString();
        QTest::newRow("another user") << false << QStringList() << QStringLiteral("nobody");
    }
    void nothingElseIsSigned()
    {
        QFETCH(bool, isOther);
        QFETCH(QStringList, options);
        QFETCH(QString, user);
        RestrictedAgent agent(m_sshd->endpoint(), {}, {loginOn(*m_sshd)});
        begin(agent);
        const Outcome outcome =
            ssh(agent.socketPath(), isOther ? *m_other : *m_sshd, options, user);
        QCOMPARE(outcome.code, 255);
        QVERIFY2(outcome.err.contains("Permission denied"), outcome.err.constData());
        QVERIFY(agent.refusals() > 0 || !user.isEmpty());
    }

    void noFileIsSigned()
    {
        RestrictedAgent agent(m_sshd->endpoint(), {}, {loginOn(*m_sshd)});
        begin(agent);
        QTemporaryDir folder;
        writeAll(folder.filePath("text"), "text");
        QProcess process;
        auto environment = QProcessEnvironment::systemEnvironment();
        environment.insert("SSH_AUTH_SOCK", agent.socketPath());
        process.setProcessEnvironment(environment);
        process.start(
            "ssh-keygen",
            {"-Y", "sign", "-n", "file", "-f", m_sshd->endpoint().identityFiles.front() + ".pub",
             folder.filePath("text")});
        QTRY_COMPARE(process.state(), QProcess::NotRunning);
        QVERIFY(process.exitCode() != 0);
        QCOMPARE(agent.refusals(), 1);
    }

    void nothingOfItStays()
    {
        QString folder;
        {
            RestrictedAgent agent(m_sshd->endpoint(), {}, {loginOn(*m_sshd)});
            begin(agent);
            folder = QFileInfo(agent.socketPath()).path();
            QCOMPARE(
                QFile::permissions(folder) & (QFile::ReadGroup | QFile::ReadOther),
                QFile::Permissions());
        }
        QTRY_VERIFY(!QFile::exists(folder));
    }

    /// Reading key files, making a folder, ending a program: whoever starts a run does not wait.
    void whatTakesAMomentIsDoneInThePool()
    {
        auto agent = std::make_unique<RestrictedAgent>(
            m_sshd->endpoint(), QString(), std::vector{loginOn(*m_sshd)});
        int ready = 0;
        connect(agent.get(), &RestrictedAgent::ready, this, [&ready](const Result<> &how) {
            QVERIFY(how);
            ++ready;
        });
        {
            const tests::HeldPool held;
            agent->start();
            QCoreApplication::processEvents();
            QVERIFY(agent->socketPath().isEmpty()); // it does not know its keys yet
        }
        QTRY_COMPARE(ready, 1);
        const QString folder = QFileInfo(agent->socketPath()).path();
        QLocalSocket keys; // of the ssh-agent that has the file's
        keys.connectToServer(folder + QStringLiteral("/keys"));
        QTRY_COMPARE(keys.state(), QLocalSocket::ConnectedState);
        {
            const tests::HeldPool held;
            agent.reset();
            QVERIFY(QFile::exists(folder));
        }
        QVERIFY(!QFile::exists(folder));
        QTRY_COMPARE(keys.state(), QLocalSocket::UnconnectedState);
    }

    /// A run may end while an ssh of it is still connected.
    void itGoesWhileItIsAsked()
    {
        auto agent = std::make_unique<RestrictedAgent>(
            m_sshd->endpoint(), QString(), std::vector{loginOn(*m_sshd)});
        begin(*agent);
        QLocalSocket asker;
        asker.connectToServer(agent->socketPath());
        asker.write(agentprotocol::message(agentprotocol::RequestIdentities));
        QTRY_VERIFY(asker.bytesAvailable() > 0);
        agent.reset();
        QTRY_COMPARE(asker.state(), QLocalSocket::UnconnectedState);
    }

    /// No agent can be started for the key files: the person's is not taken for that one.
    void withoutAnAgentForTheFilesNoMoreIsOffered()
    {
        LocalAgent person;
        person.add(m_other->endpoint().identityFiles.front());
        Endpoint endpoint = m_sshd->endpoint();
        endpoint.useAgent = true;
        QTemporaryDir programs;
        QVERIFY(QFile::link("/bin/sh", programs.filePath("sh")));
        const QByteArray path = qgetenv("PATH");
        qputenv("PATH", programs.path().toLocal8Bit());
        RestrictedAgent agent(endpoint, person.socket(), {loginOn(*m_sshd)});
        const auto how = started(agent);
        qputenv("PATH", path);
        QVERIFY(!how); // the person's agent has other keys only
    }

    void withoutAKeyItSaysSo()
    {
        Endpoint endpoint = m_sshd->endpoint();
        endpoint.identityFiles = QStringList{QStringLiteral("/no/such/key")};
        LocalAgent person; // has none either
        for (const QString &socket : {QString(), person.socket(), QStringLiteral("/no/agent")}) {
            endpoint.useAgent = true;
            RestrictedAgent agent(endpoint, socket, {loginOn(*m_sshd)});
            QVERIFY(!started(agent));
        }
    }
};

QTEST_GUILESS_MAIN(TestRestrictedAgent)
#include "tst_restrictedagent.moc"
