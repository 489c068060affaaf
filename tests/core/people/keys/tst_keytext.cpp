// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/people/keys/keytext.h"
#include "core/people/keys/metadatakey.h"
#include "core/people/keys/textrules.h"
#include "tests/core/people/sshkeygen.h"

#include <QtTest>

using namespace podium;
using namespace podium::people;

namespace {

/// Made by ssh-keygen, which makes none any more since OpenSSH 10.
const QByteArray dsaKey =
    "ssh-dss AAAAB3NzaC1kc3MAAACBAPPNZ0H7q//nb5CJecBhGAxR8fnggUkDm6gPVtRJid6DXGYINFi1vlYe"
    "tgjosOGNTRHCI+UlglmQgj+crxUWJA0A1GGViPXDAxh5tCU+qQcd+pUcPAIXzOPQmv4D2jDfjs4iiiNXarMd"
    "lb98KXXM5+DgbehHvfWK+a4px/TvzvFZAAAAFQC52IUijbBDPd+HhyOl5za3v62zdwAAAIAXLh/6xwDDAyhB"
    "71ZDDrw44vR8lXfq9uPHu0T6Qg3gICgIURrN6/4XxMnf5BzOmzdJWw/cn/UmT2pi7ZFyXa5SIghl6E/7IwqN"
    "WRrNwBHe4l6muNtkD1JlexlAe2q2GRLBnGdKBQkrfW06QoVowIDRMGg82wfPrnu/NWd1xfGKvgAAAIBr0EZq"
    "LRWNp+kTWtM/fIVdz383mb8UldUe59L1sNXfbWFiUK2BGi26xpEZQgZfjaUiHuhZIRDEjTngyNJ8QaJ2daxO"
    "PZPD9Ft72I5iNu0Wo9wWC9MbK5u07O4n/605bsS3VwuzAVmc1fruyMwQ8HoVxw2aEBXuSFdxK/x9wlrpJg==";
const QByteArray keyA =
    "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIOMqqnkVzrm0SdG6UOoqKLsabgH5C9okWi0dh2l9GKJl";
const QByteArray keyB =
    "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIBmKMjIcBxu/+cLxgXqnCmXZVzR+yTsb5VgnQqGL6XkW";

QString firstRemark(const KeyText &text)
{
    return text.entries.empty() || text.entries[0].remarks.empty()
               ? QString()
               : text.entries[0].remarks[0].text;
}

} // namespace

class TestKeyText final : public QObject
{
    Q_OBJECT

private slots:
    void usable_data();
    void usable();
    void refused_data();
    void refused();
    void privateKeysAreNeverKept();
    void strength();
    void metadataLines();
    void metadataEdits();
    void metadataUndo();
    void logins_data();
    void logins();
    void personTexts_data();
    void personTexts();
};

void TestKeyText::usable_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<int>("keys");
    QTest::newRow("one") << keyA << 1;
    QTest::newRow("no line break at the end") << QByteArray(keyA + " me@lab") << 1;
    QTest::newRow("CRLF") << QByteArray(keyA + "\r\n" + keyB + "\r\n") << 2;
    QTest::newRow("comments and gaps") << QByteArray("# mine\n\n  \n" + keyA + "\n\n# end") << 1;
    QTest::newRow("byte order mark") << QByteArray("\xef\xbb\xbf" + keyA) << 1;
    QTest::newRow("comment in UTF-8") << QByteArray(keyA + " caf\xc3\xa9") << 1;
    QTest::newRow("shell text in a comment is only a comment")
        << QByteArray(keyA + " $(reboot); `id` 'x' \"y\" %h -rf") << 1;
    QTest::newRow("known options") << QByteArray("from=\"10.0.0.0/8\",no-pty " + keyA) << 1;
}

void TestKeyText::usable()
{
    QFETCH(QByteArray, text);
    QFETCH(int, keys);
    const KeyText read = readKeyText(text);
    QCOMPARE(int(read.entries.size()), keys);
    QVERIFY2(read.isUsable(), qPrintable(firstRemark(read)));
}

