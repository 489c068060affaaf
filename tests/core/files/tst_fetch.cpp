// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
//
// What a worker says it has, and a stream that it may have made as it likes: nothing here is
// written but what was asked for, where it belongs.
#include "core/files/fetch/fetchfolder.h"
#include "core/files/fetch/fetchlook.h"
#include "core/files/fetch/fetchplan.h"
#include "core/files/fetch/treereceiver.h"
#include "tests/fakes/faketransport.h"
#include "tests/fakes/manualclock.h"
#include "tests/fakes/patience.h"

#include <QCryptographicHash>
#include <QProcess>
#include <QTemporaryDir>
#include <QtTest>

#include <unistd.h>

using namespace podium;
using namespace podium::files;

const RemoteSource All{".", "*"};

class TestFetch final : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void aPathIsAFolderAndAName_data();
    void aPathIsAFolderAndAName();
    void aHostileTreeIsCutDown();
    void whatACopyLeftIsNotFetched();
    void aPatternAsksForWhatItMatches_data();
    void aPatternAsksForWhatItMatches();
    void foldersHaveNamesOfTheirOwn();
    void theFoldersOfTheRestAreThoseOfAll();
    void whatIsInTheWayHereIsSaid();
    void whatIsHereIsSpared();
    void onlyWhatWasAskedForIsTaken();
    void aBrokenStreamIsSaid();
    void whoHasReceivedLetsGoOfTheFolder();
    void nothingIsReplacedUnasked();
    void twoNamesThatAreOneHereDoNotReplaceEachOther();
    void leftoversGo();

private:
    QByteArray sh(const QByteArray &command) const
    {
        QProcess process;
        process.setWorkingDirectory(m_dir->path());
        process.start("sh", {"-c", QString::fromUtf8(command)});
        [&] { QVERIFY(process.waitForFinished(Patience)); }();
        return process.readAllStandardOutput();
    }
    [[nodiscard]] QByteArray path(const char *name) const
    {
        return QFile::encodeName(m_dir->filePath(QLatin1String(name)));
    }
    static WorkerTree telling(std::vector<FileEntry> entries)
    {
        WorkerTree tree;
        tree.entries = std::move(entries);
        return tree;
    }
    static FileEntry file(const char *name, qint64 size = 1)
    {
        return {name, EntryKind::File, 0640, size, 1'000'000'000, {}};
    }
    static FileEntry folder(const char *name) { return {name, EntryKind::Folder, 0755, 0, 0, {}}; }
    static FileEntry link(const char *name, const char *target)
    {
        return {name, EntryKind::Link, 0777, 0, 0, target};
    }
    static void
    arrive(FetchFolder &folder, const LocalTree &tree, std::size_t place, const QByteArray &bytes)
    {
        const Descriptor file = folder.create(tree.entries[place].entry, place);
        QCOMPARE(
            ::write(file.get(), bytes.constData(), std::size_t(bytes.size())),
            ssize_t(bytes.size()));
    }
    [[nodiscard]] ReceivedFiles receive(
        const LocalTree &tree, const std::shared_ptr<FetchFolder> &to,
        const QByteArray &stream) const
    {
        FilesToReceive what = asked(tree, to);
        BytePipe from;
        from.pushInPieces(stream);
        from.close();
        return receiveFiles(std::move(what), from);
    }
    [[nodiscard]] static FilesToReceive
    asked(const LocalTree &tree, const std::shared_ptr<FetchFolder> &to)
    {
        FilesToReceive what;
        what.tree = std::make_shared<LocalTree>(tree);
        for (std::size_t i = 0; i < tree.entries.size(); ++i) {
            what.places.push_back(i);
        }
        what.folder = to;
        what.wanted = std::make_shared<BytePipe>();
        what.done = std::make_shared<std::atomic<qint64>>(0);
        return what;
    }

    std::unique_ptr<QTemporaryDir> m_dir;
};

void TestFetch::init()
{
    m_dir = std::make_unique<QTemporaryDir>();
    QVERIFY(m_dir->isValid());
}

