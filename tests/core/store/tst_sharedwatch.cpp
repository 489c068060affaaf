// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/store/sharednodesource.h"
#include "core/store/sqlitesnapshotstore.h"
#include "core/store/watcherlease.h"
#include "tests/core/inventory/nodes.h"
#include "tests/fakes/fakenodesource.h"
#include "tests/fakes/manualclock.h"
#include "tests/fakes/patience.h"

#include <QScopeGuard>
#include <QSemaphore>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace podium;
using namespace podium::inventory;
using namespace podium::store;
using namespace podium::tests;

namespace {

/// One Podium as far as the watch is concerned.
struct Podium
{
    Podium(const QString &file, const Clock &clock)
        : queue(file)
        , store(queue)
        , shared(cloud, queue, clock, "test")
        , inventory(shared, &store, clock)
    {
        shared.setSharing(true);
    }
    void look(Urgency urgency = Urgency::Routine)
    {
        QSignalSpy refreshed(&inventory, &Inventory::refreshed);
        inventory.refresh(urgency);
        QVERIFY(refreshed.wait(Patience));
        waitForStore();
    }
    /// Until all that was handed to the database is in it: saving goes on after a refresh.
    void waitForStore()
    {
        QSemaphore done;
        queue.post([&done](const auto &) { done.release(); });
        QVERIFY(done.tryAcquire(1, Patience));
    }
    /// As who logs in there.
    void learn(const cloud::Node &node)
    {
        QSignalSpy taken(&inventory, &Inventory::changed);
        inventory.addHostKeys(node);
        QVERIFY(taken.wait(Patience));
        waitForStore();
    }
    /// Of the one worker.
    [[nodiscard]] QStringList keys() const
    {
        return inventory.snapshot().nodes[0].node.workers[0].hostKeys;
    }
    FakeNodeSource cloud;
    DatabaseQueue queue;
    SqliteSnapshotStore store;
    SharedNodeSource shared;
    Inventory inventory;
};

cloud::Node withKey(cloud::Node node, const char *key)
{
    node.workers[0].hostKeys = QStringList{key};
    return node;
}

} // namespace

/// Two Podiums over one database: one asks the cloud, the other reads.
class TestSharedWatch final : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void silentWatcherKeepsTheWatchForItsTime();
    void heirOfADeadWatcherAsksAtOnce();
    void oneAsksTheOtherReads();
    void readerIsFasterThanTheStore();
    void readerTellsWhatChanged();
    void clockThatIsSetBackIsNoNews();
    void watcherTakesUpTheKeysOfOthers();
    void keysOfOthersOutliveALookUnderWay();
    void urgentQuestionTakesTheWatch();
    void endOfTheWatcherIsNoticed();
    void whoCannotAskLeavesItToTheOthers();
    void whoCannotAskSeesWhatIsStoredAtOnce();
    void withoutADatabaseEachAsks();

private:
    [[nodiscard]] QString file() const { return m_folder->filePath("podium.db"); }
    std::unique_ptr<QTemporaryDir> m_folder;
    ManualClock m_clock;
};

void TestSharedWatch::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
}

/// It may be stopped, or its machine asleep: nobody asks twice while its lease runs.
void TestSharedWatch::silentWatcherKeepsTheWatchForItsTime()
{
    const auto database = Database::open(file());
    QVERIFY(database);
    QVERIFY(*WatcherLease("silent", thisProcess(), "a").take(**database, m_clock.now(), false));
    Podium reader(file(), m_clock);
    reader.look();
    m_clock.advance(29);
    reader.look();
    QVERIFY(!reader.shared.isWatcher());
    QCOMPARE(reader.cloud.asked, 0);
    m_clock.advance(2);
    reader.look();
    QVERIFY(reader.shared.isWatcher());
    QCOMPARE(reader.cloud.asked, 1);
}

void TestSharedWatch::heirOfADeadWatcherAsksAtOnce()
{
    const auto database = Database::open(file());
    QVERIFY(database);
    const QString dead = thisProcess().section(' ', 0, 1) + " 1"; // began at another moment
    QVERIFY(*WatcherLease("dead", dead, "a").take(**database, m_clock.now(), false));
    Podium heir(file(), m_clock);
    heir.look();
    QVERIFY(heir.shared.isWatcher());
    QCOMPARE(heir.cloud.asked, 1);
}

