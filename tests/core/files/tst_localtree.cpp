// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
//
// What of this machine is copied, and where it goes: beside the real `cp -r`.
#include "core/files/localtree.h"
#include "tests/fakes/asnobody.h"
#include "tests/fakes/patience.h"

#include <QDir>
#include <QProcess>
#include <QTemporaryDir>
#include <QtTest>

#include <unistd.h>

using namespace podium;
using namespace podium::files;
using podium::tests::AsNobody;

class TestLocalTree final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void itIsPlacedAsCpPlacesIt_data();
    void itIsPlacedAsCpPlacesIt();
    void whatGitIgnoresIsLeftOut();
    void whatALinkLeadsToIsJudgedByGit();
    void aHooksRepositoryIsNotTheFolders();
    void repositoriesInItAreCopiedToo();
    void whatIsNotHereIsJudgedByGit();
    void whatGitIgnoresIsNoProblem();
    void whatMayNotBeReadIsNamed();
    void whatACopyLeftHereIsNotCopied();
    void holesAreSeen();
    void withoutARepositoryThatIsSaid();
    void twoToOnePlaceAreRefused();
    void whatIsNotThereIsSaid();
    void patternsAreReadAsByAShell_data();
    void patternsAreReadAsByAShell();
    void whatMatchesNothingIsSaid();

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
    [&] { QVERIFY(process.waitForFinished(Patience)); }();
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
    for (const char *source :
         {"a", "a/", "a/.", "./a", "a/f", "a/b/..", "a/loop", "a/loop/.", "a/b/../b"}) {
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

void TestLocalTree::whatALinkLeadsToIsJudgedByGit()
{
    shell("rm -f toit && ln -s repository toit");
    QCOMPARE(
        pathsOf(readLocalTree({"toit/."}, {true})),
        (QByteArrayList{".gitignore", "src", "src/kept"}));
    const auto none = readLocalTree({"a/f/."}, {});
    QVERIFY(!none);
    QCOMPARE(none.error().kind, ErrorKind::NotFound);
}

void TestLocalTree::aHooksRepositoryIsNotTheFolders()
{
    shell("rm -rf hooked && git init -q hooked && mkdir hooked/src && cd hooked && "
          "echo '*.log' >.gitignore && echo k >src/kept && echo x >src/x.log");
    qputenv("GIT_DIR", QFile::encodeName(m_folder.filePath("hooked/.git")));
    qputenv("GIT_INDEX_FILE", "none");
    const auto tree = readLocalTree({"hooked/src"}, {true});
    qunsetenv("GIT_DIR");
    qunsetenv("GIT_INDEX_FILE");
    QCOMPARE(pathsOf(tree), (QByteArrayList{"src", "src/kept"}));
}

void TestLocalTree::repositoriesInItAreCopiedToo()
{
    shell("rm -rf outer && git init -q outer && cd outer && echo '*.log' >.gitignore && echo k "
          ">own && "
          "echo x >own.log && git init -q plain && echo k >plain/f && echo l >plain/f.log && "
          "echo '*.tmp' >plain/.gitignore && echo t >plain/f.tmp && git init -q plain/deep && "
          "echo d >plain/deep/f && git init -q sub && cd sub && echo s >f && git add f && "
          "git -c user.name=t -c user.email=t@example.org commit -q -m s && cd .. && "
          "git add sub 2>/dev/null && mkdir unknown && echo u >unknown/f.log && "
          "git update-index --add --cacheinfo 160000,$(git -C sub rev-parse HEAD),unknown");
    const QByteArrayList paths = pathsOf(readLocalTree({"outer"}, {true}));
    QCOMPARE(
        paths,
        (QByteArrayList{
            "outer", "outer/.gitignore", "outer/own", "outer/plain", "outer/plain/.gitignore",
            "outer/plain/deep", "outer/plain/deep/f", "outer/plain/f", "outer/plain/f.log",
            "outer/sub", "outer/sub/f", "outer/unknown", "outer/unknown/f.log"}));
    QVERIFY(pathsOf(readLocalTree({"outer/."}, {true})).contains("plain/deep/f"));
}

void TestLocalTree::whatIsNotHereIsJudgedByGit()
{
    const auto tree = readLocalTree({"outer", "repository/."}, {true});
    QVERIFY2(tree.has_value(), qPrintable(tree ? QString() : tree.error().text()));
    const GitAnswer answer = askGit(
        tree->gitFolders,
        {"outer/gone", "outer/gone.log", "outer/.git/", "outer/.git/HEAD", "outer/plain/a.log",
         "outer/plain/a.tmp", "outer/plain/.git/config", "outer/unknown/a", "out/", "out/a", "in/a",
         ":odd", "outer/line\nend.log"});
    QCOMPARE(
        answer.ignored, (QSet<QByteArray>{
                            "outer/gone.log", "outer/.git/", "outer/.git/HEAD", "outer/plain/a.tmp",
                            "outer/plain/.git/config", "out/", "out/a", "outer/line\nend.log"}));
    QCOMPARE(answer.unknown, QSet<QByteArray>{"outer/unknown/a"});
    shell("mv outer/.git outer/moved");
    const GitAnswer none = askGit(tree->gitFolders, {"outer/gone", "outer/plain/a.tmp"});
    shell("mv outer/moved outer/.git");
    QCOMPARE(none.unknown, QSet<QByteArray>{"outer/gone"});
    QCOMPARE(none.ignored, QSet<QByteArray>{"outer/plain/a.tmp"});
}

void TestLocalTree::whatGitIgnoresIsNoProblem()
{
    shell("mkfifo repository/out/pipe repository/src/pipe");
    const auto tree = readLocalTree({"repository"}, {true});
    shell("rm repository/out/pipe repository/src/pipe");
    QVERIFY(tree && tree->problems.size() == 1);
    QCOMPARE(tree->problems.front().path, QByteArray("repository/src/pipe"));
}

void TestLocalTree::whatMayNotBeReadIsNamed()
{
    shell("chmod 755 . && mkdir -p closed/folder && echo 1 >closed/open && echo 2 >closed/file && "
          "echo 3 >closed/folder/f && chmod 0 closed/file closed/folder");
    const auto tree = [] {
        const AsNobody nobody;
        return readLocalTree({"closed"}, {});
    }();
    shell("chmod 700 closed/file closed/folder");
    QCOMPARE(pathsOf(tree), (QByteArrayList{"closed", "closed/folder", "closed/open"}));
    QCOMPARE(tree->problems.size(), std::size_t(2));
    QCOMPARE(tree->problems[0].path, QByteArray("closed/file"));
    QCOMPARE(tree->problems[1].path, QByteArray("closed/folder/"));
    QCOMPARE(tree->problems[1].reason, QStringLiteral("Permission denied"));
}

/// Of a fetch to this folder; what only begins as such a name is somebody's own.
void TestLocalTree::whatACopyLeftHereIsNotCopied()
{
    shell("mkdir -p left/.podium-copy-0a1b left/.podium-copy-notes left/d && cd left && "
          "echo x >.podium-copy-0a1b/0 && echo x >.podium-copy-part-0a1b && "
          "echo x >.podium-copy-notes/n && echo x >.podium-copy-beef && "
          "echo x >.podium-copy-part-list && mkdir d/.podium-copy-part-1 && "
          "ln -s d .podium-copy-2");
    const auto tree = readLocalTree({QFile::encodeName(m_folder.filePath("left/."))}, {});
    QCOMPARE(
        pathsOf(tree),
        (QByteArrayList{
            ".podium-copy-2", ".podium-copy-beef", ".podium-copy-notes", ".podium-copy-notes/n",
            ".podium-copy-part-list", "d", "d/.podium-copy-part-1"}));
    QVERIFY(tree->problems.empty());
}

void TestLocalTree::holesAreSeen()
{
    shell("mkdir holes && cd holes && truncate -s 8M all && truncate -s 8M some && "
          "head -c 1048576 /dev/urandom | dd of=some bs=1048576 seek=3 conv=notrunc status=none && "
          "head -c 2097152 /dev/urandom >none && truncate -s 4K small");
    if (shell("stat -c %b holes/all").trimmed() != "0") {
        QSKIP("This disk has no holes");
    }
    const auto tree = readLocalTree({"holes/."}, {});
    QCOMPARE(pathsOf(tree), (QByteArrayList{"all", "none", "small", "some"}));
    QCOMPARE(tree->entries[0].heldBytes, std::optional<qint64>(0));
    QCOMPARE(tree->entries[1].heldBytes.value_or(2097152), qint64(2097152));
    QCOMPARE(tree->entries[2].heldBytes, std::optional<qint64>());
    QCOMPARE(tree->entries[3].heldBytes, std::optional<qint64>(1048576));
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

void TestLocalTree::patternsAreReadAsByAShell_data()
{
    QTest::addColumn<QByteArray>("pattern");
    for (const char *pattern : {"*", "*.py", ".*y", "?.py", "[!a-c]*", "*e", "*[*]*", "d*"}) {
        QTest::newRow(pattern) << QByteArray(pattern);
    }
}

void TestLocalTree::patternsAreReadAsByAShell()
{
    QFETCH(QByteArray, pattern);
    shell("rm -rf globs; mkdir -p globs/drawer && cd globs && "
          "touch a.py b.py c.txt .hidden.py 'star*' drawer/inner.py 'x y.py' \"$(printf "
          "'new\\nline')\" "
          "\"$(printf 'latin\\351')\"");
    const QByteArray folder = QFile::encodeName(m_folder.filePath("globs/"));
    LocalTreeOptions options;
    options.patterns = {folder + pattern};
    // What is named as well is not copied twice.
    const auto tree = readLocalTree({folder + "a.py"}, options);
    QByteArrayList tops = tree ? tree->tops : QByteArrayList();
    QByteArrayList wanted =
        shell("cd globs && set -- a.py " + pattern + " && printf '%s\\0' \"$@\"").split('\0');
    wanted.removeLast();
    wanted = QSet<QByteArray>(wanted.begin(), wanted.end()).values();
    wanted.removeAll(".");
    wanted.removeAll("..");
    std::sort(wanted.begin(), wanted.end());
    std::sort(tops.begin(), tops.end());
    QCOMPARE(tops, wanted);
}

void TestLocalTree::whatMatchesNothingIsSaid()
{
    LocalTreeOptions options;
    options.patterns = {QFile::encodeName(m_folder.filePath("a/*.none"))};
    const auto tree = readLocalTree({}, options);
    QVERIFY(!tree);
    QCOMPARE(tree.error().kind, ErrorKind::NotFound);
    QVERIFY(tree.error().summary.contains("*.none"));
}

QTEST_GUILESS_MAIN(TestLocalTree)
#include "tst_localtree.moc"
