// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
//
// What is kept here of large files whose fetch was cut, and which part is of which file.
#include "core/files/fetch/fetcharrival.h"
#include "core/files/fetch/fetchfolder.h"
#include "core/files/fetch/fetchparts.h"
#include "core/files/lookreader.h"
#include "tests/core/files/streamfixture.h"

#include <unistd.h>

using namespace podium;
using namespace podium::files;
using namespace podium::tests;

namespace {

FileEntry largeFile(const char *path)
{
    return {path, EntryKind::File, 0640, 9'000'000, 1'000'000'000, {}};
}

} // namespace

class TestFetchParts final : public QObject, private StreamFixture
{
    Q_OBJECT

private slots:
    void init() { makeFolders(); }
    void whatIsNotWantedGoes();
    void linksAreNotFollowed();
    void onlyAPrivateFolderHasParts_data();
    void onlyAPrivateFolderHasParts();
    void aPartWithAnotherNameIsNone();
    void onlyWhatArrivedIsPutInPlace_data();
    void onlyWhatArrivedIsPutInPlace();
    void aCopyTakesNoParts();
    void aPartSaysWhatItWillBe();
    void onlyPartsOfOursAreParts();
    void whatIsKeptOfACutFetch();
    void beginningsAsAWorkerTellsThem();

private:
    [[nodiscard]] QByteArray inside(const char *path) const
    {
        return QFile::encodeName(m_folder->filePath(QLatin1String(path)));
    }
    [[nodiscard]] QByteArray names() const { return shell("ls -A out"); }
    [[nodiscard]] static QByteArray partOf(const FileEntry &entry)
    {
        return partPath("out", entry);
    }
    [[nodiscard]] WorkerTree leftovers() const
    {
        WorkerTree here;
        readLeftovers(inside("out"), here);
        return here;
    }
};

void TestFetchParts::whatIsNotWantedGoes()
{
    const QByteArray wanted(64, 'a');
    const QByteArray small(64, 'b');
    const QByteArray other(64, 'c');
    shell(
        "mkdir -p out/.podium-copy-12 out/.podium-copy-mine && printf m >out/.podium-copy-notes && "
        "mkdir -m 700 out/.podium-copy-parts && cd out/.podium-copy-parts && truncate -s 5000000 " +
        wanted + ' ' + other + " && printf s >" + small);
    {
        const auto folder = FetchFolder::open(inside("out"), {wanted, small});
        QVERIFY(folder);
        const QByteArray there = shell("ls -A out | grep -v '^.podium-copy-[0-9a-f]*$'");
        QCOMPARE(there, QByteArray(".podium-copy-mine\n.podium-copy-notes\n.podium-copy-parts\n"));
        QCOMPARE(shell("ls -A out/.podium-copy-parts"), QByteArray(wanted + '\n'));
        (*folder)->dropPartsBut({wanted});
        QCOMPARE(shell("ls -A out/.podium-copy-parts"), QByteArray(wanted + '\n'));
        (*folder)->dropPartsBut({});
    }
    QCOMPARE(names(), QByteArray(".podium-copy-mine\n.podium-copy-notes\n"));
}

void TestFetchParts::linksAreNotFollowed()
{
    const FileEntry big = largeFile("big");
    const QByteArray part = partOf(big);
    shell(
        "mkdir out && mkdir -m 700 out/.podium-copy-parts && head -c 5000000 /dev/urandom >mine && "
        "ln -s ../../mine " +
        part);
    const QByteArray mine = shell("sha256sum mine");
    QVERIFY(leftovers().hasLeftovers && leftovers().parts.isEmpty());
    const auto folder = FetchFolder::open(inside("out"), {partKey(big)});
    QVERIFY(folder);
    QCOMPARE(shell("ls -A out/.podium-copy-parts"), QByteArray());
    shell("ln -s ../../mine " + part);
    QVERIFY((*folder)->openPart(big, 0, LeastPart).get() < 0);
    QVERIFY((*folder)->create(big, 0).get() >= 0); // in its place
    QCOMPARE(shell("stat -c '%F %s' " + part), QByteArray("regular empty file 0\n"));
    QVERIFY((*folder)->openPart(big, 0, LeastPart).get() < 0); // it has not so many
    QCOMPARE(shell("sha256sum mine"), mine);
}

void TestFetchParts::onlyAPrivateFolderHasParts_data()
{
    QTest::addColumn<QByteArray>("made");
    QTest::addColumn<bool>("isKept"); // whatever is in it
    QTest::newRow("a group's") << QByteArray("chmod 770 out/.podium-copy-parts") << false;
    QTest::newRow("behind a link")
        << QByteArray("cd out && mv .podium-copy-parts other && ln -s other .podium-copy-parts")
        << true;
    if (::geteuid() == 0) {
        QTest::newRow("somebody else's")
            << QByteArray("chown 65534 out/.podium-copy-parts") << true;
    }
}

/// Where others could put there what they like it is as if there were none.
void TestFetchParts::onlyAPrivateFolderHasParts()
{
    QFETCH(QByteArray, made);
    QFETCH(bool, isKept);
    const FileEntry big = largeFile("big");
    const QByteArray part = partOf(big);
    shell("mkdir out && mkdir -m 700 out/.podium-copy-parts && truncate -s 5000000 " + part);
    QCOMPARE(leftovers().parts, (QHash<QByteArray, qint64>{{partKey(big), 5'000'000}}));
    shell(made);
    QVERIFY(leftovers().parts.isEmpty());
    QCOMPARE(leftovers().hasLeftovers, !isKept);
    const QByteArray before = shell("stat -L -c '%a %u' out/.podium-copy-parts");
    LocalTree tree;
    tree.entries = {{big, {}}};
    {
        const auto folder = FetchFolder::open(inside("out"), {partKey(big)});
        QVERIFY(folder);
        QVERIFY((*folder)->openPart(big, 0, LeastPart).get() < 0);
        QVERIFY((*folder)->create(big, 0).get() >= 0);
        QCOMPARE(shell("stat -c %s " + part), QByteArray(isKept ? "5000000\n" : "0\n"));
        QVERIFY((*folder)->place(tree, {0}, {}).empty());
        (*folder)->dropPartsBut({});
    }
    QCOMPARE(shell("stat -c %a out/big"), QByteArray("640\n"));
    QCOMPARE(
        shell("stat -L -c '%a %u' out/.podium-copy-parts 2>/dev/null"),
        isKept ? before : QByteArray());
}

/// By which others may write to it.
void TestFetchParts::aPartWithAnotherNameIsNone()
{
    const FileEntry big = largeFile("big");
    shell("mkdir out && mkdir -m 700 out/.podium-copy-parts && truncate -s 5000000 " + partOf(big));
    const auto folder = FetchFolder::open(inside("out"), {partKey(big)});
    QVERIFY(folder);
    QVERIFY((*folder)->openPart(big, 0, LeastPart).get() >= 0);
    shell("ln " + partOf(big) + " mine");
    QVERIFY(leftovers().parts.isEmpty());
    QVERIFY((*folder)->openPart(big, 0, LeastPart).get() < 0);
    (*folder)->dropPartsBut({partKey(big)});
    QCOMPARE(shell("ls -A out/.podium-copy-parts; stat -c %h mine"), QByteArray("1\n"));
}

void TestFetchParts::onlyWhatArrivedIsPutInPlace_data()
{
    QTest::addColumn<qint64>("size");
    QTest::addColumn<QByteArray>("other");
    for (const qint64 size : {qint64(9'000'000), qint64(9)}) {
        QTest::addRow("a file, %d", int(size)) << size << QByteArray("cp mine new");
        QTest::addRow("a link, %d", int(size)) << size << QByteArray("ln -s \"$PWD/mine\" new");
        QTest::addRow("a pipe, %d", int(size)) << size << QByteArray("mkfifo new");
    }
}

/// Not what has its name by then.
void TestFetchParts::onlyWhatArrivedIsPutInPlace()
{
    QFETCH(qint64, size);
    QFETCH(QByteArray, other);
    FileEntry entry = largeFile("big");
    entry.size = size;
    LocalTree tree;
    tree.entries = {{entry, {}}};
    const auto folder = FetchFolder::open(inside("out"));
    QVERIFY(folder);
    QVERIFY((*folder)->create(entry, 0).get() >= 0);
    QCOMPARE(
        shell(
            "printf mine >mine && chmod 600 mine && at=$(find out -type f) && " + other +
            " && mv -f -T new \"$at\""),
        QByteArray());
    const auto problems = (*folder)->place(tree, {0}, {});
    QCOMPARE(problems.size(), std::size_t(1));
    QCOMPARE(problems.front().path, QByteArray("big"));
    QCOMPARE(shell("ls out; stat -c %a mine"), QByteArray("600\n"));
}

/// Of a folder that a fetch was cut in.
void TestFetchParts::aCopyTakesNoParts()
{
    shell(
        "mkdir -p here/pod-0 && cd here/pod-0 && printf d >data && "
        "mkdir -m 700 .podium-copy-parts && truncate -s 5000000 .podium-copy-parts/" +
        QByteArray(64, 'a'));
    const LocalTree copied = tree();
    QCOMPARE(copied.entries.size(), std::size_t(2));
    QCOMPARE(copied.entries[1].entry.path, QByteArray("pod-0/data"));
}

void TestFetchParts::aPartSaysWhatItWillBe()
{
    const FileEntry big = largeFile("t/big");
    const QByteArray key = partKey(big);
    QCOMPARE(key.size(), 64);
    QCOMPARE(partPath("to/pod-0", big), "to/pod-0/.podium-copy-parts/" + key);
    for (int i = 0; i < 3; ++i) {
        FileEntry other = big;
        (i == 0 ? other.size : other.mtimeNs) += i == 1 ? -1 : 1;
        QVERIFY(partKey(other) != key);
    }
    QVERIFY(partKey(largeFile("t/b")) != key);
    FileEntry same = big;
    same.mode = 0600;
    QCOMPARE(partKey(same), key);
    for (const EntryKind kind : {EntryKind::Link, EntryKind::Folder, EntryKind::Other}) {
        same.kind = kind;
        QCOMPARE(partKey(same), QByteArray());
    }
    FileEntry small = big;
    small.size = LeastPart - 1;
    QCOMPARE(partKey(small), QByteArray());
    LocalTree tree;
    tree.entries = {{big, {}}, {small, {}}};
    QCOMPARE(partNames(tree, {0, 1}), QSet<QByteArray>{key});
    // Only one that is not longer than what it is to become is of use.
    WorkerPlan plan;
    plan.send = {0, 1};
    for (const qint64 size : {qint64(5'000'000), big.size, big.size + 1}) {
        plan.parts = {{key, size}};
        QCOMPARE(keptHere(plan, tree).size(), std::size_t(size > big.size ? 0 : 1));
    }
}

void TestFetchParts::onlyPartsOfOursAreParts()
{
    const QByteArray sum(64, 'a');
    shell(
        "mkdir out && mkdir -m 700 out/.podium-copy-parts && cd out/.podium-copy-parts && mkdir " +
        QByteArray(64, 'd') + " && truncate -s 5000000 " + sum + ' ' + QByteArray(64, 'A') + ' ' +
        QByteArray(63, 'a') + " ../" + QByteArray(64, 'e') + " && printf s >" +
        QByteArray(64, 'b'));
    QCOMPARE(leftovers().parts, (QHash<QByteArray, qint64>{{sum, 5'000'000}}));
    QVERIFY(leftovers().hasLeftovers);
    WorkerTree none;
    readLeftovers(inside("out/none"), none);
    QVERIFY(none.parts.isEmpty() && !none.hasLeftovers);
    shell(
        "rm -r out && mkdir -p out/.podium-copy-mine/a out/.podium-copy-part-" + sum +
        "/a && cd out && printf mine >.podium-copy-notes && printf mine >.podium-copy-2");
    QVERIFY(!leftovers().hasLeftovers); // they are somebody's, and stay
    QVERIFY(FetchFolder::open(inside("out")).has_value());
    QCOMPARE(
        names(),
        ".podium-copy-2\n.podium-copy-mine\n.podium-copy-notes\n.podium-copy-part-" + sum + '\n');
    shell("mkdir out/.podium-copy-1a");
    QVERIFY(leftovers().hasLeftovers && leftovers().parts.isEmpty());
}

void TestFetchParts::whatIsKeptOfACutFetch()
{
    LocalTree tree;
    for (const char *path : {"d/proven", "unproven", "wrong", "not here"}) {
        tree.entries.push_back({largeFile(path), {}});
    }
    tree.entries.push_back({{"d", EntryKind::Folder, 0755, 0, 0, {}}, {}});
    tree.entries.push_back({{"e", EntryKind::Folder, 0755, 0, 0, {}}, {}});
    WorkerPlan plan;
    plan.send = {0, 1, 2, 3, 4, 5};
    FetchEnd end;
    end.arrived = {{0, "one"}, {1, "two"}, {2, "three"}};
    end.there = {{"d/proven", "one"}, {"wrong", "another"}};
    const FetchArrival whole = arrivalOf(plan, tree, end);
    QVERIFY(!whole.isCut && !whole.isStopped && whole.parts.isEmpty());
    QCOMPARE(whole.places, (std::set<std::size_t>{0, 4, 5}));
    QCOMPARE(whole.missing.size(), std::size_t(3));
    const QSet<QByteArray> kept{partKey(tree.entries[1].entry), partKey(tree.entries[3].entry)};
    end.hasError = true;
    const FetchArrival cut = arrivalOf(plan, tree, end);
    QVERIFY(cut.isCut && !cut.isStopped && cut.missing.empty());
    QCOMPARE(cut.places, (std::set<std::size_t>{0, 4})); // and the folder that it is in
    QCOMPARE(cut.parts, kept);
    end.hasError = false;
    end.isStopped = true;
    const FetchArrival stopped = arrivalOf(plan, tree, end);
    QVERIFY(stopped.isCut && stopped.isStopped);
    QCOMPARE(stopped.parts, kept);
    plan.send = {0, 4};
    QVERIFY(!arrivalOf(plan, tree, end).isCut); // all had come before it was stopped
}

void TestFetchParts::beginningsAsAWorkerTellsThem()
{
    shell("cd there && head -c 5000 /dev/urandom >big && truncate -s 5000000 holes && printf abc "
          ">\"$(printf 'it'\\''s\\nx')\" && "
          "printf d >-dash && mkfifo pipe");
    QByteArrayList asked;
    for (const char *each : {"1 it's\nx", "0 -dash", "5 holes", "5 gone", "1 pipe", "3 big"}) {
        const QByteArray text(each);
        const int space = text.indexOf(' ');
        asked << text.left(space + 1) + listedNames({text.mid(space + 1)});
    }
    const Answered told = runScript(beginningsScript(), {{"place", {"."}}}, asked.join());
    QVERIFY(told.isComplete);
    QHash<QByteArray, QByteArray> sums;
    readSums(told.items, sums);
    const auto sumOf = [](const QByteArray &bytes) -> QByteArray {
        return QCryptographicHash::hash(bytes, QCryptographicHash::Sha256).toHex();
    };
    QCOMPARE(
        sums, (QHash<QByteArray, QByteArray>{
                  {"it's\nx", sumOf("a")},
                  {"holes", sumOf(QByteArray(5, '\0'))},
                  {"-dash", sumOf({})},
                  {"big", sumOf(shell("head -c 3 there/big"))}}));
}

QTEST_GUILESS_MAIN(TestFetchParts)
#include "tst_fetchparts.moc"
