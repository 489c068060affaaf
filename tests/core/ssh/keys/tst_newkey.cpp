// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
//
// Keys that Podium makes, read by the real ssh-keygen.
#include "core/ssh/keys/newkey.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QProcess>
#include <QTemporaryDir>
#include <QtTest>

#include <cerrno>
#include <ctime>

#include <fcntl.h>
#include <sys/stat.h>

using namespace podium;
using namespace podium::ssh;

namespace {

struct Answer
{
    int code = -1;
    QByteArray out;
};

Answer keygen(const QStringList &arguments)
{
    QProcess process;
    process.setStandardInputFile(QProcess::nullDevice());
    process.start("ssh-keygen", arguments);
    const bool isOver = process.waitForFinished(-1);
    return {isOver ? process.exitCode() : -1, process.readAllStandardOutput().trimmed()};
}

QByteArray contentOf(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray("unreadable");
}

int modeOf(const QString &path)
{
    struct stat info = {};
    return ::stat(QFile::encodeName(path).constData(), &info) == 0 ? int(info.st_mode & 07777) : -1;
}

QStringList namesIn(const QString &folder)
{
    return QDir(folder).entryList(
        QDir::AllEntries | QDir::Hidden | QDir::System | QDir::NoDotAndDotDot);
}

} // namespace

class TestNewKey final : public QObject
{
    Q_OBJECT

private slots:
    void opensshReadsIt_data();
    void opensshReadsIt();
    void nothingIsWrittenOver_data();
    void nothingIsWrittenOver();
    void withoutHardLinks();
    void aFolderThatCannotBe();
    void theCommentStaysOnItsLine();
    void whatAKilledOneHasLeftGoes();
};

void TestNewKey::opensshReadsIt_data()
{
    QTest::addColumn<QByteArray>("passphrase");
    QTest::newRow("none") << QByteArray();
    QTest::newRow("words") << QByteArray("correct horse battery staple");
    QTest::newRow("odd characters") << QByteArray("a'b\"c$(d) \\ %s ü");
    QTest::newRow("long") << QByteArray(500, 'p');
}

void TestNewKey::opensshReadsIt()
{
    QFETCH(QByteArray, passphrase);
    const QTemporaryDir home;
    const QString folder = home.filePath("new/.ssh");
    const auto key = makeKeyPair(folder + "/id", passphrase, "ada@laptop");
    QVERIFY2(key.has_value(), key ? "" : qPrintable(key.error().text()));
    QCOMPARE(key->path, folder + "/id");
    QCOMPARE(modeOf(folder), 0700);
    QCOMPARE(modeOf(key->path), 0600);
    QCOMPARE(modeOf(key->path + ".pub"), 0644);
    QCOMPARE(contentOf(key->path + ".pub"), key->publicLine + '\n');
    QVERIFY2(key->publicLine.endsWith(" ada@laptop"), key->publicLine.constData());
    QVERIFY(contentOf(key->path).startsWith("-----BEGIN OPENSSH PRIVATE KEY-----\n"));
    QCOMPARE(namesIn(folder), (QStringList{"id", "id.pub"}));
    const Answer opened = keygen({"-y", "-P", QString::fromUtf8(passphrase), "-f", key->path});
    QCOMPARE(opened.code, 0);
    QCOMPARE(opened.out.split(' ').mid(0, 2), key->publicLine.split(' ').mid(0, 2));
    if (!passphrase.isEmpty()) {
        QVERIFY(keygen({"-y", "-P", "", "-f", key->path}).code != 0);
        QVERIFY(keygen({"-y", "-P", "something else", "-f", key->path}).code != 0);
    }
    const Answer fingerprint = keygen({"-l", "-f", key->path + ".pub"});
    QVERIFY2(fingerprint.out.endsWith("ada@laptop (ED25519)"), fingerprint.out.constData());
    const auto other = makeKeyPair(folder + "/id2", passphrase, "ada@laptop");
    QVERIFY(other && other->publicLine != key->publicLine);
}

void TestNewKey::nothingIsWrittenOver_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<bool>("isLink");
    QTest::newRow("the private half") << "id" << false;
    QTest::newRow("the public half") << "id.pub" << false;
    QTest::newRow("a link to nowhere") << "id" << true;
}

