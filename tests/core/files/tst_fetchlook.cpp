// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
//
// What is said where a fetch finds nothing there, or has no place here: what was seen, no more.
#include "core/files/fetch/fetchfolder.h"
#include "core/files/fetch/fetchplan.h"
#include "core/files/lookreader.h"
#include "tests/core/files/streamfixture.h"
#include "tests/fakes/asnobody.h"

#include <cerrno>
#include <cstring>
#include <unistd.h>

using namespace podium;
using namespace podium::files;
using namespace podium::tests;

class TestFetchLook final : public QObject, private StreamFixture
{
    Q_OBJECT

private slots:
    void init()
    {
        makeFolders();
        m_shell = "/bin/sh";
    }
    void cleanup() { QDir::setCurrent(QDir::rootPath()); }
    void whatCannotBeSeenIsNotSaidToBeMissing_data();
    void whatCannotBeSeenIsNotSaidToBeMissing();
    void aPatternIsOfCharacters_data();
    void aPatternIsOfCharacters();
    void whyThereIsNoPlaceHere_data();
    void whyThereIsNoPlaceHere();
    void whatHasNoFolderHereHasItsReason();
};

void TestFetchLook::whatCannotBeSeenIsNotSaidToBeMissing_data()
{
    QTest::addColumn<QByteArray>("path");
    QTest::addColumn<bool>("isSeen");
    QTest::newRow("in it") << QByteArray("closed/f") << false;
    QTest::newRow("below it") << QByteArray("closed/inner/f") << false;
    QTest::newRow("pattern") << QByteArray("closed/*") << false;
    QTest::newRow("beside it") << QByteArray("none") << true;
    QTest::newRow("in no folder") << QByteArray("none/f") << true;
}

void TestFetchLook::whatCannotBeSeenIsNotSaidToBeMissing()
{
    QFETCH(QByteArray, path);
    QFETCH(bool, isSeen);
    shell("chmod 755 . there && mkdir -p there/closed/inner && chmod 0 there/closed");
    // Root may look everywhere.
    m_shell = ::geteuid() == 0 ? "setpriv --reuid=65534 --regid=65534 --clear-groups sh" : "sh";
    const RemoteSource source = *remoteSourceOf(path);
    LookReader look;
    look.read(runScript(lookScript(), lookData(source), listedNames({source.name})).items);
    shell("chmod 700 there/closed");
    const Error error =
        nothingThere(source, look.tree(), *WorkerRef::parse(QStringLiteral("lab/us-a/pod:0")));
    QVERIFY2(
        error.kind == (isSeen ? ErrorKind::NotFound : ErrorKind::PermissionDenied),
        qPrintable(error.text()));
    QCOMPARE(error.detail.contains(QLatin1String("closed may not be looked into")), !isSeen);
}

void TestFetchLook::aPatternIsOfCharacters_data()
{
    QTest::addColumn<QByteArray>("pattern");
    QTest::addColumn<QByteArrayList>("matching");
    const QByteArray one = "r\xc3\xa9sultat.txt";
    const QByteArray other = "r\xe9sultat.txt"; // no UTF-8
    QTest::newRow("one of any") << QByteArray("r?sultat.txt") << QByteArrayList{one};
    QTest::newRow("one of several") << QByteArray("r[e\xc3\xa9]sultat.txt") << QByteArrayList{one};
    QTest::newRow("all") << QByteArray("r*") << QByteArrayList{one, other};
}

void TestFetchLook::aPatternIsOfCharacters()
{
    QFETCH(QByteArray, pattern);
    QFETCH(QByteArrayList, matching);
    shell("touch there/.hidden \"there/$(printf 'r\\303\\251sultat.txt')\"");
    if (matching.size() > 1) {
        shell("touch \"there/$(printf 'r\\351sultat.txt')\"");
    }
    const RemoteSource source = *remoteSourceOf(pattern);
    LookReader look;
    look.read(runScript(lookScript(), lookData(source), listedNames({source.name})).items);
    const LocalTree tree = treeOfWorker(look.tree(), source);
    QCOMPARE(tree.tops, matching);
    QVERIFY(tree.problems.empty());
}

void TestFetchLook::whyThereIsNoPlaceHere_data()
{
    QTest::addColumn<QString>("path");
    QTest::addColumn<int>("why");
    QTest::newRow("new ones") << "here/open/a/b//c" << 0;
    QTest::newRow("in a folder of others") << "here/others/a/b" << EACCES;
    QTest::newRow("below a file") << "here/open/file/a" << ENOTDIR;
    QTest::newRow("a link to nowhere") << "here/open/lost/a" << ENOENT;
}

void TestFetchLook::whyThereIsNoPlaceHere()
{
    QFETCH(QString, path);
    QFETCH(int, why);
    shell("chmod 755 . here && cd here && mkdir open others && touch open/file && "
          "ln -s none/a open/lost && chmod 777 open && chmod 555 others");
    QVERIFY(QDir::setCurrent(m_folder->path())); // what is above it is not nobody's to see
    const auto opened = [&] {
        const AsNobody nobody;
        return FetchFolder::open(QFile::encodeName(path));
    }();
    QCOMPARE(
        opened ? QString() : opened.error().detail,
        why == 0 ? QString() : QString::fromLocal8Bit(std::strerror(why)));
    QVERIFY(!opened || QFileInfo(m_folder->filePath(path)).isDir());
}

void TestFetchLook::whatHasNoFolderHereHasItsReason()
{
    LocalTree tree;
    for (const char *path : {"a", "a/b", "a/b/c"}) {
        tree.entries.push_back({{path, EntryKind::Folder, 0755, 0, 0, {}}, {}});
    }
    tree.entries.push_back({{"a/b/c/f", EntryKind::File, 0644, 1, 0, {}}, {}});
    shell("mkdir here/out && touch here/out/a");
    const auto folder = FetchFolder::open(QFile::encodeName(m_folder->filePath("here/out")));
    QVERIFY(folder);
    const auto problems = (*folder)->place(tree, {0, 1, 2, 3}, {});
    QCOMPARE(problems.size(), std::size_t(4));
    for (const FileProblem &problem : problems) {
        QCOMPARE(problem.reason, QString::fromLocal8Bit(std::strerror(ENOTDIR)));
    }
}

QTEST_GUILESS_MAIN(TestFetchLook)
#include "tst_fetchlook.moc"
