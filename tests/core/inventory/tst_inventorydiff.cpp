// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/inventory/inventorydiff.h"
#include "tests/core/inventory/nodes.h"

#include <QTest>

using namespace podium;
using namespace podium::inventory;
using namespace podium::tests;
using namespace std::chrono_literals;

class TestInventoryDiff final : public QObject
{
    Q_OBJECT

private slots:
    void tellsEveryChange_data();
    void tellsEveryChange();
    void appearsAndGoes();
    void silentScopeKeepsItsNodes_data();
    void silentScopeKeepsItsNodes();
    void returnOfASilentZoneIsNoEvent();
    void noAnswerKeepsAll();
    void firstFailureIsRemembered();
    void hostKeysAreCarriedOver();
    void recreatedNodesStartNewKeys();
    void hostKeysAreTakenUpBetweenListings();
    void sameNodeOnTwoPagesIsOne();
    void tenThousandNodesStayCheap();
    void snapshotFinds();
};

namespace {

const char *path = "lab/us-a1-a/n";

Listing listingOf(const std::vector<cloud::Node> &nodes)
{
    Listing listing;
    listing.projects = {{*ProjectId::parse("lab"), {}, {}}};
    listing.otherProjects = Coverage::Projects::All;
    listing.nodes = nodes;
    return listing;
}

QString shown(const std::vector<Event> &events)
{
    QStringList texts;
    for (const Event &event : events) {
        texts << QStringLiteral("%1 %2 %3>%4")
                     .arg(eventKindName(event.kind))
                     .arg(event.worker)
                     .arg(event.before, event.after);
    }
    return texts.join("; ");
}

} // namespace

Q_DECLARE_METATYPE(podium::cloud::Node)

void TestInventoryDiff::tellsEveryChange_data()
{
    QTest::addColumn<cloud::Node>("before");
    QTest::addColumn<cloud::Node>("after");
    QTest::addColumn<QString>("events");
    const auto row = [](const char *name,
                        const std::function<void(cloud::Node &, cloud::Node &)> &change,
                        const char *events) {
        auto before = node(path, 2);
        auto after = before;
        change(before, after);
        QTest::newRow(name) << before << after << QString(events);
    };
    row(
        "nothing", [](auto &, auto &) {}, "");
    row(
        "state", [](auto &, auto &b) { setState(b, "STOPPED"); }, "state-changed -1 READY>STOPPED");
    row(
        "unknown states",
        [](auto &a, auto &b) {
            setState(a, "NEW1");
            setState(b, "NEW2");
        },
        "state-changed -1 NEW1>NEW2");
    row(
        "health",
        [](auto &, auto &b) {
            b.health = cloud::NodeHealth::Timeout;
            b.healthText = "TIMEOUT";
        },
        "health-changed -1 HEALTHY>TIMEOUT");
    row(
        "moved", [](auto &, auto &b) { b.workers[1].externalIp = "34.9.9.9"; },
        "ip-changed 1 34.0.1.1>34.9.9.9");
    row(
        "address gone", [](auto &, auto &b) { b.workers[0].externalIp.clear(); },
        "ip-changed 0 34.0.1.0>");
    row(
        "internal only",
        [](auto &a, auto &b) {
            a.workers[0].externalIp.clear();
            b.workers[0].externalIp.clear();
            b.workers[0].internalIp = "10.9.9.9";
        },
        "ip-changed 0 10.0.1.0>10.9.9.9");
    row(
        "internal beside external", [](auto &, auto &b) { b.workers[0].internalIp = "10.9.9.9"; },
        "");
    row(
        "fewer workers", [](auto &, auto &b) { b.workers.pop_back(); }, "ip-changed 1 34.0.1.1>");
    row(
        "more workers", [](auto &a, auto &) { a.workers.clear(); },
        "ip-changed 0 >34.0.1.0; ip-changed 1 >34.0.1.1");
    row(
        "host key",
        [](auto &a, auto &b) {
            a.workers[1].hostKeys = QStringList{"ssh-ed25519 A"};
            b.workers[1].hostKeys = QStringList{"ssh-ed25519 B"};
        },
        "host-key-changed 1 ssh-ed25519 A>ssh-ed25519 B");
    row(
        "host key learnt",
        [](auto &, auto &b) { b.workers[1].hostKeys = QStringList{"ssh-ed25519 B"}; }, "");
    row(
        "recreated",
        [](auto &, auto &b) {
            b.id = "1";
            b.workers[0].externalIp = "34.9.9.9";
        },
        "recreated -1 9001>1");
    row(
        "recreated, no id yet",
        [](auto &a, auto &b) {
            a.createTime = minute(0);
            b.createTime = minute(1);
            b.id.clear();
        },
        "recreated -1 9001>");
    row(
        "id learnt", [](auto &a, auto &) { a.id.clear(); }, "");
    row(
        "maintenance",
        [](auto &, auto &b) {
            b.maintenance = cloud::Maintenance{"SCHEDULED", "PENDING", minute(0), {}, true};
        },
        "maintenance -1 >SCHEDULED PENDING 2026-03-04T10:00:00Z");
    row(
        "maintenance over",
        [](auto &a, auto &) {
            a.maintenance = cloud::Maintenance{"SCHEDULED", "ONGOING", {}, {}, true};
        },
        "maintenance -1 SCHEDULED ONGOING>");
    row(
        "labels", [](auto &, auto &b) { b.labels["a"] = "b"; }, "");
}

