// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/store/history.h"
#include "core/store/sqlitesnapshotstore.h"
#include "tests/core/cloud/cloudfixture.h"
#include "tests/core/inventory/nodes.h"
#include "tests/fakes/patience.h"

#include <QFile>
#include <QFileInfo>
#include <QTemporaryDir>
#include <QTest>

#include <sys/stat.h>

using namespace podium;
using namespace podium::inventory;
using namespace podium::store;
using namespace podium::tests;

class TestStore final : public QObject
{
    Q_OBJECT

private slots:
    void fileIsPrivate();
    void snapshotRoundTrips();
    void emptyStoreGivesAnEmptySnapshot();
    void unchangedSnapshotGetsYounger();
    void olderSnapshotDoesNotReplaceANewer();
    void clockThatIsSetBackKeepsNothingOut();
    void eventsComeNewestFirst();
    void sameEventOfTwoProcessesIsOne();
    void sameEventOfNewMachinesIsAnother();
    void activityMergesAndFilters_data();
    void activityMergesAndFilters();
    void queueKeepsTheOrderAndFinishes();
    void twoProcessesWriteAtOnce();
    void unusableFiles_data();
    void unusableFiles();

private:
    [[nodiscard]] QString path() const { return m_folder->filePath("data/podium.db"); }
    [[nodiscard]] std::vector<Event> eventsOf(DatabaseQueue &queue, const EventQuery &query = {});
    [[nodiscard]] std::vector<ActivityEntry>
    activityOf(DatabaseQueue &queue, const ActivityQuery &query = {});
    [[nodiscard]] Snapshot load(DatabaseQueue &queue);

    std::unique_ptr<QTemporaryDir> m_folder;

private slots:
    void init() { m_folder = std::make_unique<QTemporaryDir>(); }
};

namespace {

Event eventOf(
    EventKind kind, const QString &before, const QString &after, int atMinute, int worker = -1,
    const char *path = "lab/us-a1-a/n")
{
    return {kind, ref(path), worker, before, after, minute(atMinute)};
}

inventory::SharedSnapshot shared(const Snapshot &snapshot)
{
    return std::make_shared<const Snapshot>(snapshot);
}

Snapshot world()
{
    auto pod = node("lab/us-a1-a/pod", 3);
    pod.workers[0].hostKeys = QStringList{"ssh-ed25519 AAAA", "ssh-rsa BBBB"};
    pod.workers[2].hostKeys = QStringList{"ssh-ed25519 CCCC"};
    pod.workers[2].instanceName = "t1v-n-0a1b2c3d-w-2";
    pod.labels = {{"team", QString::fromUtf8("n\u202elp'; DROP TABLE nodes; --")}};
    pod.createTime = minute(-100);
    pod.maintenance = cloud::Maintenance{"SCHEDULED", "PENDING", minute(3), minute(4), true};
    auto snapshot = snapshotOf({pod, node("lab/us-a1-b/bare", 0), node("other/us-a1-a/x")});
    snapshot.projects = {
        {*ProjectId::parse("lab"), "77", "The Lab"}, {*ProjectId::parse("other"), {}, {}}};
    snapshot.nodes[2].stale = true;
    snapshot.nodes[2].seenAt = minute(-50);
    return snapshot;
}

} // namespace

Snapshot TestStore::load(DatabaseQueue &queue)
{
    SqliteSnapshotStore store(queue);
    Answer<Snapshot> answer;
    store.load(answer.callback());
    const auto loaded = answer.wait(Patience);
    if (!loaded) {
        qFatal("load() did not answer");
    }
    return *loaded;
}

std::vector<Event> TestStore::eventsOf(DatabaseQueue &queue, const EventQuery &query)
{
    Answer<Result<std::vector<Event>>> answer;
    History(queue).events(query, answer.callback());
    return answer.wait(Patience).value_or(failure({})).value_or(std::vector<Event>{});
}

std::vector<ActivityEntry> TestStore::activityOf(DatabaseQueue &queue, const ActivityQuery &query)
{
    Answer<Result<std::vector<ActivityEntry>>> answer;
    History(queue).activity(query, answer.callback());
    return answer.wait(Patience).value_or(failure({})).value_or(std::vector<ActivityEntry>{});
}

