// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/inventory/hostkeyquestions.h"
#include "core/inventory/inventory.h"
#include "core/inventory/refreshloop.h"
#include "tests/core/inventory/nodes.h"
#include "tests/fakes/patience.h"

#include <QSignalSpy>
#include <QTest>

#include <deque>

using namespace podium;
using namespace podium::inventory;
using namespace podium::tests;
using namespace std::chrono_literals;

namespace {

class TestClock final : public Clock
{
public:
    [[nodiscard]] QDateTime now() const override { return time; }
    [[nodiscard]] qint64 monotonicMs() const override { return time.toMSecsSinceEpoch(); }
    QDateTime time = minute(0);
};

/// Answers when told to.
class FakeSource final : public NodeSource
{
public:
    void list(const Question &question, Callback<Listing> done) override
    {
        ++asked;
        lastKnown = *question.known;
        last = question;
        waiting.push_back(std::move(done));
        if (automatic) {
            answer(next);
        }
    }
    void answer(const Listing &listing)
    {
        waiting.front()(listing);
        waiting.pop_front();
    }
    static Listing of(const std::vector<cloud::Node> &nodes)
    {
        Listing listing;
        listing.projects = {{*ProjectId::parse("lab"), {}, {}}};
        listing.otherProjects = Coverage::Projects::All;
        listing.nodes = nodes;
        return listing;
    }

    int asked = 0;
    bool automatic = false;
    Listing next;
    Snapshot lastKnown;
    Question last;
    std::deque<Callback<Listing>> waiting;
};

class FakeStore final : public SnapshotStore
{
public:
    void load(Callback<Snapshot> done) override { loading = std::move(done); }
    void save(const SharedSnapshot &snapshot, const std::vector<Event> &newEvents) override
    {
        saved = *snapshot;
        events.insert(events.end(), newEvents.begin(), newEvents.end());
        ++saves;
    }
    void saveHostKeys(
        const cloud::Node &node, const QDateTime & /*askedAt*/,
        const std::vector<Event> & /*events*/) override
    {
        keys.push_back(node.ref.text());
    }
    Callback<Snapshot> loading;
    Snapshot saved;
    std::vector<Event> events;
    QStringList keys;
    int saves = 0;
};

} // namespace

class TestInventory final : public QObject
{
    Q_OBJECT

private slots:
    void refreshTellsWhatChanged();
    void oneQuestionAtATime();
    void storedSnapshotIsShownFirst();
    void questionWaitsForWhatIsStored();
    void errorKeepsTheLastGoodSnapshot();
    void keysTakenUpDuringARefreshStay();
    void lateAnswerTakesNoOtherProjectAway();
    void dyingWhileAskingIsFine();
    void loopNeverAsksTwiceAtOnce();
    void loopAsksAgainSoon();
    void loopLooksWhenTheComputerIsBack();
    void loopStops();

private:
    TestClock m_clock;
};

void TestInventory::refreshTellsWhatChanged()
{
    FakeSource source;
    FakeStore store;
    Inventory inventory(source, &store, m_clock);
    QVERIFY(!inventory.snapshot().asOf.isValid());
    const QSignalSpy refreshing(&inventory, &Inventory::refreshingChanged);
    QSignalSpy changed(&inventory, &Inventory::changed);
    QSignalSpy refreshed(&inventory, &Inventory::refreshed);
    inventory.refresh();
    QVERIFY(inventory.isRefreshing());
    source.answer(FakeSource::of({node("lab/us-a1-a/n")}));
    QVERIFY(refreshed.wait(Patience));
    QVERIFY(!inventory.isRefreshing());
    QCOMPARE(refreshing.count(), 2);
    QCOMPARE(changed.count(), 1);
    const auto events = changed[0][0].value<std::vector<Event>>();
    QCOMPARE(int(events.size()), 1);
    QVERIFY(events[0].kind == EventKind::Appeared);
    QCOMPARE(int(inventory.snapshot().nodes.size()), 1);
    QCOMPARE(store.saves, 1);
    QVERIFY(store.saved == inventory.snapshot());
    QVERIFY(store.events == events);
    inventory.refresh();
    QVERIFY(source.lastKnown == inventory.snapshot());
}

void TestInventory::oneQuestionAtATime()
{
    FakeSource source;
    Inventory inventory(source, nullptr, m_clock);
    QSignalSpy refreshed(&inventory, &Inventory::refreshed);
    inventory.refresh();
    inventory.refresh();
    QCOMPARE(source.asked, 1);
    source.answer(FakeSource::of({}));
    inventory.refresh();
    QVERIFY(refreshed.wait(Patience));
    QCOMPARE(refreshed.count(), 1);
    QCOMPARE(source.asked, 1);
}

