// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/store/facts.h"
#include "core/store/history.h"
#include "core/store/retention.h"
#include "core/store/sqlitesnapshotstore.h"
#include "tests/core/cloud/cloudfixture.h"
#include "tests/core/inventory/nodes.h"
#include "tests/fakes/patience.h"

#include <QTemporaryDir>
#include <QTest>

using namespace podium;
using namespace podium::inventory;
using namespace podium::store;
using namespace podium::tests;
using namespace std::chrono_literals;

/// What is remembered of nodes, and for how long.
class TestNodeHistory final : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void everythingOfANodeIsAFact();
    void movedNodeKeepsItsHostKeys();
    void recreatedNodeStartsAnew();
    void silentNodeStaysAsItWas();
    void goneNodeIsFoundByItsName();
    void whatCostsIsReadOfAllNodes();
    void sameLookWritesNothing();
    void anotherProcessGoesOn();
    void hostKeysAreAddedToWhatIsStored();
    void looksMergeWhileSomebodyLooks();
    void problemsAreKept();
    void pruningKeepsTheLimit();
    void claimIsTheFirstOnes();

private:
    void look(const std::vector<cloud::Node> &nodes, int atMinute);
    [[nodiscard]] NodeHistory historyOf(const char *path = "lab/us-a1-a/n");
    [[nodiscard]] QStringList lines(const char *path = "lab/us-a1-a/n");

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<DatabaseQueue> m_queue;
    std::unique_ptr<SqliteSnapshotStore> m_store;
};

namespace {

cloud::Node plainNode()
{
    auto one = node("lab/us-a1-a/n");
    one.stateText = "READY";
    one.healthText = "HEALTHY";
    one.workers[0].externalIp = "34.0.0.1";
    one.workers[0].internalIp = "10.0.0.1";
    one.workers[0].hostKeys = QStringList{"ssh-ed25519 AAAA"};
    return one;
}

SharedSnapshot at(const std::vector<cloud::Node> &nodes, int atMinute)
{
    Snapshot snapshot = snapshotOf(nodes);
    snapshot.asOf = minute(atMinute);
    for (NodeEntry &entry : snapshot.nodes) {
        entry.seenAt = snapshot.asOf;
    }
    return std::make_shared<const Snapshot>(snapshot);
}

/// "state READY 0-5", "external-ip 34.0.0.1 0-" where it is true still.
QStringList linesOf(const std::vector<Fact> &facts)
{
    QStringList lines;
    for (const Fact &fact : facts) {
        const qint64 first = minute(0).secsTo(fact.first) / 60;
        const qint64 last = minute(0).secsTo(fact.last) / 60;
        lines << QString("%1 %2 %3-%4")
                     .arg(factKindName(fact.kind), fact.value)
                     .arg(first)
                     .arg(fact.open ? QString() : QString::number(last));
    }
    lines.sort();
    return lines;
}

} // namespace

void TestNodeHistory::init()
{
    m_store.reset();
    m_queue.reset();
    m_folder = std::make_unique<QTemporaryDir>();
    m_queue = std::make_unique<DatabaseQueue>(m_folder->filePath("podium.db"));
    m_store = std::make_unique<SqliteSnapshotStore>(*m_queue);
}

void TestNodeHistory::look(const std::vector<cloud::Node> &nodes, int atMinute)
{
    m_store->save(at(nodes, atMinute), {});
}

NodeHistory TestNodeHistory::historyOf(const char *path)
{
    Answer<Result<NodeHistory>> answer;
    History(*m_queue).node(ref(path), answer.callback());
    const auto history = answer.wait(Patience);
    return history && *history ? **history : NodeHistory();
}

QStringList TestNodeHistory::lines(const char *path)
{
    return linesOf(historyOf(path).facts);
}

