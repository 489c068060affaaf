// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
//
// What is sent where: decided from values alone.
#include "core/files/copyplan.h"
#include "core/files/manifest.h"

#include <QtTest>

using namespace podium;
using namespace podium::files;

namespace {

constexpr qint64 Second = 1'000'000'000;

FileEntry file(const QByteArray &path, qint64 size, qint64 mtimeNs, mode_t mode = 0644)
{
    return {path, EntryKind::File, mode, size, mtimeNs, {}};
}

FileEntry folder(const QByteArray &path)
{
    return {path, EntryKind::Folder, 0755, 0, 0, {}};
}

FileEntry linkTo(const QByteArray &path, const QByteArray &target)
{
    return {path, EntryKind::Link, 0777, 0, 0, target};
}

LocalTree treeOf(const std::vector<FileEntry> &entries)
{
    LocalTree tree;
    for (const FileEntry &entry : entries) {
        tree.entries.push_back({entry, "/here/" + entry.path});
    }
    return tree;
}

WorkerRef worker()
{
    return *WorkerRef::parse(QStringLiteral("lab/us-central2-b/pod:0"));
}

using Places = std::vector<std::size_t>;

} // namespace

class TestCopyPlan final : public QObject
{
    Q_OBJECT

private slots:
    void whatIsTheSameIsNotSent();
    void aFolderGetsTheModeThatWasStillToCome();
    void aSumDecidesWhereOnlyTheTimeDiffers();
    void anotherKindIsInTheWay();
    void nothingGoesBelowWhatIsInTheWay();
    void extrasAreListedFromTheInside();
    void whatCouldNotBeReadIsNoExtra();
    void whatIsInTheWayKeepsWhatItHas();
    void foldersAboveWhatStaysStay();
    void aFullDiskIsSaidBefore();
    void holesTakeNoRoom();
    void anAnswerInAnyPieces();
    void aHostilePathIsNoEntry_data();
    void aHostilePathIsNoEntry();
    void foldersOfATarget();
};

void TestCopyPlan::whatIsTheSameIsNotSent()
{
    const LocalTree tree = treeOf(
        {folder("a"), file("a/coarse", 5, 7 * Second + 1), file("a/mode", 5, 7 * Second, 0755),
         file("a/new", 5, 7), file("a/same", 5, 7 * Second + 1), file("a/size", 5, 7),
         linkTo("a/x", "same"), linkTo("a/y", "other")});
    WorkerTree there;
    there.entries = {
        folder("a"),
        file("a/coarse", 5, 7 * Second),
        file("a/mode", 5, 7 * Second, 0644),
        file("a/same", 5, 7 * Second + 1),
        file("a/size", 6, 7),
        linkTo("a/x", "same"),
        linkTo("a/y", "same")};
    const WorkerPlan plan = planFor(worker(), tree, there);
    QCOMPARE(plan.send, (Places{2, 3, 5, 7}));
    QCOMPARE(plan.replaced, std::size_t(3)); // all but a/new
    QCOMPARE(plan.bytes, 15);
    QVERIFY(plan.compare.empty() && plan.conflicts.empty() && plan.extras.isEmpty());
}

void TestCopyPlan::aFolderGetsTheModeThatWasStillToCome()
{
    const auto shut = [](const QByteArray &path, mode_t mode) {
        return FileEntry{path, EntryKind::Folder, mode, 0, 0, {}};
    };
    const LocalTree tree = treeOf({shut("a", 0555), shut("b", 0555), shut("c", 0755)});
    WorkerTree there;
    there.entries = {shut("a", 0755), shut("b", 0775), shut("c", 0700)};
    QCOMPARE(planFor(worker(), tree, there).send, Places{0});
}

void TestCopyPlan::aSumDecidesWhereOnlyTheTimeDiffers()
{
    const LocalTree tree =
        treeOf({file("differs", 5, 1), file("equal", 5, 1), file("unread", 5, 1)});
    WorkerTree there;
    there.entries = {file("differs", 5, 2), file("equal", 5, 2), file("unread", 5, 2)};
    WorkerPlan plan = planFor(worker(), tree, there);
    QVERIFY(plan.send.empty());
    QCOMPARE(plan.compare, (Places{0, 1, 2}));
    settle(plan, tree, {{0, "aa"}, {1, "bb"}, {2, "cc"}}, {{"differs", "xx"}, {"equal", "bb"}});
    QCOMPARE(plan.send, (Places{0, 2}));
    QCOMPARE(plan.replaced, std::size_t(2));
    QCOMPARE(plan.bytes, 10);
    QVERIFY(plan.compare.empty());
}