void TestInventory::storedSnapshotIsShownFirst()
{
    FakeSource source;
    FakeStore store;
    Inventory inventory(source, &store, m_clock);
    QSignalSpy changed(&inventory, &Inventory::changed);
    QSignalSpy refreshed(&inventory, &Inventory::refreshed);
    inventory.loadStored();
    inventory.refresh();
    store.loading(snapshotOf({node("lab/us-a1-a/n")}));
    QVERIFY(changed.wait(Patience));
    QVERIFY(changed[0][0].value<std::vector<Event>>().empty());
    QCOMPARE(int(inventory.snapshot().nodes.size()), 1);
    // What is stored is what the answer is compared with.
    source.answer(FakeSource::of({node("lab/us-a1-a/n")}));
    QVERIFY(refreshed.wait(Patience));
    QVERIFY(changed[1][0].value<std::vector<Event>>().empty());
}

void TestInventory::questionWaitsForWhatIsStored()
{
    FakeSource source;
    FakeStore store;
    Inventory inventory(source, &store, m_clock);
    QSignalSpy changed(&inventory, &Inventory::changed);
    QSignalSpy refreshed(&inventory, &Inventory::refreshed);
    inventory.loadStored();
    inventory.refresh();
    QVERIFY(inventory.isRefreshing());
    QCOMPARE(source.asked, 0); // what is stored spares questions
    store.loading(snapshotOf({node("lab/us-a1-a/n")}));
    QTRY_COMPARE(source.asked, 1);
    source.answer(FakeSource::of({node("lab/us-a1-a/other")}));
    QVERIFY(refreshed.wait(Patience));
    const auto events = changed[1][0].value<std::vector<Event>>();
    QCOMPARE(int(events.size()), 2);
    QVERIFY(events[0].kind == EventKind::Gone && events[1].kind == EventKind::Appeared);
}

void TestInventory::errorKeepsTheLastGoodSnapshot()
{
    FakeSource source;
    FakeStore store;
    Inventory inventory(source, &store, m_clock);
    QSignalSpy refreshed(&inventory, &Inventory::refreshed);
    inventory.refresh();
    source.answer(FakeSource::of({node("lab/us-a1-a/n")}));
    QVERIFY(refreshed.wait(Patience));
    m_clock.time = minute(5);
    inventory.refresh();
    Listing listing;
    listing.error = Error{ErrorKind::Credentials, "No login.", {}, {}, {}};
    source.answer(listing);
    QVERIFY(refreshed.wait(Patience));
    QCOMPARE(int(inventory.snapshot().nodes.size()), 1);
    QVERIFY(inventory.snapshot().nodes[0].stale);
    QVERIFY(inventory.snapshot().asOf == minute(0));
    QVERIFY(inventory.snapshot().error);
    QCOMPARE(store.saves, 1);
    m_clock.time = minute(0);
}

/// A login may learn a new host key while the nodes are listed, of which the question knew the old
/// one.
void TestInventory::keysTakenUpDuringARefreshStay()
{
    FakeSource source;
    FakeStore store;
    Inventory inventory(source, &store, m_clock);
    QSignalSpy refreshed(&inventory, &Inventory::refreshed);
    const auto listed = node("lab/us-a1-a/n");
    auto known = listed;
    known.workers[0].hostKeys = QStringList{"ssh-ed25519 A"};
    inventory.refresh();
    source.answer(FakeSource::of({known}));
    QVERIFY(refreshed.wait(Patience));
    inventory.refresh();
    const PreparedNodes prepared = prepareNodes(source.lastKnown, {listed});
    QVERIFY(prepared.missing.empty());
    known.workers[0].hostKeys = QStringList{"ssh-ed25519 B"};
    inventory.addHostKeys(known);
    source.answer(FakeSource::of(prepared.nodes));
    QVERIFY(refreshed.wait(Patience));
    QCOMPARE(inventory.snapshot().nodes[0].node.workers[0].hostKeys, QStringList{"ssh-ed25519 B"});
    QCOMPARE(store.saved.nodes[0].node.workers[0].hostKeys, QStringList{"ssh-ed25519 B"});
    QCOMPARE(store.keys, QStringList{"lab/us-a1-a/n"});
    QCOMPARE(store.saves, 2); // of the looks alone
}

