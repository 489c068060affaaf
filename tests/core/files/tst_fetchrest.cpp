// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
//
// Of a large file whose fetch was cut in its middle the rest is fetched: what is kept of it here,
// when that is made use of, and that nothing else ever comes of it.
#include "core/files/fetch/fetcharrival.h"
#include "core/files/fetch/fetchparts.h"
#include "core/files/fetch/fetchplan.h"
#include "core/files/fetch/treereceiver.h"
#include "core/files/lookreader.h"
#include "tests/core/files/streamfixture.h"

#include <QRandomGenerator>
#include <QStandardPaths>

#include <functional>

using namespace podium;
using namespace podium::files;
using namespace podium::tests;

namespace {

constexpr int BigSize = 9'000'000;

} // namespace

class TestFetchRest final : public QObject, private StreamFixture
{
    Q_OBJECT

private slots:
    void init();
    void theRestOfACutFileIsFetched_data();
    void theRestOfACutFileIsFetched();
    void anyShellSendsTheRest_data();
    void anyShellSendsTheRest();
    void cutsAnywhereLoseNothing_data();
    void cutsAnywhereLoseNothing();
    void aWrongPartIsNotMadeUseOf();
    void anotherVersionBeginsAnew();
    void whatChangesMeanwhileIsNotPutInPlace_data();
    void whatChangesMeanwhileIsNotPutInPlace();
    void aPartThatIsWholeNeedsNothing();
    void aFileWithHolesGoesOn();
    void aStoppedOneKeepsItsPart();

private:
    struct How
    {
        double share = 1.0; ///< so much of the stream comes
        bool isPacked = false;
        bool proves = true; ///< else parts are taken as they are
        bool isStopped = false;
        std::function<void()> meanwhile{}; ///< on the worker, once all is planned and proven
    };
    /// What there was to one fetch.
    struct Fetched
    {
        WorkerPlan plan;
        PartsRun::Heads heads;
        qint64 streamSize = 0;
        FetchArrival arrival;
    };
    [[nodiscard]] LocalTree treeThere() const
    {
        const auto tree = readLocalTree({inside("there/.")}, {});
        [&] { QVERIFY(tree.has_value()); }();
        return *tree;
    }
    [[nodiscard]] QByteArray inside(const char *path) const
    {
        return QFile::encodeName(m_folder->filePath(QLatin1String(path)));
    }
    [[nodiscard]] WorkerPlan planNow(const LocalTree &tree) const
    {
        return planFor(
            *WorkerRef::parse("lab/us-central2-b/pod:0"), tree, readHere(inside("out"), tree));
    }
    /// As FetchSession does it, from its plan to its end.
    [[nodiscard]] Fetched fetch(const LocalTree &tree, const How &how);
    [[nodiscard]] Fetched fetch(const LocalTree &tree) { return fetch(tree, How()); }
    [[nodiscard]] PartsRun::Heads
    headsOf(const LocalTree &tree, const WorkerPlan &plan, bool proves);
    [[nodiscard]] QByteArray names() const { return shell("ls -A out"); }
    [[nodiscard]] QByteArray partOf(const FileEntry &entry) const { return partPath("out", entry); }
};

void TestFetchRest::init()
{
    makeFolders();
    m_shell = "/bin/sh";
    shell(
        "cd there && head -c " + QByteArray::number(BigSize) +
        " /dev/urandom >big && printf s >small && chmod 440 big && touch -d '2001-02-03 04:05:06' "
        "big small");
}

PartsRun::Heads TestFetchRest::headsOf(const LocalTree &tree, const WorkerPlan &plan, bool proves)
{
    const std::atomic<bool> isStopped{false};
    PartsRun::Heads heads;
    for (const PartOffer &offer : keptHere(plan, tree)) {
        const FileEntry &entry = tree.entries[offer.place].entry;
        const QByteArray part = partPath(inside("out"), entry);
        const QByteArray asked = QByteArray::number(offer.size) + ' ' + listedNames({entry.path});
        QHash<QByteArray, QByteArray> there;
        readSums(runScript(beginningsScript(), {{"place", {"."}}}, asked).items, there);
        const QByteArray ours =
            digestsOfBeginnings(part, {offer.size}, isStopped, Holes::AsZeros).value(offer.size);
        if (!proves || (!ours.isEmpty() && ours == there.value(entry.path))) {
            heads.insert(offer.place, offer.size);
        }
    }
    return heads;
}