void TestCopyPlan::anotherKindIsInTheWay()
{
    const LocalTree tree = treeOf(
        {folder("a"), file("a/f", 1, 1), file("b", 1, 1), linkTo("c", "b"), file("d", 1, 1)});
    WorkerTree there;
    there.entries = {linkTo("a", "/etc"), folder("b"), file("c", 1, 1), linkTo("d", "b")};
    const WorkerPlan plan = planFor(worker(), tree, there);
    QCOMPARE(plan.conflicts.size(), std::size_t(2));
    QCOMPARE(plan.conflicts[0].path, QByteArray("a"));
    QCOMPARE(plan.conflicts[1].path, QByteArray("b"));
    // A file and a link replace each other; nothing goes below a link.
    QCOMPARE(plan.send, (Places{3, 4}));
}

/// "data-v2" is sorted between "data" and what is in it.
void TestCopyPlan::nothingGoesBelowWhatIsInTheWay()
{
    const LocalTree tree = treeOf(
        {folder("data"), folder("data-v2"), file("data-v2/f", 1, 1), folder("data/deep"),
         file("data/deep/f", 1, 1), file("data/f", 1, 1), file("data2", 1, 1)});
    WorkerTree there;
    there.entries = {linkTo("data", "/mnt/a"), linkTo("data-v2", "/mnt/b")};
    const WorkerPlan plan = planFor(worker(), tree, there);
    QCOMPARE(plan.conflicts.size(), std::size_t(2));
    QCOMPARE(plan.send, Places{6});
}

void TestCopyPlan::extrasAreListedFromTheInside()
{
    const LocalTree tree = treeOf({folder("a")});
    WorkerTree there;
    there.entries = {folder("a"), folder("a/old"), file("a/old/f", 1, 1)};
    QCOMPARE(planFor(worker(), tree, there).extras, (QByteArrayList{"a/old/f", "a/old"}));
}

void TestCopyPlan::whatCouldNotBeReadIsNoExtra()
{
    LocalTree tree = treeOf({folder("a"), folder("a/closed")});
    tree.problems = {{"a/secret", "Permission denied"}, {"a/closed/", "Permission denied"}};
    WorkerTree there;
    there.entries = {
        folder("a"),
        folder("a/closed"),
        folder("a/closed/in"),
        file("a/closed/in/f", 1, 1),
        file("a/closed.old", 1, 1),
        file("a/secret", 1, 1)};
    QCOMPARE(planFor(worker(), tree, there).extras, QByteArrayList{"a/closed.old"});
    tree.problems = {{"", "Permission denied"}};
    QCOMPARE(planFor(worker(), tree, there).extras, QByteArrayList());
}

void TestCopyPlan::whatIsInTheWayKeepsWhatItHas()
{
    const LocalTree tree = treeOf({file("a", 1, 1), folder("b")});
    WorkerTree there;
    there.entries = {folder("a"), file("a/precious", 1, 1), folder("b"), file("b/old", 1, 1)};
    const WorkerPlan plan = planFor(worker(), tree, there);
    QCOMPARE(plan.conflicts.size(), std::size_t(1));
    QCOMPARE(plan.extras, QByteArrayList{"b/old"});
}

void TestCopyPlan::foldersAboveWhatStaysStay()
{
    WorkerPlan plan;
    plan.extras = {"a/b/f", "a/b/e", "a/b", "a"};
    spareExtras(plan, {"a/b/f", "elsewhere"});
    QCOMPARE(plan.extras, QByteArrayList{"a/b/e"});
    WorkerPlan agreed;
    agreed.extras = {"a/b/f", "a/b/e"};
    QVERIFY(deletesNoMore(plan, agreed));
    QVERIFY(!deletesNoMore(agreed, plan));
    spareExtras(plan, {"a/b"});
    QCOMPARE(plan.extras, QByteArrayList());
}

