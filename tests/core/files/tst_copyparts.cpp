// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
//
// Of a large file that was cut in its middle the rest is sent: what is kept of it on the worker,
// when that is made use of, and that nothing else ever comes of it.
#include "core/files/lookreader.h"
#include "core/files/partsrun.h"
#include "tests/core/files/streamfixture.h"

#include <QRandomGenerator>

using namespace podium;
using namespace podium::files;
using namespace podium::tests;

namespace {

constexpr int BigSize = 9'000'000;

} // namespace

class TestCopyParts final : public QObject, private StreamFixture
{
    Q_OBJECT

private slots:
    void init();
    void theRestOfACutFileIsSent_data();
    void theRestOfACutFileIsSent();
    void cutsAnywhereLoseNothing_data();
    void cutsAnywhereLoseNothing();
    void aWrongPartIsNotMadeUseOf();
    void whatIsNotWantedGoes();
    void whatIsOfUse();
    void hostilePartsAreNone();
    void beginningsAreHashedInOneGo();

private:
    [[nodiscard]] WorkerTree look(const QByteArrayList &names = {"big", "small"});
    /// By what is there: of the big file, at place 0.
    [[nodiscard]] qint64 partOf(const TreeToSend &what);
    [[nodiscard]] QByteArray sumThere(const QByteArray &sum);
    [[nodiscard]] QByteArray names() const { return shell("ls -A 'there/in it'"); }
};

void TestCopyParts::init()
{
    makeFolders();
    shell(
        "cd here && head -c " + QByteArray::number(BigSize) +
        " /dev/urandom >big && printf s >small && chmod 440 big && touch -d '2001-02-03 04:05:06' "
        "big small");
}

WorkerTree TestCopyParts::look(const QByteArrayList &names)
{
    const Answered looked = runScript(lookScript(), {{"place", {"./in it"}}}, listedNames(names));
    [&] { QVERIFY(looked.isComplete); }();
    LookReader look;
    look.read(looked.items);
    return look.tree();
}

qint64 TestCopyParts::partOf(const TreeToSend &what)
{
    const WorkerPlan plan =
        planFor(*WorkerRef::parse("lab/us-central2-b/pod:0"), *what.tree, look());
    const auto offers = partOffers(plan, *what.tree, *what.sums);
    [&] {
        QVERIFY(plan.hasLeftovers);
        QCOMPARE(offers.size(), std::size_t(1));
        QCOMPARE(offers.front().place, std::size_t(0));
    }();
    return offers.front().size;
}

QByteArray TestCopyParts::sumThere(const QByteArray &sum)
{
    const QByteArray name = ".podium-copy-part-" + sum;
    const Answered told = runScript(sumsScript(), {{"place", {"./in it"}}}, listedNames({name}));
    QHash<QByteArray, QByteArray> sums;
    readSums(told.items, sums);
    return sums.value(name);
}

void TestCopyParts::theRestOfACutFileIsSent_data()
{
    QTest::addColumn<bool>("isCompressed");
    QTest::newRow("plain") << false;
    QTest::newRow("zstd") << true;
}