void TestSharedWatch::oneAsksTheOtherReads()
{
    Podium first(file(), m_clock);
    Podium second(file(), m_clock);
    Snapshot world = snapshotOf({node("lab/us-a1-a/n"), node("lab/us-a1-b/m")});
    world.problems = {{*ProjectId::parse("lab"), Zone::parse("us-a1-b"), Error{}, minute(0)}};
    first.cloud.set(world);
    second.cloud.set(world);
    first.look();
    second.look();
    QVERIFY(first.shared.isWatcher());
    QVERIFY(!second.shared.isWatcher());
    QCOMPARE(first.cloud.asked, 1);
    QCOMPARE(second.cloud.asked, 0);
    QVERIFY(second.inventory.snapshot() == first.inventory.snapshot());
}

void TestSharedWatch::readerIsFasterThanTheStore()
{
    QSemaphore slowDisk;
    Podium first(file(), m_clock);
    Podium second(file(), m_clock);
    first.cloud.set(snapshotOf({node("lab/us-a1-a/n")}));
    first.cloud.held = true;
    QSignalSpy refreshed(&first.inventory, &Inventory::refreshed);
    first.inventory.refresh();
    QTRY_COMPARE(first.cloud.asked, 1);
    first.queue.post([&slowDisk](const auto &) { slowDisk.acquire(); });
    const auto freed = qScopeGuard([&slowDisk] { slowDisk.release(); });
    first.cloud.answer();
    QVERIFY(refreshed.wait(Patience));
    second.look();
    QVERIFY(!second.shared.isWatcher());
    QVERIFY(second.inventory.snapshot().nodes.empty()); // nothing stored yet
    QSignalSpy worth(&second.shared, &SharedNodeSource::worthALook);
    slowDisk.release();
    QVERIFY(worth.wait(Patience)); // and is told when there is
    second.look();
    QVERIFY(second.inventory.snapshot() == first.inventory.snapshot());
    QCOMPARE(second.cloud.asked, 0);
}

void TestSharedWatch::readerTellsWhatChanged()
{
    Podium first(file(), m_clock);
    Podium second(file(), m_clock);
    first.cloud.set(snapshotOf({node("lab/us-a1-a/n")}));
    first.look();
    second.look();
    auto moved = node("lab/us-a1-a/n");
    moved.workers[0].externalIp = "34.9.9.9";
    first.cloud.set(snapshotOf({moved}));
    m_clock.advance(5); // within the lease
    QSignalSpy worth(&second.shared, &SharedNodeSource::worthALook);
    first.look();
    QVERIFY(worth.wait(Patience));
    QSignalSpy changed(&second.inventory, &Inventory::changed);
    second.look();
    const auto events = changed.last()[0].value<std::vector<Event>>();
    QCOMPARE(int(events.size()), 1);
    QVERIFY(events[0].kind == EventKind::IpChanged);
    QCOMPARE(events[0].after, QString("34.9.9.9"));
    QCOMPARE(second.cloud.asked, 0);
    worth.clear();
    QVERIFY(!worth.wait(2500)); // nothing new, nothing told
}

/// What was stored before is not taken for newer at each look, and told as a change and back.
void TestSharedWatch::clockThatIsSetBackIsNoNews()
{
    constexpr qint64 hours = 8 * 3600;
    m_clock.advance(hours);
    auto early = std::make_unique<Podium>(file(), m_clock);
    early->cloud.set(snapshotOf({node("lab/us-a1-a/n")}));
    early->look();
    early.reset();
    m_clock.advance(60 - hours);
    Podium late(file(), m_clock);
    auto moved = node("lab/us-a1-a/n");
    moved.workers[0].externalIp = "34.9.9.9";
    late.cloud.set(snapshotOf({moved}));
    late.look();
    QSignalSpy changed(&late.inventory, &Inventory::changed);
    m_clock.advance(5);
    late.look();
    for (const auto &told : changed) {
        QVERIFY(told[0].value<std::vector<Event>>().empty());
    }
    Podium reader(file(), m_clock);
    reader.look();
    QCOMPARE(reader.inventory.snapshot().nodes[0].node.workers[0].externalIp, QString("34.9.9.9"));
}

/// Who logs in through another Podium may learn a new host key: whoever asks the cloud does not
/// put the old one back.
void TestSharedWatch::watcherTakesUpTheKeysOfOthers()
{
    Podium first(file(), m_clock);
    Podium second(file(), m_clock);
    const auto listed = node("lab/us-a1-a/n");
    first.cloud.set(snapshotOf({withKey(listed, "ssh-ed25519 A")}));
    first.look();
    second.look();
    second.learn(withKey(listed, "ssh-ed25519 B"));
    first.cloud.set(snapshotOf({listed})); // keys that are known are not asked for
    m_clock.advance(5);                    // within the lease
    QSignalSpy changed(&first.inventory, &Inventory::changed);
    first.look();
    QVERIFY(first.shared.isWatcher());
    QCOMPARE(first.keys(), QStringList{"ssh-ed25519 B"});
    const auto events = changed.first()[0].value<std::vector<Event>>();
    QCOMPARE(int(events.size()), 1);
    QVERIFY(events[0].kind == EventKind::HostKeyChanged);
    second.look();
    QCOMPARE(second.keys(), QStringList{"ssh-ed25519 B"});
}

