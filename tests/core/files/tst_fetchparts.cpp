// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
//
// What is kept here of large files whose fetch was cut, and which part is of which file.
#include "core/files/fetch/fetcharrival.h"
#include "core/files/fetch/fetchfolder.h"
#include "core/files/fetch/fetchparts.h"
#include "core/files/lookreader.h"
#include "tests/core/files/streamfixture.h"

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
        return "out/" + partName(partKey(entry));
    }
};

void TestFetchParts::whatIsNotWantedGoes()
{
    const QByteArray wanted = partName(QByteArray(64, 'a'));
    const QByteArray small = partName(QByteArray(64, 'b'));
    const QByteArray other = partName(QByteArray(64, 'c'));
    shell(
        "mkdir -p out/.podium-copy-12 out/" + partName(QByteArray(64, 'd')) +
        " && cd out && printf mine >.podium-copy-notes && truncate -s 5000000 " + wanted + ' ' +
        other + " && printf s >" + small);
    {
        const auto folder = FetchFolder::open(inside("out"), {wanted, small});
        QVERIFY(folder);
        const QByteArray there = shell("ls -A out | grep -v '^.podium-copy-[0-9a-f]*$'");
        QCOMPARE(there, QByteArray(".podium-copy-notes\n" + wanted + '\n'));
        (*folder)->dropPartsBut({wanted});
        QVERIFY(names().contains(wanted));
        (*folder)->dropPartsBut({});
    }
    QCOMPARE(names(), QByteArray(".podium-copy-notes\n"));
}

void TestFetchParts::linksAreNotFollowed()
{
    const FileEntry big = largeFile("big");
    const QByteArray part = partOf(big);
    shell("mkdir out && head -c 5000000 /dev/urandom >mine && ln -s ../mine " + part);
    const QByteArray mine = shell("sha256sum mine");
    WorkerTree here;
    readLeftovers(inside("out"), here);
    QVERIFY(here.hasLeftovers && here.parts.isEmpty());
    const auto folder = FetchFolder::open(inside("out"));
    QVERIFY(folder);
    QVERIFY(!names().contains(partName({})));
    shell("ln -s ../mine " + part);
    QVERIFY((*folder)->openPart(big, LeastPart).get() < 0);
    QVERIFY((*folder)->create(big, 0).get() >= 0); // in its place
    QCOMPARE(shell("stat -c '%F %s' " + part), QByteArray("regular empty file 0\n"));
    QVERIFY((*folder)->openPart(big, LeastPart).get() < 0); // it has not so many
    QCOMPARE(shell("sha256sum mine"), mine);
}

void TestFetchParts::aPartSaysWhatItWillBe()
{
    const FileEntry big = largeFile("t/big");
    const QByteArray key = partKey(big);
    QCOMPARE(key.size(), 64);
    QCOMPARE(partName(key), ".podium-copy-part-" + key);
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
    QCOMPARE(partNames(tree, {0, 1}), QSet<QByteArray>{partName(key)});
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
        "mkdir -p out/t && cd out && truncate -s 5000000 " + partName(sum) + ' ' +
        partName(QByteArray(64, 'A')) + ' ' + partName(QByteArray(63, 'a')) + " t/" +
        partName(QByteArray(64, 'e')) + " && printf s >" + partName(QByteArray(64, 'b')));
    WorkerTree here;
    readLeftovers(inside("out"), here);
    QCOMPARE(here.parts, (QHash<QByteArray, qint64>{{sum, 5'000'000}}));
    QVERIFY(here.hasLeftovers);
    WorkerTree none;
    readLeftovers(inside("out/t/none"), none);
    QVERIFY(none.parts.isEmpty() && !none.hasLeftovers);
    shell("rm -r out && mkdir out && printf mine >out/.podium-copy-notes");
    readLeftovers(inside("out"), none);
    QVERIFY(!none.hasLeftovers);
    shell("mkdir out/.podium-copy-1a");
    readLeftovers(inside("out"), none);
    QVERIFY(none.hasLeftovers && none.parts.isEmpty());
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
    const QSet<QByteArray> kept{
        partName(partKey(tree.entries[1].entry)), partName(partKey(tree.entries[3].entry))};
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
                  {"-dash", sumOf({})},
                  {"big", sumOf(shell("head -c 3 there/big"))}}));
}

QTEST_GUILESS_MAIN(TestFetchParts)
#include "tst_fetchparts.moc"