void TestKeyText::refused_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("why");
    QTest::newRow("no key") << QByteArray("hello") << "no public key";
    QTest::newRow("cut off") << keyA.left(50) << "damaged";
    QTest::newRow("twice") << QByteArray(keyA + " a\n" + keyA + " b") << "";
    QTest::newRow("carriage return inside") << QByteArray(keyA + " a\rb") << "line break";
    QTest::newRow("NUL") << QByteArray(keyA + " a" + QByteArray(1, '\0') + "b") << "NUL";
    QTest::newRow("escape") << QByteArray(keyA + " \x1b[2J") << "control character";
    QTest::newRow("C1") << QByteArray(keyA + " \xc2\x9b") << "control character";
    QTest::newRow("right to left") << QByteArray(
                                          keyA + " \xe2\x80\xae"
                                                 "cba")
                                   << "direction";
    QTest::newRow("zero width") << QByteArray(
                                       keyA + " a\xe2\x80\x8b"
                                              "b")
                                << "cannot be seen";
    QTest::newRow("line separator") << QByteArray(keyA + " a\xe2\x80\xa8" + keyB) << "line break";
    QTest::newRow("no UTF-8") << QByteArray(keyA + " \xff") << "no text";
    QTest::newRow("unknown option") << QByteArray("no-such " + keyA) << "\"no-such\" is no option";
    QTest::newRow("a known_hosts line") << QByteArray("tpu1 " + keyA) << "\"tpu1\" is no option";
    QTest::newRow("certificate") << QByteArray("ssh-ed25519-cert-v01@openssh.com AAAAIHNzaA== me")
                                 << "certificate";
    QTest::newRow("RFC 4716") << QByteArray("---- BEGIN SSH2 PUBLIC KEY ----\nAAAA\n")
                              << "RFC 4716";
    QTest::newRow("PEM") << QByteArray("-----BEGIN PUBLIC KEY-----\nMIIB\n") << "PEM";
    QTest::newRow("UTF-16") << QByteArray("\xff\xfes\0s\0h\0", 8) << "UTF-16";
    QTest::newRow("a line of 1 MB") << QByteArray(1 << 20, 'A') << "too long";
    QTest::newRow("a long line") << QByteArray(keyA + ' ' + QByteArray(20000, 'x')) << "too long";
}

void TestKeyText::refused()
{
    QFETCH(QByteArray, text);
    QFETCH(QString, why);
    const KeyText read = readKeyText(text);
    QVERIFY(!read.isUsable());
    QVERIFY(!read.hasPrivateKey);
    QVERIFY2(firstRemark(read).contains(why), qPrintable(firstRemark(read)));
}

void TestKeyText::privateKeysAreNeverKept()
{
    QTemporaryDir folder;
    QVERIFY(!tests::makeKey(folder.path(), "k", {"-t", "ed25519"}).isEmpty());
    QFile file(folder.filePath("k"));
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QByteArray whole = file.readAll();
    const QByteArray body = whole.mid(whole.indexOf('\n') + 1, 60);
    const QList<QByteArray> texts = {
        whole, keyA + '\n' + whole, body, "PuTTY-User-Key-File-3: ssh-ed25519\n",
        "-----BEGIN RSA PRIVATE KEY-----\nMIIE\n"};
    for (const QByteArray &text : texts) {
        const KeyText read = readKeyText(text);
        QVERIFY2(read.hasPrivateKey, text.constData());
        QVERIFY(!read.isUsable());
        QCOMPARE(int(read.entries.size()), 1);
        QVERIFY(!read.entries[0].line);
        QVERIFY(firstRemark(read).contains("PRIVATE"));
        QVERIFY(!firstRemark(read).contains(QString::fromLatin1(body.left(20))));
    }
}

