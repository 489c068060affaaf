// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/people/keys/keyline.h"
#include "core/people/keys/keyoptions.h"
#include "core/people/keys/publickey.h"
#include "tests/core/people/sshkeygen.h"

#include <QProcess>
#include <QRandomGenerator>
#include <QtTest>

using namespace podium;
using namespace podium::people;

namespace {

const QByteArray ed25519 =
    "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIOMqqnkVzrm0SdG6UOoqKLsabgH5C9okWi0dh2l9GKJl";

/// One change somewhere in a line, of characters that a line of text can have.
QByteArray mutate(QByteArray line, QRandomGenerator &random)
{
    static const QByteArray alphabet = " \t\"\\,=#:+/@-.AZaz09Q";
    const int at = random.bounded(line.size());
    const char c = alphabet[random.bounded(alphabet.size())];
    switch (random.bounded(5)) {
    case 0:
        line[at] = c;
        break;
    case 1:
        line.insert(at, c);
        break;
    case 2:
        line.remove(at, 1 + random.bounded(4));
        break;
    case 3:
        line = line.left(at);
        break;
    default:
        line.prepend(c);
        break;
    }
    return line;
}

bool opensshKnows(const QByteArray &type)
{
    QProcess ssh;
    ssh.start("ssh", {"-Q", "key"});
    return ssh.waitForFinished(-1) && ssh.readAllStandardOutput().split('\n').contains(type);
}

/// Lines of which ssh-keygen says nothing: empty, comments, and one word that goes on to the end.
bool isPassedOverSilently(const QByteArray &line)
{
    const QByteArray trimmed = line.trimmed();
    return trimmed.isEmpty() || trimmed.startsWith('#') ||
           keyOptionsLength(trimmed).value_or(trimmed.size()) == trimmed.size();
}

} // namespace

class TestPublicKey final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void sameVerdictAsSshKeygen();
    void sameVerdictOnBlobs();
    void sameVerdictOnNamesInBlobs();
    void canonicalForm();
    void options_data();
    void options();
    void lines_data();
    void lines();

private:
    QTemporaryDir m_folder;
    QList<QByteArray> m_keys;
};

void TestPublicKey::initTestCase()
{
    QList<QStringList> kinds = {
        {"-t", "ed25519", "-C", "collab-a@lab"},
        {"-t", "rsa", "-b", "1024", "-C", "short"},
        {"-t", "rsa", "-b", "2048", "-C", ""},
        {"-t", "rsa", "-b", "3072"},
        {"-t", "ecdsa", "-b", "256"},
        {"-t", "ecdsa", "-b", "384"},
        {"-t", "ecdsa", "-b", "521"},
    };
    if (opensshKnows("ssh-dss")) { // OpenSSH 10 does not, so that it has no verdict on one
        kinds << QStringList{"-t", "dsa"};
    }
    for (const QStringList &kind : qAsConst(kinds)) {
        const QByteArray key =
            tests::makeKey(m_folder.path(), QStringLiteral("key%1").arg(m_keys.size()), kind);
        QVERIFY2(!key.isEmpty(), qPrintable(kind.join(' ')));
        m_keys.append(key);
    }
    // Keys in security keys: the same numbers with the application that they are bound to.
    const auto withApplication = [](const QByteArray &line, const QByteArray &type) -> QByteArray {
        QByteArray blob = QByteArray::fromBase64(line.split(' ')[1]);
        blob = blob.mid(4 + line.split(' ')[0].size());
        const QByteArray size =
            QByteArray::fromHex(QByteArray::number(0x100 + type.size(), 16).mid(1));
        blob = QByteArray(3, '\0') + size + type + blob + QByteArray("\0\0\0\4ssh:", 8);
        return type + ' ' + blob.toBase64() + " sk";
    };
    m_keys.append(withApplication(m_keys[0], "sk-ssh-ed25519@openssh.com"));
    m_keys.append(withApplication(m_keys[4], "sk-ecdsa-sha2-nistp256@openssh.com"));
}