/// The same where they are stored after the watcher has read and before the cloud has answered it.
void TestSharedWatch::keysOfOthersOutliveALookUnderWay()
{
    Podium first(file(), m_clock);
    Podium second(file(), m_clock);
    const auto listed = node("lab/us-a1-a/n");
    first.cloud.set(snapshotOf({withKey(listed, "ssh-ed25519 A")}));
    first.look();
    second.look();
    m_clock.advance(5); // within the lease
    first.cloud.set(snapshotOf({listed}));
    first.cloud.held = true;
    QSignalSpy refreshed(&first.inventory, &Inventory::refreshed);
    first.inventory.refresh();
    QTRY_COMPARE(first.cloud.asked, 2);
    second.learn(withKey(listed, "ssh-ed25519 B"));
    first.cloud.answer();
    QVERIFY(refreshed.wait(Patience));
    QTRY_COMPARE(first.keys(), QStringList{"ssh-ed25519 B"});
    first.waitForStore();
    second.look();
    QVERIFY(!second.shared.isWatcher());
    QCOMPARE(second.keys(), QStringList{"ssh-ed25519 B"});
}

void TestSharedWatch::urgentQuestionTakesTheWatch()
{
    Podium first(file(), m_clock);
    Podium second(file(), m_clock);
    first.look();
    m_clock.advance(1);
    second.look(Urgency::Urgent);
    QVERIFY(second.shared.isWatcher());
    QCOMPARE(second.cloud.asked, 1);
    first.look();
    QVERIFY(!first.shared.isWatcher());
    QCOMPARE(first.cloud.asked, 1);
}

void TestSharedWatch::endOfTheWatcherIsNoticed()
{
    auto first = std::make_unique<Podium>(file(), m_clock);
    Podium second(file(), m_clock);
    first->look();
    second.look();
    QVERIFY(!second.shared.isWatcher());
    QSignalSpy worth(&second.shared, &SharedNodeSource::worthALook);
    first.reset(); // gives the watch back
    QVERIFY(worth.wait(Patience));
    m_clock.advance(1);
    second.look();
    QVERIFY(second.shared.isWatcher());
    QCOMPARE(second.cloud.asked, 1);
}

void TestSharedWatch::whoCannotAskLeavesItToTheOthers()
{
    Podium first(file(), m_clock);
    Podium second(file(), m_clock);
    first.cloud.next.error = Error{ErrorKind::Credentials, "No login.", {}, {}, {}};
    second.cloud.set(snapshotOf({node("lab/us-a1-a/n")}));
    QSignalSpy firstWorth(&first.shared, &SharedNodeSource::worthALook);
    first.look();
    QVERIFY(first.inventory.snapshot().error);
    QVERIFY(!firstWorth.wait(2500)); // the free watch is left to the others
    m_clock.advance(1);
    second.look();
    QVERIFY(second.shared.isWatcher());
    QVERIFY(!firstWorth.isEmpty() || firstWorth.wait(Patience));
    first.look();
    QCOMPARE(first.cloud.asked, 1);
    QVERIFY(!first.inventory.snapshot().error);
    QCOMPARE(int(first.inventory.snapshot().nodes.size()), 1);
}

/// Before the one that gave the watch up has looked at the database for the first time.
void TestSharedWatch::whoCannotAskSeesWhatIsStoredAtOnce()
{
    Podium first(file(), m_clock);
    Podium second(file(), m_clock);
    first.cloud.next.error = Error{ErrorKind::Credentials, "No login.", {}, {}, {}};
    second.cloud.set(snapshotOf({node("lab/us-a1-a/n")}));
    QSignalSpy firstWorth(&first.shared, &SharedNodeSource::worthALook);
    first.look();
    second.look();
    QVERIFY(second.shared.isWatcher());
    QVERIFY(!firstWorth.isEmpty() || firstWorth.wait(Patience));
    first.look();
    QCOMPARE(int(first.inventory.snapshot().nodes.size()), 1);
}

void TestSharedWatch::withoutADatabaseEachAsks()
{
    Podium podium("/proc/nowhere/podium.db", m_clock);
    podium.cloud.set(snapshotOf({node("lab/us-a1-a/n")}));
    podium.look();
    QCOMPARE(podium.cloud.asked, 1);
    QCOMPARE(int(podium.inventory.snapshot().nodes.size()), 1);
}

QTEST_GUILESS_MAIN(TestSharedWatch)
#include "tst_sharedwatch.moc"