void TestKeyText::strength()
{
    QTemporaryDir folder;
    const auto judge = [&folder](const QStringList &how) {
        static int count = 0;
        const KeyText read =
            readKeyText(tests::makeKey(folder.path(), QStringLiteral("s%1").arg(++count), how));
        return read.entries.empty() || read.entries[0].remarks.empty()
                   ? -1
                   : int(read.entries[0].remarks[0].severity);
    };
    QCOMPARE(judge({"-t", "rsa", "-b", "1024"}), int(Severity::Refused));
    QCOMPARE(judge({"-t", "rsa", "-b", "2048"}), int(Severity::Warning));
    QCOMPARE(judge({"-t", "rsa", "-b", "3072"}), -1);
    const KeyText old = readKeyText(dsaKey);
    QCOMPARE(old.entries.at(0).remarks.at(0).severity, Severity::Refused);
    QCOMPARE(judge({"-t", "ecdsa"}), -1);
    QCOMPARE(judge({"-t", "ed25519"}), -1);
    const KeyText authority = readKeyText("cert-authority " + keyA);
    QVERIFY(authority.isUsable());
    QCOMPARE(authority.entries[0].remarks[0].severity, Severity::Warning);
    QVERIFY(firstRemark(authority).contains("certifies"));
}

void TestKeyText::metadataLines()
{
    const KeyText read = readKeyText(
        "user1:" + keyA + " user1\ncollab.b:" + keyB +
        " google-ssh {\"userName\":\"b@example.com\",\"expireOn\":\"2026-12-04T20:12:00+0000\"}");
    QCOMPARE(int(read.entries.size()), 2);
    QVERIFY(read.isUsable());
    QCOMPARE(read.entries[0].metadataUser, QStringLiteral("user1"));
    QCOMPARE(read.entries[0].expires, std::optional<QDateTime>());
    QCOMPARE(read.entries[1].metadataUser, QStringLiteral("collab.b"));
    QCOMPARE(
        read.entries[1].expires,
        std::optional(QDateTime(QDate(2026, 12, 4), QTime(20, 12), Qt::UTC)));
    QVERIFY(!metadataExpiry("google-ssh {\"expireOn\":\"tomorrow\"}"));
    QVERIFY(!metadataExpiry("google-ssh not json"));
}

void TestKeyText::metadataEdits()
{
    const QByteArray before = "user1:" + keyA + " user1\r\n\nnot a key line\nother:" + keyB + " o";
    const UserName user = *UserName::parse("collab-a");
    const KeyLine key = *parseKeyLine(keyB + " collab-a@lab");
    const QByteArray added = withMetadataKey(before, user, key, std::nullopt);
    QCOMPARE(added, before + "\ncollab-a:" + keyB + " collab-a@lab");
    QCOMPARE(withMetadataKey(added, user, key, std::nullopt), added);
    QCOMPARE(withoutMetadataKey(added, "collab-a", key.key), before);
    QCOMPARE(withoutMetadataKey(before, "collab-a", key.key), before);
    // Another end replaces the line instead of adding a second one.
    const QDateTime end(QDate(2026, 12, 4), QTime(20, 12), Qt::UTC);
    const QByteArray until = withMetadataKey(added, user, key, end);
    const auto keys = readMetadataKeys(until);
    QCOMPARE(int(keys.size()), 4);
    // In the digits that Google reads: CMakeLists.txt runs this in Arabic, too.
    QCOMPARE(keys[3].expires, std::optional(end));
    QCOMPARE(withoutMetadataKey(until, "collab-a", key.key), before);
    QCOMPARE(withMetadataKey({}, user, key, std::nullopt), "collab-a:" + keyB + " collab-a@lab");
}

