// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
//
// What of this machine is copied, and where it goes: beside the real `cp -r`.
#include "core/files/localtree.h"
#include "tests/fakes/patience.h"

#include <QDir>
#include <QProcess>
#include <QTemporaryDir>
#include <QtTest>

using namespace podium;
using namespace podium::files;

class TestLocalTree final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void itIsPlacedAsCpPlacesIt_data();
    void itIsPlacedAsCpPlacesIt();
    void whatGitIgnoresIsLeftOut();
    void withoutARepositoryThatIsSaid();
    void twoToOnePlaceAreRefused();
    void whatIsNotThereIsSaid();

private:
    QByteArray shell(const QByteArray &command) const;
    [[nodiscard]] static QByteArrayList pathsOf(const Result<LocalTree> &tree);

    QTemporaryDir m_folder;
};

QByteArray TestLocalTree::shell(const QByteArray &command) const
{
    QProcess process;
    process.setWorkingDirectory(m_folder.path());
    process.start(QStringLiteral("sh"), {QStringLiteral("-ec"), QString::fromUtf8(command)});
    [&] { QVERIFY(process.waitForFinished()); }();
    [&] { QVERIFY2(process.exitCode() == 0, process.readAllStandardError().constData()); }();
    return process.readAllStandardOutput();
}

QByteArrayList TestLocalTree::pathsOf(const Result<LocalTree> &tree)
{
    [&] { QVERIFY2(tree.has_value(), qPrintable(tree ? QString() : tree.error().text())); }();
    QByteArrayList paths;
    for (const LocalEntry &each : tree->entries) {
        paths << each.entry.path;
    }
    return paths;
}

void TestLocalTree::initTestCase()
{
    QVERIFY(m_folder.isValid());
    shell(
        "mkdir -p a/b other/a && echo 1 >a/f && echo 2 >a/b/g && echo 3 >other/a/h && "
        "ln -s . a/loop && mkdir repository && cd repository && git init -q && mkdir -p src out && "
        "echo out >.gitignore && echo k >src/kept && echo x >out/ignored");
    QVERIFY(QDir::setCurrent(m_folder.path()));
}

void TestLocalTree::itIsPlacedAsCpPlacesIt_data()
{
    QTest::addColumn<QByteArray>("source");
    for (const char *source : {"a", "a/", "a/.", "./a", "a/f", "a/b/..", "a/loop", "a/b/../b"}) {
        QTest::newRow(source) << QByteArray(source);
    }
}

void TestLocalTree::itIsPlacedAsCpPlacesIt()
{
    QFETCH(QByteArray, source);
    shell("rm -rf target && mkdir target && cp -r -- '" + source + "' target");
    QByteArrayList there = shell("cd target && find . -mindepth 1 -printf '%P\\n'").split('\n');
    there.removeAll({});
    std::sort(there.begin(), there.end());
    QCOMPARE(pathsOf(readLocalTree({source}, {})), there);
}

void TestLocalTree::whatGitIgnoresIsLeftOut()
{
    QByteArrayList paths = pathsOf(readLocalTree({"repository/src", "repository/.gitignore"}, {}));
    QCOMPARE(paths, (QByteArrayList{".gitignore", "src", "src/kept"}));
    paths = pathsOf(readLocalTree({"repository"}, {true}));
    QVERIFY(paths.contains("repository/src/kept"));
    QVERIFY(!paths.contains("repository/out/ignored") && !paths.contains("repository/out"));
    QVERIFY(!paths.contains("repository/.git/HEAD"));
}

void TestLocalTree::withoutARepositoryThatIsSaid()
{
    const auto tree = readLocalTree({"a"}, {true});
    QVERIFY(!tree);
    QCOMPARE(tree.error().kind, ErrorKind::InvalidArgument);
}

void TestLocalTree::twoToOnePlaceAreRefused()
{
    const auto tree = readLocalTree({"a", "other/a"}, {});
    QVERIFY(!tree);
    QCOMPARE(tree.error().kind, ErrorKind::InvalidArgument);
}

void TestLocalTree::whatIsNotThereIsSaid()
{
    const auto tree = readLocalTree({"a", "none"}, {});
    QVERIFY(!tree);
    QCOMPARE(tree.error().kind, ErrorKind::NotFound);
}

QTEST_GUILESS_MAIN(TestLocalTree)
#include "tst_localtree.moc"