void TestPublicKey::sameVerdictAsSshKeygen()
{
    QRandomGenerator random(20260301);
    QList<QByteArray> lines = m_keys;
    for (const QByteArray &key : m_keys) {
        lines.append("command=\"echo \\\"a b\\\"\",from=\"10.0.0.0/8,*.lab\" " + key);
        lines.append("\t " + key);
        lines.append("1024 " + key);
        lines.append("host,10.0.0.1 " + key);
        lines.append("\"" + key);
        lines.append(key.left(key.size() / 2));
        for (const char *word : {"rsa-sha2-512 ", "webauthn-sk-ecdsa-sha2-nistp256@openssh.com "}) {
            lines.append(word + key.mid(key.indexOf(' ') + 1));
        }
        for (int i = 0; i < 300; ++i) {
            lines.append(mutate(i % 3 == 0 ? "no-pty,command=\"x y\" " + key : key, random));
        }
    }
    lines.removeAll(QByteArray());
    const tests::KeygenVerdict verdict = tests::askKeygen(lines);
    QVERIFY(verdict.keys.size() > 400);
    QVERIFY(verdict.refusedLines.size() > 500);
    int nextKey = 0;
    for (int i = 0; i < lines.size(); ++i) {
        const auto ours = parseKeyLine(lines[i]);
        const bool theirs =
            !verdict.refusedLines.contains(i + 1) && !isPassedOverSilently(lines[i]);
        QVERIFY2(ours.has_value() == theirs, lines[i].constData());
        if (!theirs) {
            continue;
        }
        const QByteArray said = verdict.keys.value(nextKey++);
        const QString head =
            QStringLiteral("%1 %2 ").arg(ours->key.bits()).arg(ours->key.fingerprint());
        const QString tail = QStringLiteral("(%1)").arg(keyTypeName(ours->key.type()));
        QVERIFY2(QString::fromUtf8(said).startsWith(head), said.constData());
        QVERIFY2(QString::fromUtf8(said).endsWith(tail), said.constData());
    }
    QCOMPARE(nextKey, verdict.keys.size());
}

void TestPublicKey::sameVerdictOnBlobs()
{
    // The text form is intact here; what is inside is not.
    QRandomGenerator random(7);
    QList<QByteArray> lines;
    for (const QByteArray &key : m_keys) {
        const QByteArray type = key.split(' ')[0];
        const QByteArray blob = QByteArray::fromBase64(key.split(' ')[1]);
        for (int i = 0; i < 200; ++i) {
            QByteArray changed = blob;
            const int at = random.bounded(blob.size());
            switch (i % 4) {
            case 0:
                changed[at] = char(changed[at] ^ (1 << random.bounded(8)));
                break;
            case 1:
                changed = changed.left(at);
                break;
            case 2:
                changed.append(char(random.bounded(256)));
                break;
            default:
                changed.insert(at, char(random.bounded(256)));
                break;
            }
            lines.append(type + ' ' + changed.toBase64() + " c");
        }
    }
    const tests::KeygenVerdict verdict = tests::askKeygen(lines);
    int nextKey = 0;
    for (int i = 0; i < lines.size(); ++i) {
        const auto ours = parseKeyLine(lines[i]);
        QVERIFY2(ours.has_value() != verdict.refusedLines.contains(i + 1), lines[i].constData());
        if (ours) {
            const QByteArray said = verdict.keys.value(nextKey++);
            QVERIFY2(said.contains(ours->key.fingerprint().toLatin1()), said.constData());
        }
    }
    QVERIFY(nextKey > 100);
}

void TestPublicKey::sameVerdictOnNamesInBlobs()
{
    QList<QByteArray> names{
        "rsa-sha2-256", "rsa-sha2-512", "webauthn-sk-ecdsa-sha2-nistp256@openssh.com",
        "rsa",          "RSA",          "dsa",
        "ed25519",      "Ed25519",      "ED25519-SK",
        "ed25519-sk",   "ecdsa",        "ECDSA",
        "ECDSA-SK",     "SSH-ED25519",  "rsa-SHA2-256",
        "ed25519-cert", "ssh-ed25519 ", ""};
    for (const QByteArray &key : qAsConst(m_keys)) {
        names << key.split(' ')[0];
    }
    QList<QByteArray> lines;
    for (const QByteArray &key : qAsConst(m_keys)) {
        const QByteArray type = key.split(' ')[0];
        const QByteArray fields = QByteArray::fromBase64(key.split(' ')[1]).mid(4 + type.size());
        for (const QByteArray &name : qAsConst(names)) {
            const QByteArray blob = QByteArray(3, '\0') + char(name.size()) + name + fields;
            lines << type + ' ' + blob.toBase64() + " c";
            lines << name + ' ' + blob.toBase64() + " c";
        }
    }
    const tests::KeygenVerdict verdict = tests::askKeygen(lines);
    // OpenSSH 10 takes none of the short names, as it has no DSA; the sshds of workers, which are
    // older, do.
    const bool takesShortNames = opensshKnows("ssh-dss");
    int nextKey = 0;
    for (int i = 0; i < lines.size(); ++i) {
        const auto ours = parseKeyLine(lines[i]);
        const bool theirs =
            !verdict.refusedLines.contains(i + 1) && !isPassedOverSilently(lines[i]);
        const QByteArray name = names[i / 2 % names.size()];
        if (!takesShortNames && ours && !theirs && !name.contains("ssh") &&
            !name.contains("sha2")) {
            continue;
        }
        QVERIFY2(ours.has_value() == theirs, lines[i].constData());
        if (ours) {
            const QByteArray said = verdict.keys.value(nextKey++);
            QVERIFY2(said.contains(ours->key.fingerprint().toLatin1()), said.constData());
            QVERIFY(said.contains(keyTypeName(ours->key.type()).toLatin1()));
            QCOMPARE(PublicKey::parse(ours->key.text()), std::optional(ours->key));
        }
    }
    QCOMPARE(nextKey, verdict.keys.size());
    QVERIFY(nextKey > 2 * m_keys.size());
}