void TestKeyText::metadataUndo()
{
    const QByteArray one = "ada:" + keyA + " one";
    const QByteArray two = "ada:" + keyA + " two";
    const QByteArray before = one + "\nben:" + keyB + " b\n" + two + "\n";
    const QByteArray after = withoutMetadataKey(before, "ada", parseKeyLine(keyA)->key);
    QCOMPARE(after, "ben:" + keyB + " b\n");
    QCOMPARE(undoneMetadata(after, before, after), before);
    // Beside what others wrote meanwhile, and put back.
    QCOMPARE(
        undoneMetadata("eve: e\n" + after, before, after),
        one + "\neve: e\nben:" + keyB + " b\n" + two + "\n");
    QCOMPARE(undoneMetadata(after + two, before, after), one + "\nben:" + keyB + " b\n" + two);
    // An addition goes, and nothing else.
    QCOMPARE(undoneMetadata(before + "new\nmore", before, before + "new"), before + "more");
    QCOMPARE(undoneMetadata(before + "new", before, before + "new"), before);
    // The same line twice.
    const QByteArray twice = one + '\n' + one;
    QCOMPARE(undoneMetadata("x", twice, {}), one + '\n' + one + "\nx");
}

void TestKeyText::logins_data()
{
    QTest::addColumn<QString>("login");
    QTest::addColumn<bool>("fine");
    for (const char *fine : {"user1", "collab-a", "_a", "a_b-c", "a"}) {
        QTest::newRow(fine) << QString(fine) << true;
    }
    const QStringList bad = {
        "",
        "1user",
        "-rf",
        "User",
        "a b",
        "a;b",
        "$(id)",
        "a\nb",
        "a'b",
        "a\"b",
        "a:b",
        "a/b",
        "a.b",
        "a%h",
        "..",
        QString("a").repeated(33),
        "root",
        "ubuntu",
        "daemon",
        "www-data",
        "systemd-anything",
        "docker",
        "google-sudoers",
        "sa_1234",
        QString("a") + QChar(0x202e),
        QString("a") + QChar(0),
        QString(1 << 20, 'a')};
    for (int i = 0; i < bad.size(); ++i) {
        QTest::newRow(qPrintable(QString("bad %1").arg(i))) << bad[i] << false;
    }
}

void TestKeyText::logins()
{
    QFETCH(QString, login);
    QFETCH(bool, fine);
    QCOMPARE(parseLogin(login).has_value(), fine);
}

void TestKeyText::personTexts_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<bool>("name");
    QTest::addColumn<bool>("email");
    QTest::addColumn<bool>("shell");
    QTest::addColumn<bool>("group");
    QTest::newRow("empty") << "" << true << true << true << false;
    QTest::newRow("plain") << "user1" << true << false << false << true;
    QTest::newRow("mail") << "a.b+c@lab.example.com" << true << true << false << false;
    QTest::newRow("path") << "/bin/bash" << true << false << true << false;
    QTest::newRow("dots") << "/bin/../bin/bash" << true << false << false << false;
    QTest::newRow("colon") << "a:b" << false << false << false << false;
    QTest::newRow("comma") << "a,b" << false << false << false << false;
    QTest::newRow("line break") << "a@b\nc" << false << false << false << false;
    QTest::newRow("bcc") << "a@b.c?bcc=x" << true << false << false << false;
    QTest::newRow("two addresses") << "a@b,c@d" << false << false << false << false;
    QTest::newRow("markup") << "<b>x</b>" << true << false << false << false;
    QTest::newRow("right to left")
        << QString("a") + QChar(0x202e) << false << false << false << false;
    QTest::newRow("root's group") << "google-sudoers" << true << false << false << false;
    QTest::newRow("long") << QString(300, 'a') << false << false << false << false;
}

void TestKeyText::personTexts()
{
    QFETCH(QString, text);
    QFETCH(bool, name);
    QFETCH(bool, email);
    QFETCH(bool, shell);
    QFETCH(bool, group);
    QCOMPARE(checkFullName(text).has_value(), name);
    QCOMPARE(checkEmail(text).has_value(), email);
    QCOMPARE(checkShell(text).has_value(), shell);
    QCOMPARE(checkGroup(text).has_value(), group);
}

QTEST_GUILESS_MAIN(TestKeyText)
#include "tst_keytext.moc"