void TestCopyParts::theRestOfACutFileIsSent()
{
    QFETCH(bool, isCompressed);
    TreeToSend what = all(tree());
    what.isCompressed = isCompressed;
    const QByteArray whole = streamOf(what);
    const Answered cut = receive(whole.left(BigSize * 2 / 3), isCompressed);
    QVERIFY(cut.items.first().startsWith("failed cut"));
    const QByteArray sum = what.sums->value(0);
    QVERIFY(names().contains(".podium-copy-part-" + sum));
    qint64 before = 0;
    for (const int part : {3, 1}) { // cut in the rest as well, then whole
        const qint64 there = partOf(what);
        QVERIFY2(there > before && there < BigSize, qPrintable(QString::number(there)));
        before = there;
        const std::atomic<bool> isStopped{false};
        const auto here = digestsOfBeginnings(what.tree->entries[0].localPath, {there}, isStopped);
        QCOMPARE(sumThere(sum), here.value(there));
        what.heads = {{0, there}};
        const QByteArray rest = streamOf(what);
        QVERIFY2(rest.size() < BigSize - there + 100'000, qPrintable(QString::number(rest.size())));
        const Answered answered = receive(rest.left(rest.size() / part), isCompressed, true);
        QCOMPARE(answered.items.first().startsWith("failed cut"), part == 3);
    }
    QCOMPARE(listing("'there/in it'"), listing("here"));
    QCOMPARE(names(), QByteArray("big\nsmall\n"));
}

void TestCopyParts::cutsAnywhereLoseNothing_data()
{
    QTest::addColumn<quint32>("seed");
    for (quint32 seed = 1; seed <= 3; ++seed) {
        QTest::addRow("%u", seed) << seed;
    }
}

/// One copy after the other, each of what is missing by then, and each cut somewhere, as a seed
/// says.
void TestCopyParts::cutsAnywhereLoseNothing()
{
    QFETCH(quint32, seed);
    QRandomGenerator random(seed);
    shell(
        "cd here && head -c 6000000 /dev/urandom >c && head -c 5000000 /dev/urandom >d && cp d e");
    const QByteArrayList names{"big", "c", "d", "e", "small"};
    TreeToSend what = all(tree());
    constexpr int Cuts = 6;
    for (int cut = 0; cut <= Cuts; ++cut) {
        const bool isLast = cut == Cuts;
        const WorkerTree there = look(names);
        const WorkerPlan plan =
            planFor(*WorkerRef::parse("lab/us-central2-b/pod:0"), *what.tree, there);
        what.places = plan.send;
        what.heads.clear();
        for (const PartOffer &offer : partOffers(plan, *what.tree, *what.sums)) {
            what.heads.insert(offer.place, offer.size);
        }
        what.isCompressed = random.bounded(2) == 0;
        const QByteArray stream = streamOf(what);
        const int size = isLast ? int(stream.size()) : random.bounded(int(stream.size()));
        const Answered answered =
            receive(stream.left(size), what.isCompressed, !what.heads.isEmpty());
        QVERIFY(answered.isComplete);
        // Behind the last member there are some zeros, which nobody misses.
        const bool isPlaced = answered.items == QByteArrayList{"placed"};
        QVERIFY2(
            isPlaced || (!isLast && answered.items.first().startsWith("failed cut")),
            answered.items.join(' ').constData());
        for (const QByteArray &name : names) { // none is half there
            const QByteArray file = "'there/in it/" + name + '\'';
            QCOMPARE(shell("[ ! -e " + file + " ] || cmp " + file + " here/" + name), QByteArray());
        }
    }
    QCOMPARE(listing("'there/in it'"), listing("here"));
    QCOMPARE(shell("ls -A 'there/in it'"), QByteArray("big\nc\nd\ne\nsmall\n"));
}

/// Whatever became of it: the sha256 of the whole decides.
void TestCopyParts::aWrongPartIsNotMadeUseOf()
{
    TreeToSend what = all(tree());
    const QByteArray whole = streamOf(what);
    QVERIFY(receive(whole.left(BigSize * 2 / 3)).items.first().startsWith("failed cut"));
    const qint64 there = partOf(what);
    shell(
        "printf XY | dd of=\"$(ls 'there/in it/'.podium-copy-part-*)\" bs=1 seek=99 conv=notrunc");
    const std::atomic<bool> isStopped{false};
    const auto here = digestsOfBeginnings(what.tree->entries[0].localPath, {there}, isStopped);
    QVERIFY(sumThere(what.sums->value(0)) != here.value(there)); // so it is not asked for
    what.heads = {{0, there}};
    const Answered answered = receive(streamOf(what), false, true);
    QVERIFY(answered.items.first().startsWith("bad "));
    QCOMPARE(names(), QByteArray("small\n")); // nothing that is tried again and again
    QCOMPARE(receive(whole).items, QByteArrayList{"placed"});
    QCOMPARE(listing("'there/in it'"), listing("here"));
}

void TestCopyParts::whatIsNotWantedGoes()
{
    const QByteArray whole = streamOf(all(tree()));
    const QByteArray cut = whole.left(BigSize * 2 / 3);
    QVERIFY(receive(cut).items.first().startsWith("failed cut"));
    QVERIFY(receive(whole.left(1000), false, true).items.first().startsWith("failed cut"));
    QVERIFY(names().contains(".podium-copy-part-"));
    QVERIFY(receive(whole.left(1000)).items.first().startsWith("failed cut"));
    QVERIFY(!names().contains(".podium-copy-part-"));
    // Nor does any outlive a whole copy, of whatever.
    QVERIFY(receive(cut).items.first().startsWith("failed cut"));
    QVERIFY(look().hasLeftovers);
    TreeToSend other = all(tree());
    other.places = {1};
    QCOMPARE(receive(streamOf(other), false, true).items, QByteArrayList{"placed"});
    QCOMPARE(names(), QByteArray("small\n"));
    QVERIFY(!look().hasLeftovers);
}

void TestCopyParts::whatIsOfUse()
{
    LocalTree tree;
    for (const char *name : {"a", "b", "c", "d", "e"}) {
        LocalEntry local;
        local.entry.path = name;
        local.entry.size = 1000;
        tree.entries.push_back(local);
    }
    const QHash<std::size_t, QByteArray> sums{
        {0, "one"}, {1, "two"}, {2, "one"}, {3, "long"}, {4, "none"}};
    WorkerPlan plan;
    plan.send = {0, 1, 2, 3, 4};
    plan.bytes = 5000;
    plan.parts = {{"one", 600}, {"two", 1000}, {"long", 1001}, {"none", 0}, {"other", 700}};
    const std::vector<PartOffer> offers{{0, 600}, {1, 1000}}; // a and c are the same: one gets it
    QVERIFY(partOffers(plan, tree, sums) == offers);
    // The rest of a lies there twice for a moment; the parts are there already.
    const qint64 parts = 600 + 1000 + 1001 + 700;
    const qint64 needed = 5000 - 600 - 1000 + 400;
    plan.freeBytes = parts + needed;
    QVERIFY(partOffers(plan, tree, sums) == offers);
    plan.freeBytes = parts + needed - 1;
    QVERIFY(partOffers(plan, tree, sums).empty());
}

void TestCopyParts::hostilePartsAreNone()
{
    LookReader look;
    const QByteArray sum(64, 'a');
    look.read(
        {"part " + sum + " 5", "part " + QByteArray(64, 'b') + " 99999999999999999999",
         "part " + QByteArray(64, 'c') + " -5", "part " + QByteArray(63, 'd') + " 5",
         "part ../../etc/passwd 5", "part " + sum + " 5 6", "part", "kilobytes 10"});
    QCOMPARE(look.tree().parts, (QHash<QByteArray, qint64>{{sum, 5}}));
    QCOMPARE(look.tree().obstacle, QString());
    // They go, so they count as room.
    const WorkerPlan plan =
        planFor(*WorkerRef::parse("lab/us-central2-b/pod:0"), LocalTree(), look.tree());
    QCOMPARE(plan.freeBytes, std::optional<qint64>(10 * 1024 + 5));
}

void TestCopyParts::beginningsAreHashedInOneGo()
{
    const std::atomic<bool> isStopped{false};
    const QByteArray big = QFile::encodeName(m_folder->filePath("here/big"));
    const auto digests = digestsOfBeginnings(big, {0, 5, BigSize, BigSize + 1}, isStopped);
    QCOMPARE(digests.size(), 3);
    for (const int size : {0, 5, BigSize}) {
        QCOMPARE(
            digests.value(size) + "  -\n",
            shell("head -c " + QByteArray::number(size) + " here/big | sha256sum"));
    }
    shell("truncate -s 50M here/sparse");
    const QByteArray sparse = QFile::encodeName(m_folder->filePath("here/sparse"));
    QVERIFY(digestsOfBeginnings(sparse, {1000}, isStopped).isEmpty());
    QVERIFY(digestsOfBeginnings(big + "-gone", {1}, isStopped).isEmpty());
    const std::atomic<bool> wasStopped{true};
    QVERIFY(digestsOfBeginnings(big, {BigSize}, wasStopped).isEmpty());
}

QTEST_GUILESS_MAIN(TestCopyParts)
#include "tst_copyparts.moc"