void TestNodeHistory::everythingOfANodeIsAFact()
{
    auto pod = node("lab/us-a1-a/n", 2);
    pod.id = "77";
    pod.stateText = "READY";
    pod.healthText = "HEALTHY";
    pod.acceleratorType = "v4-16";
    pod.spot = true;
    pod.maintenance = cloud::Maintenance{"SCHEDULED", "PENDING", minute(3), minute(4), true};
    pod.workers[0] = {"10.0.0.1", "34.0.0.1", {"ssh-ed25519 A", "ssh-rsa B"}};
    pod.workers[1] = {"10.0.0.2", "", {}};
    look({pod}, 0);
    QStringList expected{
        "external-ip 34.0.0.1 0-", "health HEALTHY 0-", "host-key ssh-ed25519 A 0-",
        "host-key ssh-rsa B 0-",   "id 77 0-",          "internal-ip 10.0.0.1 0-",
        "internal-ip 10.0.0.2 0-", "state READY 0-",    "type v4-16 0-",
        "provisioning spot 0-"};
    expected << QString("maintenance SCHEDULED PENDING %1 %2 0-")
                    .arg(minute(3).toString(Qt::ISODate), minute(4).toString(Qt::ISODate));
    expected.sort();
    QCOMPARE(lines(), expected);
    for (int kind = 0; kind <= int(FactKind::Provisioning); ++kind) {
        QVERIFY(factKindFromName(factKindName(FactKind(kind))) == FactKind(kind));
    }
    QVERIFY(!factKindFromName("other"));
}

void TestNodeHistory::movedNodeKeepsItsHostKeys()
{
    auto one = plainNode();
    look({one}, 0);
    look({one}, 5);
    one.workers[0].externalIp = "34.0.0.2";
    look({one}, 10);
    const QStringList found = lines();
    QVERIFY(found.contains("external-ip 34.0.0.1 0-5"));
    QVERIFY(found.contains("external-ip 34.0.0.2 10-"));
    QVERIFY(found.contains("host-key ssh-ed25519 AAAA 0-"));
    QVERIFY(found.contains("id " + one.id + " 0-"));
    one.workers[0].externalIp = "34.0.0.1"; // and back: a stretch of its own
    look({one}, 15);
    QVERIFY(lines().contains("external-ip 34.0.0.1 0-5"));
    QVERIFY(lines().contains("external-ip 34.0.0.1 15-"));
}

void TestNodeHistory::recreatedNodeStartsAnew()
{
    auto one = plainNode();
    one.id = "1";
    look({one}, 0);
    one.id = "2";
    one.workers[0].hostKeys.clear();
    look({one}, 5);
    QVERIFY(lines().contains("host-key ssh-ed25519 AAAA 0-0"));
    one.workers[0].hostKeys = QStringList{"ssh-ed25519 BBBB"};
    look({one}, 6);
    const QStringList found = lines();
    QVERIFY(found.contains("id 1 0-0"));
    QVERIFY(found.contains("id 2 5-"));
    QVERIFY(found.contains("host-key ssh-ed25519 BBBB 6-"));
    // In between it did not stand, so it has cost nothing.
    QVERIFY(found.contains("state READY 0-0"));
    QVERIFY(found.contains("state READY 5-"));
}

void TestNodeHistory::silentNodeStaysAsItWas()
{
    look({plainNode()}, 0);
    Snapshot silent = *at({plainNode()}, 9);
    silent.nodes[0].stale = true;
    silent.nodes[0].seenAt = minute(0);
    m_store->save(std::make_shared<const Snapshot>(silent), {});
    const NodeHistory history = historyOf();
    QVERIFY(linesOf(history.facts).contains("state READY 0-"));
    for (const Fact &fact : history.facts) {
        QVERIFY(fact.open);
        QCOMPARE(fact.last, minute(0)); // when it was seen last, not when it was missed
    }
    QCOMPARE(history.asOf, minute(9));
}