void TestStore::fileIsPrivate()
{
    {
        DatabaseQueue queue(path());
        SqliteSnapshotStore(queue).save(shared(world()), {});
        (void)load(queue);
        for (const char *suffix : {"", "-wal", "-shm"}) {
            struct stat info = {};
            QCOMPARE(::stat(QFile::encodeName(path() + suffix).constData(), &info), 0);
            QCOMPARE(int(info.st_mode & 07777), 0600);
        }
    }
    struct stat info = {};
    QCOMPARE(::stat(QFile::encodeName(QFileInfo(path()).path()).constData(), &info), 0);
    QCOMPARE(int(info.st_mode & 07777), 0700);
}

void TestStore::snapshotRoundTrips()
{
    const Snapshot saved = world();
    {
        DatabaseQueue queue(path());
        SqliteSnapshotStore(queue).save(shared(saved), {});
    }
    DatabaseQueue queue(path());
    const Snapshot loaded = load(queue);
    QVERIFY(loaded == saved);
}

void TestStore::emptyStoreGivesAnEmptySnapshot()
{
    DatabaseQueue queue(path());
    QVERIFY(load(queue) == Snapshot{});
    QVERIFY(eventsOf(queue).empty());
    QVERIFY(activityOf(queue).empty());
}

void TestStore::unchangedSnapshotGetsYounger()
{
    DatabaseQueue queue(path());
    SqliteSnapshotStore store(queue);
    Snapshot snapshot = world();
    store.save(shared(snapshot), {});
    snapshot.asOf = minute(7);
    snapshot.nodes[0].seenAt = snapshot.nodes[1].seenAt = minute(7);
    store.save(shared(snapshot), {});
    QVERIFY(load(queue) == snapshot);
    snapshot.asOf = minute(8);
    snapshot.nodes[0].seenAt = snapshot.nodes[1].seenAt = minute(8);
    snapshot.nodes[0].node.workers[1].externalIp = "34.9.9.9";
    store.save(shared(snapshot), {});
    QVERIFY(load(queue) == snapshot);
}

void TestStore::olderSnapshotDoesNotReplaceANewer()
{
    DatabaseQueue first(path());
    DatabaseQueue second(path());
    Snapshot newer = world();
    newer.asOf = minute(9);
    newer.nodes.erase(newer.nodes.begin());
    newer.nodes[0].seenAt = minute(9);
    SqliteSnapshotStore(first).save(shared(newer), {});
    QVERIFY(load(first) == newer);
    SqliteSnapshotStore(second).save(shared(world()), {eventOf(EventKind::Gone, "READY", "", 1)});
    QVERIFY(load(second) == newer);
    QCOMPARE(int(eventsOf(first).size()), 1); // what happened happened
}

/// As at a start where the clock takes local time for UTC, until the network sets it right.
void TestStore::clockThatIsSetBackKeepsNothingOut()
{
    DatabaseQueue queue(path());
    Snapshot early = world();
    early.asOf = world().asOf.addSecs(8 * 3600);
    early.nodes.erase(early.nodes.begin());
    SqliteSnapshotStore(queue).save(shared(early), {});
    SqliteSnapshotStore(queue).save(shared(world()), {});
    QVERIFY(load(queue) == world());
}

void TestStore::eventsComeNewestFirst()
{
    DatabaseQueue queue(path());
    SqliteSnapshotStore store(queue);
    const std::vector<Event> events{
        eventOf(EventKind::Appeared, "", "READY", 1),
        eventOf(EventKind::IpChanged, "34.0.0.1", "34.0.0.2", 2, 3),
        eventOf(EventKind::StateChanged, "READY", "STOPPED", 2),
        eventOf(EventKind::Appeared, "", "READY", 3, -1, "lab/us-a1-a/other")};
    store.save(shared(world()), events);
    auto found = eventsOf(queue);
    QCOMPARE(int(found.size()), 4);
    QVERIFY(found[0] == events[3]);
    QVERIFY(found[1] == events[2]);
    QVERIFY(found[2] == events[1]);
    QVERIFY(found[3] == events[0]);
    EventQuery query;
    query.node = ref("lab/us-a1-a/n");
    QCOMPARE(int(eventsOf(queue, query).size()), 3);
    query.since = minute(2);
    QCOMPARE(int(eventsOf(queue, query).size()), 2);
    query.limit = 1;
    found = eventsOf(queue, query);
    QCOMPARE(int(found.size()), 1);
    QVERIFY(found[0] == events[2]);
}