void TestPublicKey::canonicalForm()
{
    for (const QByteArray &line : qAsConst(m_keys)) {
        const auto parsed = parseKeyLine(line);
        QVERIFY(parsed);
        QVERIFY(line.startsWith(parsed->key.text()));
        QCOMPARE(PublicKey::parse(parsed->key.text()), std::optional(parsed->key));
        QVERIFY(!parsed->key.isDegenerate());
    }
    // A leading zero more in a number is the same key to OpenSSH.
    const QByteArray blob = QByteArray::fromBase64(m_keys[2].split(' ')[1]);
    QByteArray padded = blob;
    padded[14] = 4;
    padded.insert(15, '\0');
    QCOMPARE(PublicKey::fromBlob(padded)->blob(), blob);
    // With the exponent 1 a signature is the message itself.
    QByteArray one = blob;
    one.replace(11, 7, QByteArray("\0\0\0\1\1", 5));
    QVERIFY(PublicKey::fromBlob(one));
    QVERIFY(PublicKey::fromBlob(one)->isDegenerate());
}

void TestPublicKey::options_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<int>("count"); // -1: refused
    QTest::newRow("none") << QByteArray() << 0;
    QTest::newRow("flag") << QByteArray("no-pty") << 1;
    QTest::newRow("any case") << QByteArray("No-PTY,X11-Forwarding") << 2;
    QTest::newRow("quotes and commas")
        << QByteArray(R"(from="10.0.0.0/8,*.lab",command="echo \"a, b\"",restrict)") << 3;
    QTest::newRow("expiry") << QByteArray(R"(expiry-time="20261231")") << 1;
    QTest::newRow("twice allowed") << QByteArray(R"(permitopen="a:1",permitopen="b:2")") << 2;
    QTest::newRow("twice") << QByteArray(R"(command="a",command="b")") << -1;
    QTest::newRow("no value") << QByteArray("command") << -1;
    QTest::newRow("unquoted") << QByteArray("command=ls") << -1;
    QTest::newRow("open quote") << QByteArray(R"(command="ls)") << -1;
    QTest::newRow("value of a flag") << QByteArray(R"(no-pty="x")") << -1;
    QTest::newRow("unknown") << QByteArray("no-such") << -1;
    QTest::newRow("cannot be negated") << QByteArray("no-restrict") << -1;
    QTest::newRow("comma at the end") << QByteArray("no-pty,") << -1;
    QTest::newRow("two commas") << QByteArray("no-pty,,restrict") << -1;
    QTest::newRow("after a value") << QByteArray(R"(command="a"b)") << -1;
    QTest::newRow("a host name") << QByteArray("tpu1,10.0.0.1") << -1;
}

void TestPublicKey::options()
{
    QFETCH(QByteArray, text);
    QFETCH(int, count);
    const auto options = parseKeyOptions(text);
    QCOMPARE(options ? int(options->size()) : -1, count);
    if (text.contains("echo")) {
        QCOMPARE(*options->at(1).value, QByteArray("echo \"a, b\""));
    }
}

void TestPublicKey::lines_data()
{
    QTest::addColumn<QByteArray>("line");
    QTest::addColumn<QByteArray>("options");
    QTest::addColumn<QByteArray>("comment");
    QTest::newRow("bare") << ed25519 << QByteArray() << QByteArray();
    QTest::newRow("comment") << QByteArray(ed25519 + " a b  c ") << QByteArray()
                             << QByteArray("a b  c ");
    QTest::newRow("options") << QByteArray("no-pty,command=\"a b\" " + ed25519 + " me")
                             << QByteArray("no-pty,command=\"a b\"") << QByteArray("me");
    QTest::newRow("tabs") << QByteArray("\t no-pty\t" + ed25519 + "\tme") << QByteArray("no-pty")
                          << QByteArray("me");
}

void TestPublicKey::lines()
{
    QFETCH(QByteArray, line);
    QFETCH(QByteArray, options);
    QFETCH(QByteArray, comment);
    const auto parsed = parseKeyLine(line);
    QVERIFY(parsed);
    QCOMPARE(parsed->options, options);
    QCOMPARE(parsed->comment, comment);
    QCOMPARE(parsed->key.text(), ed25519);
}

QTEST_GUILESS_MAIN(TestPublicKey)
#include "tst_publickey.moc"