void TestFetch::aPathIsAFolderAndAName_data()
{
    QTest::addColumn<QByteArray>("path");
    QTest::addColumn<QByteArray>("folder");
    QTest::addColumn<QByteArray>("name");
    QTest::newRow("home") << QByteArray("logs") << QByteArray(".") << QByteArray("logs");
    QTest::newRow("deep") << QByteArray("a/b/") << QByteArray("./a") << QByteArray("b");
    QTest::newRow("tilde") << QByteArray("~/b") << QByteArray(".") << QByteArray("b");
    QTest::newRow("absolute") << QByteArray("/var/log") << QByteArray("/var") << QByteArray("log");
    QTest::newRow("top") << QByteArray("/etc") << QByteArray("/") << QByteArray("etc");
    for (const char *none : {"", ".", "..", "a/..", "/", "~", "a/."}) {
        QTest::newRow(none) << QByteArray(none) << QByteArray() << QByteArray();
    }
}

void TestFetch::aPathIsAFolderAndAName()
{
    QFETCH(QByteArray, path);
    QFETCH(QByteArray, folder);
    QFETCH(QByteArray, name);
    const auto source = remoteSourceOf(path);
    QCOMPARE(source.has_value(), !name.isEmpty());
    if (source) {
        QCOMPARE(source->folder, folder);
        QCOMPARE(source->name, name);
    }
}

void TestFetch::aHostileTreeIsCutDown()
{
    const auto there = telling(
        {folder("t"),
         file("t/a"),
         file("t/a"),
         link("t/l", "/etc"),
         file("t/l/x"),
         file("u/b"),
         link("t/up", "../.."),
         link("t/sly", "a/../../../x"),
         link("t/fine", "../t/a"),
         file("evil"),
         folder("evils"),
         file("evils/x"),
         {"t/s", EntryKind::Other, 0, 0, 0, {}}});
    const LocalTree tree = treeOfWorker(there, {".", "t"});
    QByteArrayList kept;
    for (const LocalEntry &each : tree.entries) {
        kept << each.entry.path;
    }
    QCOMPARE(kept, (QByteArrayList{"t", "t/a", "t/fine"}));
    QCOMPARE(tree.problems.size(), std::size_t(9));
    QCOMPARE(tree.bytes, qint64(1));
}

/// A part of a large file that was cut, or what one that goes on has there.
void TestFetch::whatACopyLeftIsNotFetched()
{
    const auto there = telling(
        {folder("t"), file("t/.podium-copy-part-0"), folder("t/.podium-copy-1"),
         file("t/.podium-copy-1/want"), file("t/a.podium-copy-"), file("t/.podium-copy-notes")});
    const LocalTree tree = treeOfWorker(there, {".", "t"});
    QCOMPARE(tree.entries.size(), std::size_t(3));
    QCOMPARE(tree.entries[1].entry.path, QByteArray("t/.podium-copy-notes")); // somebody's own
    QCOMPARE(tree.entries[2].entry.path, QByteArray("t/a.podium-copy-"));
    QVERIFY(tree.problems.empty());
}

void TestFetch::aPatternAsksForWhatItMatches_data()
{
    QTest::addColumn<QByteArray>("pattern");
    QTest::addColumn<QByteArrayList>("names");
    QTest::newRow("all") << QByteArray("*") << QByteArrayList{"a.txt", "b.txt", "c\nd.txt", "e[1]"};
    QTest::newRow("end") << QByteArray("*.txt") << QByteArrayList{"a.txt", "b.txt", "c\nd.txt"};
    QTest::newRow("one byte") << QByteArray("?.txt") << QByteArrayList{"a.txt", "b.txt"};
    QTest::newRow("set") << QByteArray("[b-z]*") << QByteArrayList{"b.txt", "c\nd.txt", "e[1]"};
    QTest::newRow("hidden") << QByteArray(".*") << QByteArrayList{".h.txt"};
    QTest::newRow("itself") << QByteArray("e[1]") << QByteArrayList{"e[1]"};
    QTest::newRow("no set") << QByteArray("e[") << QByteArrayList();
    QTest::newRow("no folder") << QByteArray("*x") << QByteArrayList();
}

void TestFetch::aPatternAsksForWhatItMatches()
{
    QFETCH(QByteArray, pattern);
    QFETCH(QByteArrayList, names);
    const auto source = remoteSourceOf("logs/" + pattern);
    QVERIFY(source && source->isPattern());
    const LocalTree tree = treeOfWorker(
        telling(
            {file("a.txt"), file("b.txt"), file("c\nd.txt"), file(".h.txt"), file("e[1]"),
             file("f/x")}),
        *source);
    QByteArrayList kept;
    for (const LocalEntry &each : tree.entries) {
        kept << each.entry.path;
    }
    QCOMPARE(kept, names);
}