void TestStore::sameEventOfTwoProcessesIsOne()
{
    DatabaseQueue first(path());
    DatabaseQueue second(path());
    SqliteSnapshotStore window(first);
    SqliteSnapshotStore watcher(second);
    const auto both = [&](const Event &seen, int later) {
        window.save(shared(world()), {seen});
        (void)load(first);
        Event again = seen;
        again.time = seen.time.addSecs(later);
        watcher.save(shared(world()), {again});
        (void)load(second);
    };
    both(eventOf(EventKind::Appeared, "", "READY", 0), 5);
    both(eventOf(EventKind::StateChanged, "READY", "STOPPED", 1), 5);
    both(eventOf(EventKind::StateChanged, "STOPPED", "READY", 2), 5);
    both(eventOf(EventKind::StateChanged, "READY", "STOPPED", 3), 5);
    both(eventOf(EventKind::IpChanged, "a", "b", 4, 0), 5);
    both(eventOf(EventKind::IpChanged, "a", "b", 4, 1), 5);
    both(eventOf(EventKind::Gone, "STOPPED", "", 5), 5);
    both(eventOf(EventKind::Appeared, "", "CREATING", 6), 5);
    both(eventOf(EventKind::Gone, "CREATING", "", 7), 5);
    const auto found = eventsOf(first);
    QCOMPARE(int(found.size()), 9);
    QVERIFY(found[0].kind == EventKind::Gone && found[0].time == minute(7));
}

void TestStore::sameEventOfNewMachinesIsAnother()
{
    DatabaseQueue queue(path());
    SqliteSnapshotStore(queue).save(
        shared(world()), {eventOf(EventKind::StateChanged, "READY", "PREEMPTED", 1),
                          eventOf(EventKind::Recreated, "9001", "9002", 2),
                          eventOf(EventKind::StateChanged, "READY", "PREEMPTED", 3)});
    QCOMPARE(int(eventsOf(queue).size()), 3);
}

void TestStore::activityMergesAndFilters_data()
{
    QTest::addColumn<QString>("kind");
    QTest::addColumn<QString>("text");
    QTest::addColumn<int>("limit");
    QTest::addColumn<QString>("minutes");
    QTest::newRow("all") << ""
                         << "" << 100 << "6 5 4 3 2 1";
    QTest::newRow("limited") << ""
                             << "" << 2 << "6 5";
    QTest::newRow("none") << ""
                          << "" << 0 << "";
    QTest::newRow("nodes") << "node"
                           << "" << 100 << "2";
    QTest::newRow("states") << "state"
                            << "" << 100 << "5";
    QTest::newRow("runs") << "run"
                          << "" << 100 << "6 1";
    QTest::newRow("text in a detail") << ""
                                      << "DISK" << 100 << "4";
    QTest::newRow("text in an event") << ""
                                      << "stopped" << 100 << "5";
    QTest::newRow("text in a node") << ""
                                    << "us-a1-a/n" << 100 << "5 2";
    QTest::newRow("text is no pattern") << ""
                                        << "%" << 100 << "3";
    QTest::newRow("nothing") << "run"
                             << "stopped" << 100 << "";
}