void TestInventoryDiff::tellsEveryChange()
{
    QFETCH(cloud::Node, before);
    QFETCH(cloud::Node, after);
    QTEST(shown(diffNode(before, after, minute(1))), "events");
    const SnapshotUpdate next = advance(snapshotOf({before}), listingOf({after}), minute(1));
    QTEST(shown(next.events), "events");
    QVERIFY(next.snapshot->nodes[0].seenAt == minute(1));
    for (const Event &event : next.events) {
        QVERIFY(event.node == after.ref && event.time == minute(1));
    }
}

void TestInventoryDiff::appearsAndGoes()
{
    const auto old = snapshotOf({node("lab/us-a1-a/a"), node("lab/us-a1-a/b")});
    const auto next =
        advance(old, listingOf({node("lab/us-a1-a/c"), node("lab/us-a1-a/b")}), minute(1));
    QCOMPARE(shown(next.events), QStringLiteral("gone -1 READY>; appeared -1 >READY"));
    QVERIFY(next.events[0].node == ref("lab/us-a1-a/a"));
    QCOMPARE(int(next.snapshot->nodes.size()), 2);
    QVERIFY(next.snapshot->asOf == minute(1));
    // A project that is no longer listed takes its nodes along.
    Listing other;
    other.projects = {{*ProjectId::parse("other"), {}, {}}};
    other.otherProjects = Coverage::Projects::All;
    QCOMPARE(
        shown(advance(old, other, minute(1)).events),
        QStringLiteral("gone -1 READY>; gone -1 READY>"));
}

void TestInventoryDiff::silentScopeKeepsItsNodes_data()
{
    QTest::addColumn<QString>("zone"); // empty: the project
    QTest::addColumn<QString>("stale");
    QTest::newRow("zone") << "us-a1-b"
                          << "lab/us-a1-b/b";
    QTest::newRow("project") << ""
                             << "lab/us-a1-a/a lab/us-a1-b/b";
}

void TestInventoryDiff::silentScopeKeepsItsNodes()
{
    QFETCH(QString, zone);
    const auto old =
        snapshotOf({node("lab/us-a1-a/a"), node("lab/us-a1-b/b"), node("other/us-a1-b/c")});
    Listing listing = listingOf({});
    listing.problems = {
        {*ProjectId::parse("lab"),
         Zone::parse(zone),
         {ErrorKind::Unavailable, "It does not answer.", {}, {}, {}},
         {}}};
    const auto next = advance(old, listing, minute(5));
    QStringList stale;
    for (const NodeEntry &entry : next.snapshot->nodes) {
        QVERIFY(entry.stale);
        QVERIFY(entry.seenAt == minute(0));
        stale << entry.node.ref.text();
    }
    QTEST(stale.join(' '), "stale");
    for (const Event &event : next.events) {
        QVERIFY(event.kind == EventKind::Gone);
        QVERIFY(!stale.contains(event.node.text()));
    }
    QCOMPARE(int(next.events.size()), 3 - stale.size());
}

void TestInventoryDiff::returnOfASilentZoneIsNoEvent()
{
    auto old = snapshotOf({node("lab/us-a1-a/a")});
    old.nodes[0].stale = true;
    const auto same = advance(old, listingOf({node("lab/us-a1-a/a")}), minute(9));
    QVERIFY(same.events.empty());
    QVERIFY(!same.snapshot->nodes[0].stale);
    QVERIFY(same.snapshot->nodes[0].seenAt == minute(9));
}

void TestInventoryDiff::noAnswerKeepsAll()
{
    const auto old = snapshotOf({node("lab/us-a1-a/a")});
    Listing listing;
    listing.error = Error{ErrorKind::Credentials, "No login.", {}, {}, {}};
    const auto next = advance(old, listing, minute(9));
    QVERIFY(next.events.empty());
    QVERIFY(next.snapshot->asOf == minute(0));
    QVERIFY(next.snapshot->nodes[0].stale);
    QCOMPARE(next.snapshot->error->summary, QStringLiteral("No login."));
    QVERIFY(
        !advance(*next.snapshot, listingOf({node("lab/us-a1-a/a")}), minute(10)).snapshot->error);
}

void TestInventoryDiff::firstFailureIsRemembered()
{
    Listing listing = listingOf({});
    listing.problems = {
        {*ProjectId::parse("lab"), std::nullopt, {ErrorKind::Unavailable, "a", {}, {}, {}}, {}}};
    auto next = advance({}, listing, minute(1));
    QVERIFY(next.snapshot->problems[0].since == minute(1));
    listing.problems[0].error.summary = "b";
    next = advance(*next.snapshot, listing, minute(2));
    QVERIFY(next.snapshot->problems[0].since == minute(1));
    QCOMPARE(next.snapshot->problems[0].error.summary, QStringLiteral("b"));
    next = advance(*next.snapshot, listingOf({}), minute(3));
    QVERIFY(next.snapshot->problems.empty());
    QVERIFY(advance(*next.snapshot, listing, minute(4)).snapshot->problems[0].since == minute(4));
}