void TestNodeHistory::goneNodeIsFoundByItsName()
{
    look({plainNode(), node("lab/us-a1-b/n"), node("other/us-a1-a/n")}, 0);
    look({node("lab/us-a1-b/n")}, 5);
    QVERIFY(lines().contains("state READY 0-0"));
    const auto named = [this](const QString &word) {
        Answer<Result<std::vector<NodeRef>>> answer;
        History(*m_queue).nodesNamed(word, answer.callback());
        const auto found = answer.wait(Patience);
        QStringList names;
        for (const NodeRef &node : found->value()) {
            names << node.text();
        }
        return names.join(' ');
    };
    QCOMPARE(named("n"), QString("lab/us-a1-a/n lab/us-a1-b/n other/us-a1-a/n"));
    QCOMPARE(named("lab/n"), QString("lab/us-a1-a/n lab/us-a1-b/n"));
    QCOMPARE(named("lab/us-a1-b/n"), QString("lab/us-a1-b/n"));
    QCOMPARE(named("m"), QString());
    QCOMPARE(named("n' OR '1'='1"), QString());
}

void TestNodeHistory::whatCostsIsReadOfAllNodes()
{
    auto other = plainNode();
    other.ref = ref("lab/us-a1-a/m");
    other.spot = true;
    look({plainNode(), other}, 0);
    look({plainNode(), other}, 5);
    look({plainNode()}, 9); // m is gone
    Answer<Result<SeenNodes>> answer;
    History(*m_queue).seenNodes(minute(0), answer.callback());
    const SeenNodes seen = answer.wait(Patience)->value();
    QCOMPARE(int(seen.nodes.size()), 2);
    QCOMPARE(seen.nodes[0].node, other.ref);
    QVERIFY(linesOf(seen.nodes[0].facts).contains("state READY 0-5"));
    QVERIFY(linesOf(seen.nodes[0].facts).contains("provisioning spot 0-5"));
    QVERIFY(linesOf(seen.nodes[1].facts).contains("state READY 0-"));
    QVERIFY(linesOf(seen.nodes[1].facts).contains("external-ip 34.0.0.1 0-"));
    QVERIFY(!linesOf(seen.nodes[1].facts).join(' ').contains("host-key"));
    QCOMPARE(seen.asOf, minute(9));
    // What was over before is left out.
    Answer<Result<SeenNodes>> later;
    History(*m_queue).seenNodes(minute(7), later.callback());
    QCOMPARE(int(later.wait(Patience)->value().nodes.size()), 1);
}

void TestNodeHistory::sameLookWritesNothing()
{
    look({plainNode()}, 0);
    const auto count = historyOf().facts.size();
    for (int i = 1; i < 5; ++i) {
        look({plainNode()}, i);
    }
    QCOMPARE(historyOf().facts.size(), count);
    QCOMPARE(historyOf().facts[0].last, minute(4));
}

void TestNodeHistory::anotherProcessGoesOn()
{
    look({plainNode()}, 0);
    (void)historyOf(); // it is written before the other one begins
    DatabaseQueue other(m_folder->filePath("podium.db"));
    SqliteSnapshotStore(other).save(at({plainNode()}, 3), {});
    auto moved = plainNode();
    moved.workers[0].externalIp = "34.0.0.2";
    Answer<Snapshot> loaded;
    SqliteSnapshotStore(other).load(loaded.callback());
    QVERIFY(loaded.wait(Patience));
    look({moved}, 5); // this one has not read what the other wrote
    QVERIFY(lines().contains("external-ip 34.0.0.1 0-3"));
    QVERIFY(lines().contains("external-ip 34.0.0.2 5-"));
}