void TestFetch::foldersHaveNamesOfTheirOwn()
{
    const auto worker = [](const char *text) { return *WorkerRef::parse(QString(text)); };
    QCOMPARE(
        folderNames({worker("lab/us-central2-b/pod:0"), worker("lab/us-central2-b/pod:1")}),
        (std::vector<QString>{"pod-0", "pod-1"}));
    QCOMPARE(
        folderNames({worker("lab/us-central2-b/pod:0"), worker("other/us-central2-b/pod:0")}),
        (std::vector<QString>{"lab.us-central2-b.pod-0", "other.us-central2-b.pod-0"}));
}

/// However few of them are gone on with, what one of them has sent is not looked for elsewhere.
void TestFetch::theFoldersOfTheRestAreThoseOfAll()
{
    const auto worker = [](const char *text) { return *WorkerRef::parse(QString(text)); };
    const std::vector<WorkerRef> all{
        worker("lab/us-central2-b/pod:0"), worker("lab/us-central1-a/pod:0"),
        worker("lab/us-central2-b/pod:1")};
    FetchRequest request;
    request.source = All;
    request.folder = "/out";
    request.allWorkers = all;
    tests::FakeTransport transport;
    const tests::ManualClock clock;
    const run::RunService service(
        transport, [](const WorkerRef &) { return ssh::Endpoint(); }, clock);
    QByteArrayList folders;
    for (const WorkerRef &one : all) {
        folders << FetchLook(service, {one}, request).takeParts().front().folder;
    }
    QCOMPARE(
        folders,
        (QByteArrayList{
            "/out/lab.us-central2-b.pod-0", "/out/lab.us-central1-a.pod-0", "/out/pod-1"}));
}

void TestFetch::whatIsInTheWayHereIsSaid()
{
    sh("mkdir -p out/a && printf x >out/d");
    const LocalTree tree = treeOfWorker(telling({file("a"), folder("d"), file("d/f")}), All);
    const WorkerPlan plan =
        planFor(*WorkerRef::parse("lab/us-central2-b/pod:0"), tree, readHere(path("out"), tree));
    QCOMPARE(
        plan.conflicts,
        (std::vector<FileProblem>{
            {"a", "a file there, a folder here"}, {"d", "a folder there, a file here"}}));
}

void TestFetch::whatIsHereIsSpared()
{
    const LocalTree tree = treeOfWorker(telling({file("a"), file("b")}), All);
    WorkerPlan plan;
    plan.send = {0, 1};
    plan.replaced = 1;
    plan.bytes = 2;
    spareExisting(plan, tree, {"a"});
    QCOMPARE(plan.send, std::vector<std::size_t>{1});
    QCOMPARE(plan.bytes, qint64(1));
    QCOMPARE(plan.replaced, std::size_t(0));
    QCOMPARE(plan.conflicts.front().path, QByteArray("a"));
}

void TestFetch::onlyWhatWasAskedForIsTaken()
{
    sh("mkdir -p in && cd in && printf a >a && printf bb >b && printf c >other && ln -s a l && "
       "mkdir d && printf x >d/x && ln a hard");
    // Names that lead out, one twice, a link and a folder where a file was asked for.
    const QByteArray stream =
        sh("cd in && tar -cf - --format=gnu -P --transform='s,^\\./other$,../../evil,' ./other ./a "
           "./b ./l ./d ./hard && true");
    const LocalTree tree =
        treeOfWorker(telling({file("a"), file("b", 7), file("l"), file("d"), file("gone")}), All);
    const auto to = FetchFolder::open(path("out"));
    QVERIFY(to);
    const ReceivedFiles received = receive(tree, *to, stream);
    QVERIFY2(!received.error, qPrintable(received.error ? received.error->text() : QString()));
    QCOMPARE(received.sums.size(), 1); // b has another size
    QCOMPARE(
        received.sums.value(0), QCryptographicHash::hash("a", QCryptographicHash::Sha256).toHex());
    QCOMPARE(sh("ls; find out -type f | wc -l"), QByteArray("in\nout\n1\n"));
}