void TestStore::activityMergesAndFilters()
{
    QFETCH(QString, kind);
    QFETCH(QString, text);
    QFETCH(int, limit);
    DatabaseQueue queue(path());
    History history(queue);
    history.append({minute(1), ActivityKind::Run, "pod", "Ran hostname.", {}});
    history.append({minute(3), ActivityKind::Note, "x", "100% sure.", {}});
    history.append({minute(4), ActivityKind::Error, "file", "Cannot write.", "The disk is full."});
    history.append({minute(6), ActivityKind::Run, "pod", "Ran date.", {}});
    SqliteSnapshotStore(queue).save(
        shared(world()), {eventOf(EventKind::Appeared, "", "READY", 2),
                          eventOf(EventKind::StateChanged, "READY", "STOPPED", 5)});
    const auto found = activityOf(queue, {activityKindFromName(kind), text, {}, {}, limit});
    QStringList minutes;
    for (const ActivityEntry &entry : found) {
        minutes << QString::number(minute(0).secsTo(entry.time) / 60);
    }
    QTEST(minutes.join(' '), "minutes");
    if (kind.isEmpty() && text.isEmpty() && limit == 100) {
        QVERIFY(
            (found[2] ==
             ActivityEntry{
                 minute(4), ActivityKind::Error, "file", "Cannot write.", "The disk is full."}));
        const auto page = activityOf(queue, {std::nullopt, {}, minute(2), minute(4), 100});
        QCOMPARE(int(page.size()), 2);
        QVERIFY(page[0].time == minute(3) && page[1].time == minute(2));
    }
}

void TestStore::queueKeepsTheOrderAndFinishes()
{
    {
        DatabaseQueue queue(path());
        History history(queue);
        for (int i = 0; i < 200; ++i) {
            history.append({minute(0), ActivityKind::Note, {}, QString::number(i), {}});
        }
        // The end of the program comes at once.
    }
    DatabaseQueue queue(path());
    const auto found = activityOf(queue);
    QCOMPARE(int(found.size()), 200);
    QCOMPARE(found.front().text, QStringLiteral("199"));
    QCOMPARE(found.back().text, QStringLiteral("0"));
}

void TestStore::twoProcessesWriteAtOnce()
{
    // Two queues have a connection and a thread each, as two processes would.
    std::vector<std::unique_ptr<DatabaseQueue>> queues;
    for (int i = 0; i < 4; ++i) {
        queues.push_back(std::make_unique<DatabaseQueue>(path()));
    }
    for (int i = 0; i < 50; ++i) {
        for (auto &queue : queues) {
            Snapshot snapshot = world();
            snapshot.asOf = minute(i);
            snapshot.nodes[0].node.stateText = QString::number(i);
            SqliteSnapshotStore(*queue).save(shared(snapshot), {});
            History(*queue).append({minute(i), ActivityKind::Note, {}, "x", {}});
        }
    }
    queues.clear();
    DatabaseQueue queue(path());
    QCOMPARE(int(activityOf(queue).size()), 200);
    QVERIFY(load(queue).asOf == minute(49));
    QCOMPARE(load(queue).nodes[0].node.stateText, QStringLiteral("49"));
}

void TestStore::unusableFiles_data()
{
    QTest::addColumn<QString>("what");
    QTest::newRow("not a database") << "text";
    QTest::newRow("a folder") << "folder";
    QTest::newRow("no folder to be had") << "parent";
}

void TestStore::unusableFiles()
{
    QFETCH(QString, what);
    QString file = m_folder->filePath("file");
    if (what == "text") {
        QFile text(file);
        QVERIFY(text.open(QIODevice::WriteOnly));
        text.write(QByteArray(4096, 'x'));
    } else if (what == "folder") {
        QVERIFY(QDir().mkpath(file));
    } else {
        QFile parent(file);
        QVERIFY(parent.open(QIODevice::WriteOnly));
        file += "/podium.db";
    }
    DatabaseQueue queue(file);
    Answer<Result<>> answer;
    History(queue).append({minute(0), ActivityKind::Note, {}, "x", {}}, answer.callback());
    const auto result = answer.wait(Patience);
    QVERIFY(result && !*result);
    QVERIFY(result->error().kind == ErrorKind::Io);
    QVERIFY(result->error().text().contains(file.left(file.indexOf("/podium.db"))));
    QVERIFY(load(queue) == Snapshot{}); // and the program goes on without
}

QTEST_GUILESS_MAIN(TestStore)
#include "tst_store.moc"
