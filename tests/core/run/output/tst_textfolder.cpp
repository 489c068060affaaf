// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/run/output/outputstore.h"
#include "core/run/output/textfolder.h"
#include "tests/fakes/patience.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QTemporaryDir>
#include <QtTest>

#include <array>
#include <csignal>
#include <memory>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace podium;
using namespace podium::run;

namespace {

constexpr auto Out = ssh::OutputStream::Out;
constexpr auto Err = ssh::OutputStream::Err;

mode_t modeOf(const QString &path)
{
    struct stat status = {};
    return ::stat(QFile::encodeName(path).constData(), &status) == 0 ? status.st_mode & 07777
                                                                     : mode_t(0);
}

QByteArray contentOf(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray("cannot be read");
}

} // namespace

/// Output as text files for other programs.
class TestTextFolder final : public QObject
{
    Q_OBJECT

private slots:
    void writesWhatIsShown();
    void writesWhatIsOnDisk();
    void replacesNothing();
    void goesWithItsOwner();
    void removesWhatAKilledProgramLeft();
    void saysWhyItCannot();

private:
    [[nodiscard]] static QStringList foldersIn(const QString &parent)
    {
        return QDir(parent).entryList(QDir::Dirs | QDir::NoDotAndDotDot);
    }
};

void TestTextFolder::writesWhatIsShown()
{
    const QTemporaryDir parent;
    OutputStore store(1);
    store.append(0, Out, "\x1b[31mred\x1b[0m \r 10 %\r100 %\n\x1b]0;title\x07#!/bin/sh\n");
    store.append(0, Err, "gr\xc3\xbc\xc3\x9f\x65 \xff\n");
    TextFolder folder(parent.filePath("runs"));
    QVERIFY(!QFileInfo::exists(parent.filePath("runs"))); // nothing before it is needed
    const Result<QString> path = folder.write("pod-0", store.snapshot(0));
    QVERIFY(path);
    QVERIFY2(path->endsWith("/pod-0.txt"), qPrintable(*path));
    QCOMPARE(
        contentOf(*path), QByteArray("100 %\n#!/bin/sh\ngr\xc3\xbc\xc3\x9f\x65 \xef\xbf\xbd\n"));
    QCOMPARE(modeOf(*path), mode_t(0600));
    QCOMPARE(modeOf(QFileInfo(*path).path()), mode_t(0700));
    QCOMPARE(modeOf(parent.filePath("runs")), mode_t(0700));
}

void TestTextFolder::writesWhatIsOnDisk()
{
    constexpr int Count = 100'000;
    const QTemporaryDir parent;
    OutputStore store(1, {256 * 1024, 1024 * OutputLimits::MiB, parent.path()});
    QByteArray expected;
    for (int i = 0; i < Count; i += 1000) {
        QByteArray text;
        for (int line = i; line < i + 1000; ++line) {
            text += "line " + QByteArray::number(line) + '\n';
        }
        store.append(0, Out, text);
        expected += text;
    }
    QVERIFY(store.onDisk(0).end - store.onDisk(0).begin > Count / 2);
    QTRY_VERIFY(store.diskBytes() > 256 * 1024);
    TextFolder folder(parent.path());
    const Result<QString> path = folder.write("pod-0", store.snapshot(0));
    QVERIFY(path);
    QVERIFY(contentOf(*path) == expected);
}

/// An editor may have the first one open.
void TestTextFolder::replacesNothing()
{
    const QTemporaryDir parent;
    OutputStore store(1);
    TextFolder folder(parent.filePath("50%1")); // a name as any other
    store.append(0, Out, "first\n");
    const Result<QString> first = folder.write("pod-0", store.snapshot(0));
    store.append(0, Out, "second\n");
    const Result<QString> second = folder.write("pod-0", store.snapshot(0));
    QVERIFY(first && second);
    QVERIFY2(second->endsWith("/pod-0-2.txt"), qPrintable(*second));
    QCOMPARE(contentOf(*first), QByteArray("first\n"));
    QCOMPARE(contentOf(*second), QByteArray("first\nsecond\n"));
}

void TestTextFolder::goesWithItsOwner()
{
    const QTemporaryDir parent;
    OutputStore store(1);
    auto folder = std::make_unique<TextFolder>(parent.path());
    QVERIFY(folder->write("pod-0", store.snapshot(0)));
    QCOMPARE(foldersIn(parent.path()).size(), 1);
    folder.reset();
    QCOMPARE(foldersIn(parent.path()), QStringList());
}

void TestTextFolder::removesWhatAKilledProgramLeft()
{
    const QTemporaryDir parent;
    OutputStore store(1);
    store.append(0, Out, "text\n");
    const OutputSnapshot output = store.snapshot(0);
    std::array<int, 2> ready = {};
    QCOMPARE(::pipe(ready.data()), 0);
    const pid_t other = ::fork();
    if (other == 0) { // another Podium, which is killed
        TextFolder folder(parent.path());
        const char answer = folder.write("pod-0", output) ? 'y' : 'n';
        (void)!::write(ready[1], &answer, 1);
        ::pause();
        ::_exit(0);
    }
    char answer = 0;
    QCOMPARE(::read(ready[0], &answer, 1), ssize_t(1));
    QCOMPARE(answer, 'y');
    QDir(parent.path()).mkdir("mine"); // of somebody else
    removeLeftTextFolders(parent.path());
    QCOMPARE(foldersIn(parent.path()).size(), 2); // it lives
    QCOMPARE(::kill(other, SIGKILL), 0);
    QCOMPARE(::waitpid(other, nullptr, 0), other);
    removeLeftTextFolders(parent.path());
    QCOMPARE(foldersIn(parent.path()), QStringList{"mine"});
    ::close(ready[0]);
    ::close(ready[1]);
    removeLeftTextFolders(parent.filePath("nowhere"));
    QVERIFY(!QFileInfo::exists(parent.filePath("nowhere")));
}

void TestTextFolder::saysWhyItCannot()
{
    const QTemporaryDir parent;
    QFile file(parent.filePath("file"));
    QVERIFY(file.open(QIODevice::WriteOnly));
    OutputStore store(1);
    TextFolder folder(file.fileName() + "/runs");
    const Result<QString> path = folder.write("pod-0", store.snapshot(0));
    QVERIFY(!path);
    QCOMPARE(path.error().kind, ErrorKind::Io);
}

QTEST_GUILESS_MAIN(TestTextFolder)
#include "tst_textfolder.moc"