TestFetchRest::Fetched TestFetchRest::fetch(const LocalTree &tree, const How &how)
{
    Fetched made;
    made.plan = planNow(tree);
    const auto folder = FetchFolder::open(inside("out"), partNames(tree, made.plan.send));
    [&] { QVERIFY(folder); }();
    made.heads = headsOf(tree, made.plan, how.proves);
    if (how.meanwhile) {
        how.meanwhile();
    }
    FilesToReceive what;
    what.tree = std::make_shared<LocalTree>(tree);
    what.places = made.plan.send;
    what.heads = made.heads;
    what.folder = *folder;
    what.isPacked = how.isPacked;
    what.wanted = std::make_shared<BytePipe>();
    what.done = std::make_shared<std::atomic<qint64>>(0);
    what.isStopped = std::make_shared<std::atomic<bool>>(how.isStopped);
    const ListToSend list = listToSend(what);
    constexpr int Pieces = 64; // more than there are
    const Answered sent = runScript(
        sendScript(),
        {{"place", {"."}},
         {"rests", {QByteArray::number(list.rests.size())}},
         {"names", {QByteArray::number(list.names.size())}},
         {"packing", {how.isPacked ? "zstd" : "none"}}},
        list.rests + list.names + QByteArray(Pieces, '\n'));
    [&] { QVERIFY(sent.isComplete); }();
    made.streamSize = sent.behind.size();
    BytePipe from;
    from.pushInPieces(sent.behind.left(int(double(made.streamSize) * how.share)));
    from.close();
    const ReceivedFiles received = receiveFiles(what, from);
    FetchEnd end;
    end.arrived = received.sums;
    end.hasError = received.error.has_value();
    end.isStopped = how.isStopped;
    QByteArrayList paths;
    for (auto it = received.sums.begin(); it != received.sums.end(); ++it) {
        paths << tree.entries[it.key()].entry.path;
    }
    readSums(runScript(sumsScript(), {{"place", {"."}}}, listedNames(paths)).items, end.there);
    made.arrival = arrivalOf(made.plan, tree, end);
    const auto problems = (*folder)->place(tree, made.arrival.places, {false, made.arrival.isCut});
    [&] { QVERIFY(problems.empty()); }();
    (*folder)->dropPartsBut(made.arrival.parts);
    return made;
}

void TestFetchRest::theRestOfACutFileIsFetched_data()
{
    QTest::addColumn<bool>("isPacked");
    QTest::newRow("plain") << false;
    QTest::newRow("zstd") << true;
}