void TestInventoryDiff::hostKeysAreCarriedOver()
{
    auto known = node(path, 2);
    known.workers[0].hostKeys = QStringList{"ssh-ed25519 A"};
    known.workers[1].hostKeys = QStringList{"ssh-ed25519 B"};
    auto asked = node(path, 2);
    asked.workers[0].externalIp = "34.9.9.9"; // moved, its attributes not read
    asked.workers[1].hostKeys = QStringList{"ssh-ed25519 C"};
    const auto next = advance(snapshotOf({known}), listingOf({asked}), minute(1));
    QCOMPARE(next.snapshot->nodes[0].node.workers[0].hostKeys, QStringList{"ssh-ed25519 A"});
    QCOMPARE(next.snapshot->nodes[0].node.workers[1].hostKeys, QStringList{"ssh-ed25519 C"});
    QCOMPARE(
        shown(next.events), QStringLiteral("ip-changed 0 34.0.1.0>34.9.9.9; host-key-changed 1 "
                                           "ssh-ed25519 B>ssh-ed25519 C"));
}

void TestInventoryDiff::recreatedNodesStartNewKeys()
{
    auto known = node(path);
    known.workers[0].hostKeys = QStringList{"ssh-ed25519 A"};
    auto fresh = node(path);
    fresh.id = "777";
    const auto next = advance(snapshotOf({known}), listingOf({fresh}), minute(1));
    QVERIFY(next.snapshot->nodes[0].node.workers[0].hostKeys.isEmpty());
    QCOMPARE(shown(next.events), QStringLiteral("recreated -1 9001>777"));
}

void TestInventoryDiff::hostKeysAreTakenUpBetweenListings()
{
    auto known = node(path, 2);
    known.workers[0].hostKeys = QStringList{"ssh-ed25519 A"};
    known.workers[1].hostKeys = QStringList{"ssh-ed25519 B"};
    const Snapshot before = snapshotOf({known});
    auto told = node(path, 2);
    told.workers[1].hostKeys = QStringList{"ssh-ed25519 C"}; // of the other nothing is said
    setState(told, "STOPPED");                               // nor is this a listing
    const auto next = withHostKeys(before, told, minute(1));
    QVERIFY(next.snapshot);
    const cloud::Node &now = next.snapshot->nodes[0].node;
    QCOMPARE(now.workers[0].hostKeys, QStringList{"ssh-ed25519 A"});
    QCOMPARE(now.workers[1].hostKeys, QStringList{"ssh-ed25519 C"});
    QCOMPARE(now.stateText, known.stateText);
    QCOMPARE(shown(next.events), QStringLiteral("host-key-changed 1 ssh-ed25519 B>ssh-ed25519 C"));
    QVERIFY(withHostKeys(*next.snapshot, told, minute(2)).looksSame);

    told.id = "777"; // other machines
    QVERIFY(!withHostKeys(before, told, minute(1)).snapshot);
    QVERIFY(!withHostKeys(before, node("lab/us-a1-a/other"), minute(1)).snapshot);
}

void TestInventoryDiff::sameNodeOnTwoPagesIsOne()
{
    auto later = node(path);
    setState(later, "STOPPED");
    const auto next = advance({}, listingOf({node(path), later}), minute(1));
    QCOMPARE(int(next.snapshot->nodes.size()), 1);
    QCOMPARE(next.snapshot->nodes[0].node.stateText, QStringLiteral("STOPPED"));
    QCOMPARE(int(next.events.size()), 1);
}

void TestInventoryDiff::tenThousandNodesStayCheap()
{
    std::vector<cloud::Node> nodes;
    for (int i = 0; i < 10000; ++i) {
        nodes.push_back(node(QStringLiteral("lab-%1/us-a1-a/n%2").arg(i % 50).arg(i), 4, i));
    }
    const auto first = advance({}, listingOf(nodes), minute(0));
    QCOMPARE(int(first.events.size()), 10000);
    nodes[5000].workers[3].externalIp = "34.255.255.255";
    const auto second = advance(*first.snapshot, listingOf(nodes), minute(1));
    QCOMPARE(int(second.events.size()), 1);
    QVERIFY(second.events[0].node == nodes[5000].ref);
}

void TestInventoryDiff::snapshotFinds()
{
    const auto snapshot =
        snapshotOf({node("lab/us-a1-a/a"), node("lab/us-a1-b/a"), node("z/us-a1-a/a")});
    QVERIFY(snapshot.find(ref("lab/us-a1-b/a")) == &snapshot.nodes[1]);
    QVERIFY(!snapshot.find(ref("lab/us-a1-c/a")));
    QVERIFY(!snapshot.find(ref("zz/us-a1-a/a")));
    QVERIFY(!Snapshot().find(ref("lab/us-a1-a/a")));
}

QTEST_GUILESS_MAIN(TestInventoryDiff)
#include "tst_inventorydiff.moc"