void TestCopyPlan::aFullDiskIsSaidBefore()
{
    const LocalTree tree = treeOf({file("a", 100, 1), file("b", 100, 1)});
    WorkerTree there;
    there.freeBytes = 199;
    QCOMPARE(planFor(worker(), tree, there).error->kind, ErrorKind::Refused);
    there.freeBytes = 200;
    QVERIFY(!planFor(worker(), tree, there).error);
    there.freeInodes = 1;
    QCOMPARE(planFor(worker(), tree, there).error->kind, ErrorKind::Refused);
    there.freeInodes = 0; // file systems without a fixed number say so
    QVERIFY(!planFor(worker(), tree, there).error);
}

void TestCopyPlan::holesTakeNoRoom()
{
    LocalTree tree = treeOf({file("a", 1'000'000, 1), file("b", 100, 1)});
    tree.entries[0].heldBytes = 50;
    WorkerTree there;
    there.freeBytes = 150;
    QVERIFY(!planFor(worker(), tree, there).error);
    there.freeBytes = 149;
    const WorkerPlan plan = planFor(worker(), tree, there);
    QCOMPARE(plan.error->detail, QStringLiteral("It takes 150 bytes, and 149 bytes are free."));
    QCOMPARE(plan.bytes, qint64(1'000'100)); // as much is proven
}

void TestCopyPlan::anAnswerInAnyPieces()
{
    QByteArray bytes("Welcome!\n");
    const QByteArrayList texts{"\1odd \xff\n name", "second", "end"};
    bytes += QByteArray("\0podium-files 1\0", 16);
    for (const QByteArray &text : texts) {
        bytes += text + '\0';
    }
    bytes += "end 0 \n";
    for (int size = 1; size <= bytes.size(); ++size) {
        AnswerReader reader;
        QByteArrayList items;
        for (int at = 0; at < bytes.size(); at += size) {
            items += reader.read(bytes.mid(at, size));
        }
        QCOMPARE(items, texts.mid(0, 2));
        QVERIFY(reader.isComplete() && !reader.isBroken());
    }
    AnswerReader endless;
    QVERIFY(endless.read(QByteArray(AnswerReader::LongestItem + 1, 'x')).isEmpty());
    QVERIFY(endless.isBroken());
}

void TestCopyPlan::aHostilePathIsNoEntry_data()
{
    QTest::addColumn<QByteArray>("told");
    QTest::addColumn<bool>("isEntry");
    QTest::newRow("plain") << QByteArray("f 644 5 1700000000.5000000000 ./a") << true;
    QTest::newRow("newline") << QByteArray("f 644 5 1.0 ./a\nb") << true;
    QTest::newRow("dash") << QByteArray("f 644 5 1.0 ./-rf") << true;
    QTest::newRow("dots within") << QByteArray("f 644 5 1.0 ./a..b") << true;
    QTest::newRow("up") << QByteArray("f 644 5 1.0 ./../a") << false;
    QTest::newRow("absolute") << QByteArray("f 644 5 1.0 .//etc") << false;
    QTest::newRow("the folder itself") << QByteArray("f 644 5 1.0 ./") << false;
    QTest::newRow("no size") << QByteArray("f 644 many 1.0 ./a") << false;
    QTest::newRow("negative size") << QByteArray("f 644 -5 1.0 ./a") << false;
    QTest::newRow("no time") << QByteArray("f 644 5 soon ./a") << false;
    QTest::newRow("empty") << QByteArray() << false;
}

void TestCopyPlan::aHostilePathIsNoEntry()
{
    QFETCH(QByteArray, told);
    QFETCH(bool, isEntry);
    QCOMPARE(entryOf(told, "=").has_value(), isEntry);
}

void TestCopyPlan::foldersOfATarget()
{
    QCOMPARE(workerFolder(""), QByteArray("."));
    QCOMPARE(workerFolder("~"), QByteArray("."));
    QCOMPARE(workerFolder("~/data"), QByteArray("./data"));
    QCOMPARE(workerFolder("-x"), QByteArray("./-x"));
    QCOMPARE(workerFolder("/srv/a b"), QByteArray("/srv/a b"));
}

QTEST_GUILESS_MAIN(TestCopyPlan)
#include "tst_copyplan.moc"