/// By a login of a run that lasts for longer than a look could, while the watch looks.
void TestNodeHistory::hostKeysAreAddedToWhatIsStored()
{
    look({plainNode()}, 0);
    auto moved = plainNode();
    moved.workers[0].externalIp = "34.0.0.2";
    look({moved, node("lab/us-a1-a/other")}, 45); // another process
    auto told = plainNode();
    told.workers[0].hostKeys = QStringList("ssh-ed25519 BBBB");
    m_store->saveHostKeys(told, minute(46), {});
    Answer<Snapshot> loaded;
    SqliteSnapshotStore(*m_queue).load(loaded.callback());
    const Snapshot stored = loaded.wait(Patience).value_or(Snapshot());
    QCOMPARE(int(stored.nodes.size()), 2);
    QCOMPARE(stored.nodes[0].node.workers[0].hostKeys, QStringList("ssh-ed25519 BBBB"));
    QCOMPARE(stored.nodes[0].node.workers[0].externalIp, QString("34.0.0.2"));
    QCOMPARE(stored.asOf, minute(45).addMSecs(1)); // later, for who compares by it
    QVERIFY(lines().contains("host-key ssh-ed25519 BBBB 46-"));
}

void TestNodeHistory::looksMergeWhileSomebodyLooks()
{
    for (const int when : {0, 1, 15, 60, 61, 200}) {
        look({plainNode()}, when);
    }
    const std::vector<Span> expected{
        {minute(0), minute(15)}, {minute(60), minute(61)}, {minute(200), minute(200)}};
    QVERIFY(historyOf().looks == expected);
}

void TestNodeHistory::problemsAreKept()
{
    Snapshot snapshot = *at({plainNode()}, 0);
    snapshot.problems = {
        {*ProjectId::parse("lab"), Zone::parse("us-a1-b"),
         Error{ErrorKind::Unavailable, "It's silent.", "d", "h", "lab/us-a1-b"}, minute(-5)},
        {*ProjectId::parse("other"), std::nullopt, Error{ErrorKind::Timeout, "t", {}, {}, {}},
         minute(-1)}};
    m_store->save(std::make_shared<const Snapshot>(snapshot), {});
    Answer<Snapshot> loaded;
    SqliteSnapshotStore(*m_queue).load(loaded.callback());
    QVERIFY(*loaded.wait(Patience) == snapshot);
}

void TestNodeHistory::pruningKeepsTheLimit()
{
    const int tooOld = -(HistoryDays + 1) * 24 * 60;
    auto old = plainNode();
    old.workers[0].externalIp = "34.0.0.9";
    m_store->save(
        at({old}, tooOld),
        {{EventKind::Appeared, ref("lab/us-a1-a/n"), -1, {}, "READY", minute(tooOld)}});
    look({plainNode()}, tooOld + 1);
    History(*m_queue).append({minute(tooOld), ActivityKind::Note, {}, "old", {}});
    look({plainNode()}, 0);
    const NodeHistory history = historyOf();
    QVERIFY(history.events.empty());
    const QStringList found = linesOf(history.facts);
    QVERIFY2(!found.join('\n').contains("34.0.0.9"), qPrintable(found.join('\n')));
    // What is true still was first seen long ago: that is worth knowing.
    QVERIFY(found.contains(QString("state READY %1-").arg(tooOld)));
    QCOMPARE(int(history.looks.size()), 1);
    Answer<Result<std::vector<ActivityEntry>>> answer;
    History(*m_queue).activity({}, answer.callback());
    QVERIFY((*answer.wait(Patience))->empty());
}

void TestNodeHistory::claimIsTheFirstOnes()
{
    DatabaseQueue other(m_folder->filePath("podium.db"));
    const auto claimed = [](DatabaseQueue &queue, const QStringList &what, int atMinute) {
        Answer<QStringList> answer;
        History(queue).claim(what, minute(atMinute), 1h, answer.callback());
        return answer.wait(Patience)->join(' ');
    };
    QCOMPARE(claimed(*m_queue, {"a", "b"}, 0), QString("a b"));
    QCOMPARE(claimed(other, {"b", "c"}, 1), QString("c"));
    QCOMPARE(claimed(*m_queue, {"a"}, 59), QString());
    QCOMPARE(claimed(other, {"a"}, 61), QString("a"));
    QCOMPARE(claimed(*m_queue, {"a"}, 2), QString("a")); // the clock was set back
}

QTEST_GUILESS_MAIN(TestNodeHistory)
#include "tst_nodehistory.moc"