void TestFetch::aBrokenStreamIsSaid()
{
    sh("mkdir in && head -c 100000 /dev/urandom >in/a");
    const QByteArray stream = sh("cd in && tar -cf - --format=gnu ./a");
    const LocalTree tree = treeOfWorker(telling({file("a", 100'000)}), All);
    for (const QByteArray &broken :
         {QByteArray(), stream.left(300), stream.left(60'000), QByteArray(5000, 'x')}) {
        const auto to = FetchFolder::open(path("out"));
        QVERIFY(to);
        const ReceivedFiles received = receive(tree, *to, broken);
        QVERIFY(received.sums.isEmpty());
        QVERIFY(received.error || broken.isEmpty());
    }
    QCOMPARE(sh("ls -A out"), QByteArray());
}

/// Else it might be locked still when all is said to be done.
void TestFetch::whoHasReceivedLetsGoOfTheFolder()
{
    const LocalTree tree = treeOfWorker(telling({file("a")}), All);
    auto to = FetchFolder::open(path("out"));
    QVERIFY(to);
    const std::weak_ptr<FetchFolder> folder(*to);
    FilesToReceive what = asked(tree, *to);
    *to = nullptr;
    BytePipe from;
    from.close();
    QVERIFY(receiveFiles(std::move(what), from).sums.isEmpty());
    QVERIFY(folder.expired());
    QVERIFY(FetchFolder::open(path("out")).has_value());
}

void TestFetch::nothingIsReplacedUnasked()
{
    sh("mkdir -p out elsewhere && printf mine >out/a && ln -s ../elsewhere out/d");
    const LocalTree tree =
        treeOfWorker(telling({file("a"), file("b"), folder("d"), file("d/x"), folder("e")}), All);
    std::set<std::size_t> all{0, 1, 2, 3, 4};
    const auto fill = [&tree](FetchFolder &folder) {
        for (const std::size_t place : {0, 1, 3}) {
            arrive(folder, tree, place, QByteArray::number(int(place)));
        }
    };
    {
        const auto to = FetchFolder::open(path("out"));
        QVERIFY(to);
        fill(**to);
        const auto problems = (*to)->place(tree, all, {});
        QCOMPARE(problems.size(), std::size_t(3)); // a, d, d/x
        QCOMPARE(
            sh("cat out/a out/b; stat -c %a:%Y out/b out/e"),
            QByteArray("mine1640:1\n755:") + sh("stat -c %Y out/e"));
    }
    {
        const auto to = FetchFolder::open(path("out"));
        QVERIFY(to);
        fill(**to);
        QCOMPARE((*to)->place(tree, {0, 3}, {true, false}).size(), std::size_t(1)); // d/x
    }
    QCOMPARE(sh("cat out/a; ls -A elsewhere; ls -A out"), QByteArray("0a\nb\nd\ne\n"));
}

/// As those that differ in case, on a disk to which they are the same; here they are the same.
void TestFetch::twoNamesThatAreOneHereDoNotReplaceEachOther()
{
    LocalTree tree = treeOfWorker(telling({file("a"), file("b")}), All);
    tree.entries[1].entry.path = "a";
    const auto to = FetchFolder::open(path("out"));
    QVERIFY(to);
    sh("printf old >out/a");
    arrive(**to, tree, 0, "first");
    arrive(**to, tree, 1, "second");
    const auto problems = (*to)->place(tree, {0, 1}, {true, false});
    QCOMPARE(problems, (std::vector<FileProblem>{{"a", "File exists"}}));
    QCOMPARE(sh("cat out/a"), QByteArray("first"));
}

void TestFetch::leftoversGo()
{
    sh("mkdir -p out/.podium-copy-1 && printf x >out/.podium-copy-1/0 && ln -s /etc "
       "out/.podium-copy-1/1");
    const auto to = FetchFolder::open(path("out"));
    QVERIFY(to);
    QCOMPARE(
        sh("ls -d out/.podium-copy-1 2>/dev/null; ls /etc/hostname"),
        QByteArray("/etc/hostname\n"));
    const auto second = FetchFolder::open(path("out"));
    QVERIFY(!second);
    QCOMPARE(second.error().kind, ErrorKind::Conflict);
}

QTEST_GUILESS_MAIN(TestFetch)
#include "tst_fetch.moc"