/// Its question was asked before there was the other project, or before a project was taken out.
void TestInventory::lateAnswerTakesNoOtherProjectAway()
{
    const auto project = [](const char *id) {
        return cloud::Project{*ProjectId::parse(id), {}, {}};
    };
    FakeSource source;
    Inventory inventory(source, nullptr, m_clock);
    QSignalSpy refreshed(&inventory, &Inventory::refreshed);
    Listing slow = FakeSource::of({});
    slow.problems = {{project("lab").id, std::nullopt, Error{}, {}}};
    inventory.refresh();
    const Question first = source.last;
    source.answer(slow);
    QVERIFY(refreshed.wait(Patience));
    Listing more = slow;
    more.projects.push_back(project("later"));
    more.nodes = {node("later/us-a1-a/n")};
    inventory.refresh();
    const Question second = source.last;
    source.answer(more);
    QVERIFY(refreshed.wait(Patience));

    QSignalSpy changed(&inventory, &Inventory::changed);
    Listing late = FakeSource::of({node("lab/us-a1-a/n")});
    late.about = {project("lab").id};
    first.progress(late);
    QVERIFY(changed.wait(Patience));
    const auto events = changed[0][0].value<std::vector<Event>>();
    QCOMPARE(int(events.size()), 1);
    QVERIFY(events[0].kind == EventKind::Appeared && events[0].node == ref("lab/us-a1-a/n"));
    QCOMPARE(int(inventory.snapshot().projects.size()), 2);
    QVERIFY(inventory.snapshot().find(ref("later/us-a1-a/n")));
    QVERIFY(inventory.snapshot().problems.empty());

    Listing without;
    without.projects = {project("later")};
    without.otherProjects = Coverage::Projects::All;
    without.nodes = {node("later/us-a1-a/n")};
    inventory.refresh();
    source.answer(without);
    QVERIFY(refreshed.wait(Patience));
    changed.clear();
    second.progress(late);
    QVERIFY(!inventory.snapshot().find(ref("lab/us-a1-a/n")));
    inventory.refresh();
    source.answer(without);
    QVERIFY(refreshed.wait(Patience));
    for (const auto &arguments : changed) {
        QVERIFY(arguments[0].value<std::vector<Event>>().empty());
    }
}

void TestInventory::dyingWhileAskingIsFine()
{
    FakeSource source;
    FakeStore store;
    {
        Inventory asking(source, &store, m_clock);
        asking.refresh();
        Inventory loading(source, &store, m_clock);
        loading.loadStored();
        loading.refresh();
    }
    source.answer(FakeSource::of({}));
    store.loading(Snapshot{});
    QCoreApplication::processEvents();
    QCOMPARE(source.asked, 1);
    QCOMPARE(store.saves, 0);
}

void TestInventory::loopNeverAsksTwiceAtOnce()
{
    FakeSource source;
    Inventory inventory(source, nullptr, m_clock);
    QSignalSpy refreshed(&inventory, &Inventory::refreshed);
    RefreshLoop loop(inventory, {5ms, 5ms, 5ms, 0.0});
    loop.start();
    QCOMPARE(source.asked, 1);
    QVERIFY(!refreshed.wait(50)); // as slow as it likes: no second question
    QCOMPARE(source.asked, 1);
    source.answer(FakeSource::of({}));
    QTRY_COMPARE(source.asked, 2);
    source.automatic = true;
    source.answer(FakeSource::of({}));
    QTRY_VERIFY(source.asked >= 5);
    QVERIFY(source.waiting.empty());
}

void TestInventory::loopAsksAgainSoon()
{
    FakeSource source;
    Inventory inventory(source, nullptr, m_clock);
    QSignalSpy refreshed(&inventory, &Inventory::refreshed);
    RefreshLoop loop(inventory, {1h, 1h, 1h, 0.1});
    loop.start();
    loop.soon();
    loop.soon();
    QCOMPARE(source.asked, 1);
    source.answer(FakeSource::of({}));
    QTRY_COMPARE(source.asked, 2); // what was asked for meanwhile, once
    source.answer(FakeSource::of({}));
    QVERIFY(refreshed.wait(Patience));
    QVERIFY(!inventory.isRefreshing());
    loop.soon();
    QCOMPARE(source.asked, 3);
}

void TestInventory::loopLooksWhenTheComputerIsBack()
{
    FakeSource source;
    Inventory inventory(source, nullptr, m_clock);
    QSignalSpy refreshed(&inventory, &Inventory::refreshed);
    RefreshLoop loop(inventory, {1h, 1h, 1h, 0.1});
    PowerAndNetworkWatch watch({"/nowhere", "unix:path=/nowhere/bus"}, nullptr);
    loop.follow(watch);
    emit watch.cameBack();
    QCOMPARE(source.asked, 0); // nobody has begun to look
    loop.start();
    source.answer(FakeSource::of({}));
    QVERIFY(refreshed.wait(Patience));
    QCOMPARE(source.asked, 1);
    emit watch.cameBack();
    QCOMPARE(source.asked, 2);
    QVERIFY(source.last.urgency == Urgency::Urgent);
    loop.stop();
    source.answer(FakeSource::of({}));
    QVERIFY(refreshed.wait(Patience));
}

void TestInventory::loopStops()
{
    FakeSource source;
    source.automatic = true;
    Inventory inventory(source, nullptr, m_clock);
    QSignalSpy refreshed(&inventory, &Inventory::refreshed);
    RefreshLoop loop(inventory, {1ms, 1ms, 1ms, 0.1});
    loop.start();
    QVERIFY(refreshed.wait(Patience));
    loop.stop();
    QVERIFY(!loop.isActive());
    QTRY_VERIFY(!inventory.isRefreshing());
    const int asked = source.asked;
    QVERIFY(!refreshed.wait(50));
    QCOMPARE(source.asked, asked);
}

QTEST_GUILESS_MAIN(TestInventory)
#include "tst_inventory.moc"