void TestFetchRest::theRestOfACutFileIsFetched()
{
    QFETCH(bool, isPacked);
    How how;
    how.isPacked = isPacked;
    const LocalTree tree = treeThere();
    const QByteArray part = partOf(tree.entries[0].entry);
    qint64 before = 0;
    for (const double share : {0.66, 0.4}) { // cut in the rest as well
        how.share = share;
        const Fetched cut = fetch(tree, how);
        QVERIFY(cut.arrival.isCut && cut.arrival.places.empty());
        QCOMPARE(cut.heads.value(0), before);
        QCOMPARE(shell("find out -type f").trimmed(), part);
        QCOMPARE(names(), QByteArray(".podium-copy-parts\n")); // the folder of this fetch has gone
        const qint64 now = shell("stat -c %s " + part).trimmed().toLongLong();
        QVERIFY2(now > before && now < BigSize, qPrintable(QString::number(now)));
        before = now;
        QCOMPARE(shell("cmp -n " + QByteArray::number(now) + " there/big " + part), QByteArray());
    }
    how.share = 1.0;
    const Fetched rest = fetch(tree, how);
    QCOMPARE(rest.heads.value(0), before);
    QVERIFY2(
        rest.streamSize < BigSize - before + 100'000, qPrintable(QString::number(rest.streamSize)));
    QVERIFY(!rest.arrival.isCut && rest.arrival.missing.empty());
    QCOMPARE(listing("out"), listing("there"));
    QCOMPARE(names(), QByteArray("big\nsmall\n"));
}

void TestFetchRest::anyShellSendsTheRest_data()
{
    QTest::addColumn<QByteArray>("command");
    for (const char *command : {"dash", "bash", "busybox sh"}) {
        QTest::newRow(command) << QByteArray(command);
    }
}

/// Whatever other files are named: one like a rest that is asked for, one like a sum.
void TestFetchRest::anyShellSendsTheRest()
{
    QFETCH(QByteArray, command);
    const QString program = QString::fromUtf8(command.split(' ').first());
    if (QStandardPaths::findExecutable(program).isEmpty()) {
        QSKIP("That shell is not installed here");
    }
    m_shell = command;
    if (command.startsWith("busybox")) {
        shell("mkdir tools && for each in sh base64 cat dd grep head stat tail xargs; do "
              "ln -s \"$(command -v busybox)\" tools/$each; done");
    }
    shell("cd there && printf a >'x\n5 1 ' && printf b >'y[$(touch hit)] 1 '");
    const LocalTree tree = treeThere();
    How cut;
    cut.share = 0.66;
    QVERIFY(fetch(tree, cut).arrival.isCut);
    const Fetched rest = fetch(tree);
    QVERIFY(rest.heads.contains(0));
    QVERIFY2(rest.streamSize < BigSize / 2, qPrintable(QString::number(rest.streamSize)));
    QVERIFY(!rest.arrival.isCut && rest.arrival.missing.empty());
    QCOMPARE(listing("out"), listing("there"));
}

void TestFetchRest::cutsAnywhereLoseNothing_data()
{
    QTest::addColumn<quint32>("seed");
    for (quint32 seed = 1; seed <= 3; ++seed) {
        QTest::addRow("%u", seed) << seed;
    }
}

/// One fetch after the other, each of what is missing by then, and each cut somewhere, as a seed
/// says.
void TestFetchRest::cutsAnywhereLoseNothing()
{
    QFETCH(quint32, seed);
    QRandomGenerator random(seed);
    shell("cd there && mkdir f && head -c 6000000 /dev/urandom >c && head -c 5000000 /dev/urandom "
          ">f/d && cp f/d f/e && truncate -s 6000000 g && printf end >>g");
    const LocalTree tree = treeThere();
    constexpr int Cuts = 6;
    for (int cut = 0; cut <= Cuts; ++cut) {
        How how;
        how.isPacked = random.bounded(2) == 0;
        how.share = cut == Cuts ? 1.0 : random.generateDouble();
        const Fetched made = fetch(tree, how);
        QVERIFY(cut < Cuts || (!made.arrival.isCut && made.arrival.missing.empty()));
        for (const LocalEntry &each : tree.entries) { // none is half there
            if (each.entry.kind == EntryKind::File) {
                const QByteArray file = "out/" + each.entry.path;
                QCOMPARE(
                    shell("[ ! -e " + file + " ] || cmp " + file + " there/" + each.entry.path),
                    QByteArray());
            }
        }
    }
    QCOMPARE(listing("out"), listing("there"));
    QCOMPARE(names(), QByteArray("big\nc\nf\ng\nsmall\n"));
}

/// Whatever became of it: the sha256 of the whole decides.
void TestFetchRest::aWrongPartIsNotMadeUseOf()
{
    const LocalTree tree = treeThere();
    const QByteArray part = partOf(tree.entries[0].entry);
    How cut;
    cut.share = 0.66;
    QVERIFY(fetch(tree, cut).arrival.isCut);
    shell("printf XY | dd of=" + part + " bs=1 seek=99 conv=notrunc");
    How trusting;
    trusting.proves = false;
    const Fetched wrong = fetch(tree, trusting);
    QVERIFY(wrong.heads.contains(0));
    QCOMPARE(wrong.arrival.places, std::set<std::size_t>{1});
    QCOMPARE(wrong.arrival.missing.size(), std::size_t(1));
    QCOMPARE(names(), QByteArray("small\n")); // nothing that is tried again and again
    QVERIFY(fetch(tree, cut).arrival.isCut);
    shell("printf XY | dd of=" + part + " bs=1 seek=99 conv=notrunc");
    const Fetched anew = fetch(tree);
    QVERIFY(anew.plan.hasLeftovers && anew.heads.isEmpty());
    QVERIFY(anew.streamSize > BigSize);
    QCOMPARE(listing("out"), listing("there"));
}

void TestFetchRest::anotherVersionBeginsAnew()
{
    How cut;
    cut.share = 0.66;
    const LocalTree old = treeThere();
    QVERIFY(fetch(old, cut).arrival.isCut);
    shell("touch -d '2002-02-03 04:05:06' there/big");
    const LocalTree tree = treeThere();
    const WorkerPlan plan = planNow(tree);
    QVERIFY(plan.hasLeftovers && keptHere(plan, tree).empty());
    const Fetched next = fetch(tree, cut);
    QVERIFY(next.heads.isEmpty() && next.arrival.isCut);
    QCOMPARE(shell("find out -type f").trimmed(), partOf(tree.entries[0].entry)); // the new one's
    QVERIFY(!fetch(tree).arrival.isCut);
    QCOMPARE(listing("out"), listing("there"));
}

void TestFetchRest::whatChangesMeanwhileIsNotPutInPlace_data()
{
    QTest::addColumn<QByteArray>("change");
    QTest::addColumn<bool>("isSeen"); // by its size: then nothing is sent in place of its rest
    QTest::newRow("longer") << QByteArray("printf more >>there/big") << true;
    QTest::newRow("shorter") << QByteArray("truncate -s 7000000 there/big") << true;
    QTest::newRow("shorter than the part") << QByteArray("truncate -s 10 there/big") << true;
    QTest::newRow("gone") << QByteArray("rm -f there/big") << true;
    QTest::newRow("a pipe") << QByteArray("rm -f there/big && mkfifo there/big") << true;
    QTest::newRow("another at its beginning")
        << QByteArray("printf 'not what was here' | dd of=there/big conv=notrunc") << false;
}

void TestFetchRest::whatChangesMeanwhileIsNotPutInPlace()
{
    QFETCH(QByteArray, change);
    QFETCH(bool, isSeen);
    const LocalTree tree = treeThere();
    How cut;
    cut.share = 0.66;
    QVERIFY(fetch(tree, cut).arrival.isCut);
    How how;
    how.meanwhile = [this, change] { shell("chmod 640 there/big && " + change); };
    const Fetched made = fetch(tree, how);
    QVERIFY(made.heads.contains(0));
    QCOMPARE(made.arrival.isCut, isSeen);
    if (isSeen) {
        QCOMPARE(made.streamSize, qint64(0));
        QVERIFY(made.arrival.places.empty());
        shell("rm -f there/big && printf new >there/big");
        QVERIFY(!fetch(treeThere()).arrival.isCut); // the next one sees what is there by now
        QCOMPARE(listing("out"), listing("there"));
        return;
    }
    QCOMPARE(made.arrival.missing.size(), std::size_t(1));
    QCOMPARE(made.arrival.missing.front().path, QByteArray("big"));
    QCOMPARE(names(), QByteArray("small\n"));
}

/// One that was killed before it could put it in place.
void TestFetchRest::aPartThatIsWholeNeedsNothing()
{
    const LocalTree tree = treeThere();
    shell(
        "mkdir out && mkdir -m 700 out/.podium-copy-parts && cp there/big " +
        partOf(tree.entries[0].entry));
    const Fetched made = fetch(tree);
    QCOMPARE(made.heads.value(0), qint64(BigSize));
    QVERIFY2(made.streamSize < 100'000, qPrintable(QString::number(made.streamSize)));
    QCOMPARE(listing("out"), listing("there"));
    QCOMPARE(names(), QByteArray("big\nsmall\n"));
}

/// A disk that packs what is on it has such files, too.
void TestFetchRest::aFileWithHolesGoesOn()
{
    shell("cd there && chmod 640 big && truncate -s 0 big && truncate -s 7000000 big && "
          "head -c 5000000 /dev/urandom >>big");
    const LocalTree tree = treeThere();
    How cut;
    cut.share = 0.66;
    QVERIFY(fetch(tree, cut).arrival.isCut);
    const qint64 kept = planNow(tree).parts.value(partKey(tree.entries[0].entry));
    QVERIFY2(kept > 7'000'000, qPrintable(QString::number(kept)));
    const Fetched rest = fetch(tree);
    QCOMPARE(rest.heads.value(0), kept);
    QVERIFY(!rest.arrival.isCut);
    QCOMPARE(listing("out"), listing("there"));
}

void TestFetchRest::aStoppedOneKeepsItsPart()
{
    const LocalTree tree = treeThere();
    How how;
    how.share = 0.66;
    QVERIFY(fetch(tree, how).arrival.isCut);
    const QByteArray before = shell("sha256sum " + partOf(tree.entries[0].entry));
    how.isStopped = true; // while it is read
    const Fetched made = fetch(tree, how);
    QVERIFY(made.heads.contains(0) && made.arrival.isStopped);
    QCOMPARE(shell("sha256sum " + partOf(tree.entries[0].entry)), before);
}

QTEST_GUILESS_MAIN(TestFetchRest)
#include "tst_fetchrest.moc"