void TestNewKey::nothingIsWrittenOver()
{
    QFETCH(QString, name);
    QFETCH(bool, isLink);
    const QTemporaryDir folder;
    if (isLink) {
        QVERIFY(QFile::link("/nowhere/at/all", folder.filePath(name)));
    } else {
        QFile file(folder.filePath(name));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("precious");
    }
    const auto key = makeKeyPair(folder.filePath("id"), "secret", "c");
    QVERIFY(!key);
    QCOMPARE(key.error().kind, ErrorKind::AlreadyExists);
    QCOMPARE(namesIn(folder.path()), QStringList{name});
    if (!isLink) {
        QCOMPARE(contentOf(folder.filePath(name)), QByteArray("precious"));
    }
}

/// As on exFAT and over FUSE.
void TestNewKey::withoutHardLinks()
{
    const auto refusing = [](int number) {
        return [number](int, const char *, int, const char *) {
            errno = number;
            return -1;
        };
    };
    const MoveCalls calls{refusing(EINVAL), refusing(EPERM)};
    const QTemporaryDir folder;
    const QString path = folder.filePath("id");
    const auto key = makeKeyPair(path, {}, "c", calls);
    QVERIFY2(key.has_value(), key ? "" : qPrintable(key.error().text()));
    QCOMPARE(namesIn(folder.path()), (QStringList{"id", "id.pub"}));
    QCOMPARE(modeOf(path), 0600);
    QCOMPARE(modeOf(path + ".pub"), 0644);
    QCOMPARE(keygen({"-y", "-f", path}).out.split(' ')[1], key->publicLine.split(' ')[1]);
    const auto again = makeKeyPair(path, {}, "c", calls);
    QVERIFY(!again);
    QCOMPARE(again.error().kind, ErrorKind::AlreadyExists);
}

void TestNewKey::aFolderThatCannotBe()
{
    const QTemporaryDir folder;
    QFile file(folder.filePath("file"));
    QVERIFY(file.open(QIODevice::WriteOnly));
    const auto key = makeKeyPair(folder.filePath("file/.ssh/id"), {}, "c");
    QVERIFY(!key);
    QCOMPARE(key.error().kind, ErrorKind::Io);
    QVERIFY(!key.error().summary.isEmpty());
}

void TestNewKey::theCommentStaysOnItsLine()
{
    const QTemporaryDir folder;
    const auto key = makeKeyPair(folder.filePath("id"), {}, "a\nssh-rsa AAAA b\x1b[2J");
    QVERIFY(key);
    QCOMPARE(contentOf(key->path + ".pub").count('\n'), 1);
    QVERIFY(!key->publicLine.contains('\x1b'));
}

/// A private key on the disk that nobody knows of; nothing that only looks alike is touched.
void TestNewKey::whatAKilledOneHasLeftGoes()
{
    const QTemporaryDir home;
    const QString folder = home.path();
    const auto make = [&folder](const QString &name, int minutesAgo) {
        QVERIFY(QDir(folder).mkdir(name));
        QFile file(folder + '/' + name + "/key");
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("-----BEGIN OPENSSH PRIVATE KEY-----");
        file.close();
        struct timespec times[2] = {};
        times[0].tv_sec = times[1].tv_sec = ::time(nullptr) - 60 * minutesAgo;
        const QByteArray path = QFile::encodeName(folder + '/' + name);
        QCOMPARE(::utimensat(AT_FDCWD, path.constData(), times, 0), 0);
    };
    make(".podium-key-abcXYZ", 120);
    make(".podium-key-atwork", 5);
    make(".podium-key-notes", 120);
    make("others", 120);
    QVERIFY(QFile::link(folder + "/others", folder + "/.podium-key-linked"));
    QVERIFY(makeKeyPair(folder + "/id", {}, "c"));
    const QStringList left{
        ".podium-key-atwork", ".podium-key-linked", ".podium-key-notes", "id", "id.pub", "others"};
    QCOMPARE(namesIn(folder), left);
    QVERIFY(QFile::exists(folder + "/others/key"));
}

QTEST_GUILESS_MAIN(TestNewKey)
#include "tst_newkey.moc"
