// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/ssh/keys/hostkey.h"
#include "core/ssh/libssh/keyprobe.h"
#include "tests/core/ssh/localsshd.h"

using namespace podium;
using namespace podium::ssh;
using namespace podium::ssh::test;
using namespace std::chrono_literals;

namespace {

constexpr std::chrono::milliseconds Long{Patience};

} // namespace

/// What the real sshd says to public keys alone.
class TestKeyProbe final : public QObject
{
    Q_OBJECT

private slots:
    void kinds_data();
    void kinds();
    void manyKeysAtOnce();
    void hostKeyComesFirst();
    void nobodyAnswers();
    void noSuchLogin();

private:
    [[nodiscard]] QByteArray blobOf(const QString &name, const QString &type = "ed25519")
    {
        const QString path = m_keys.filePath(name);
        if (!QFile::exists(path)) {
            makeKey(path, type);
        }
        return HostKey::parse(publicText(path).toLatin1())->blob;
    }
    QTemporaryDir m_keys;
};

void TestKeyProbe::kinds_data()
{
    QTest::addColumn<QString>("type");
    QTest::newRow("ed25519") << "ed25519";
    QTest::newRow("rsa") << "rsa";
    QTest::newRow("ecdsa") << "ecdsa";
}

void TestKeyProbe::kinds()
{
    QFETCH(QString, type);
    LocalSshd sshd;
    HostKeyStore store(m_keys.filePath("known"));
    store.forget(sshd.endpoint().hostKeyAlias);
    const QByteArray known = blobOf("known-" + type, type);
    const QByteArray other = blobOf("other-" + type, type);
    sshd.authorize(readAll(m_keys.filePath("known-" + type + ".pub")));
    const auto answers = probeKeys({sshd.endpoint(), {known, other, known}, Long}, store);
    QVERIFY2(answers.has_value(), answers ? "" : qPrintable(answers.error().text()));
    QCOMPARE(*answers, (QList<bool>{true, false, true}));
    QVERIFY(!sshd.log().contains("Accepted publickey"));
    sshd.authorize({});
    QCOMPARE(*probeKeys({sshd.endpoint(), {known}, Long}, store), QList<bool>{false});
}

void TestKeyProbe::manyKeysAtOnce()
{
    LocalSshd sshd;
    HostKeyStore store(m_keys.filePath("known2"));
    QList<QByteArray> blobs;
    for (int i = 0; i < MostProbedKeys; ++i) {
        blobs << blobOf(QStringLiteral("k%1").arg(i));
    }
    const auto answers = probeKeys({sshd.endpoint(), blobs, Long}, store);
    QVERIFY2(answers.has_value(), answers ? "" : qPrintable(answers.error().text()));
    QCOMPARE(answers->size(), MostProbedKeys);
    QVERIFY(!answers->contains(true));
}

void TestKeyProbe::hostKeyComesFirst()
{
    LocalSshd sshd;
    HostKeyStore store(m_keys.filePath("known3"));
    Endpoint endpoint = sshd.endpoint();
    endpoint.pinnedHostKeys = QStringList{publicText(sshd.identity())}; // of something else
    const auto answers = probeKeys({endpoint, {blobOf("k0")}, Long}, store);
    QVERIFY(!answers);
    QCOMPARE(answers.error().kind, ErrorKind::HostKey);
    QVERIFY(!sshd.log().contains("publickey"));
}

void TestKeyProbe::nobodyAnswers()
{
    quint16 port = 0;
    const int silent = boundSocket(port);
    Endpoint endpoint;
    endpoint.address = "127.0.0.1";
    endpoint.port = port;
    endpoint.user = "ada";
    endpoint.hostKeyAlias = "tpu.1-0";
    HostKeyStore store(m_keys.filePath("known4"));
    const auto late = probeKeys({endpoint, {blobOf("k0")}, 300ms}, store);
    QVERIFY(!late);
    QCOMPARE(late.error().kind, ErrorKind::Timeout);
    ::close(silent);
    const Descriptor refusing(boundSocket(port, false)); // nobody else may listen there
    QVERIFY(refusing.get() >= 0);
    const auto none = probeKeys({endpoint, {blobOf("k0")}, Long}, store);
    QVERIFY(!none);
    QCOMPARE(none.error().kind, ErrorKind::Network);
}

void TestKeyProbe::noSuchLogin()
{
    LocalSshd sshd;
    HostKeyStore store(m_keys.filePath("known5"));
    Endpoint endpoint = sshd.endpoint();
    endpoint.user = "nobody-of-that-name";
    const auto answers = probeKeys(
        {endpoint, {HostKey::parse(publicText(sshd.identity()).toLatin1())->blob}, Long}, store);
    QVERIFY2(answers.has_value(), answers ? "" : qPrintable(answers.error().text()));
    QCOMPARE(*answers, QList<bool>{false});
}

QTEST_GUILESS_MAIN(TestKeyProbe)
#include "tst_keyprobe.moc"
