// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/inventory/cloudnodesource.h"
#include "core/inventory/nodelistrequest.h"
#include "tests/core/cloud/cloudfixture.h"
#include "tests/core/inventory/nodes.h"
#include "tests/fakes/patience.h"
#include "tests/fakes/simcloud.h"

#include <QJsonArray>
#include <QSignalSpy>
#include <QTest>

using namespace podium;
using namespace podium::inventory;
using namespace podium::tests;
using namespace std::chrono_literals;

/// The whole road from the APIs to the inventory, against podium-sim.
class TestCloudNodeSource final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void init();
    void listsAllProjectsWithHostKeys();
    void badProjectDoesNotHideTheOthers_data();
    void badProjectDoesNotHideTheOthers();
    void unreachableZoneKeepsItsNodes();
    void onlyTheNamedProjects();
    void fallsBackWhereListingIsForbidden();
    void noLoginIsOneError();
    void movedAndRecreatedAreToldApart();
    void hostKeysAreNotAskedForAgain();
    void failingGuestAttributesAreNoError();
    void knowsWhoseHostKeysAreMissing_data();
    void knowsWhoseHostKeysAreMissing();

private:
    [[nodiscard]] Listing list(
        const CloudNodeOptions &options = {}, const Snapshot &known = {},
        const cloud::HttpLimits &limits = LongLimits);
    [[nodiscard]] int callsOf(const QString &part) const;
    void addFault(const QJsonObject &fault);

    SimCloud m_sim;
};

namespace {

QJsonObject simNode(const QString &zone, const QString &name, int workers = 1)
{
    return {{"zone", zone}, {"name", name}, {"workers", workers}};
}

CloudNodeOptions inOnePart()
{
    CloudNodeOptions options;
    options.wait = 1h; // who is only slow is waited for
    options.tell = 1h;
    return options;
}

QStringList namesOf(const std::vector<cloud::Node> &nodes)
{
    QStringList names;
    for (const cloud::Node &n : nodes) {
        names << n.ref.text();
    }
    names.sort();
    return names;
}

} // namespace

void TestCloudNodeSource::initTestCase()
{
    QJsonObject stopped = simNode("us-east1-d", "stopped");
    stopped["state"] = "STOPPED";
    QJsonObject closed = simNode("us-east1-d", "closed");
    closed["guestAttributes"] = false;
    const QJsonObject scenario{
        {"projects",
         QJsonArray{
             QJsonObject{
                 {"id", "lab-one"},
                 {"nodes",
                  QJsonArray{
                      simNode("us-central1-b", "pod", 4), simNode("us-east1-d", "tpu1"), stopped}}},
             QJsonObject{
                 {"id", "lab-two"}, {"nodes", QJsonArray{simNode("us-east1-d", "tpu1"), closed}}},
             QJsonObject{{"id", "lab-empty"}}}}};
    QVERIFY2(m_sim.startWith(scenario), qPrintable(m_sim.error()));
}

void TestCloudNodeSource::init()
{
    m_sim.call("DELETE", "/sim/faults", {});
    m_sim.call("DELETE", "/sim/log", {});
    m_sim.post("/sim/zones/us-east1-d:restore");
    m_sim.post("/sim/projects/lab-two:setApi", {{"tpuApi", "enabled"}});
}

Listing TestCloudNodeSource::list(
    const CloudNodeOptions &options, const Snapshot &known, const cloud::HttpLimits &limits)
{
    CloudFixture cloud(m_sim.environment(), limits);
    CloudNodeOptions atOnce = options;
    atOnce.wait = 1h;
    atOnce.tell = 1h;
    CloudNodeSource source(cloud.projects, cloud.tpu, atOnce);
    Answer<Listing> answer;
    source.list({std::make_shared<const Snapshot>(known), {}, {}}, answer.callback());
    return answer.wait(Patience).value_or(Listing{});
}

int TestCloudNodeSource::callsOf(const QString &part) const
{
    return QString::fromUtf8(m_sim.get("/sim/log").body).count(part);
}

void TestCloudNodeSource::addFault(const QJsonObject &fault)
{
    QCOMPARE(m_sim.post("/sim/faults", fault).status, 200);
}

void TestCloudNodeSource::listsAllProjectsWithHostKeys()
{
    const Listing listing = list();
    QVERIFY(!listing.error);
    QVERIFY(listing.problems.empty());
    QCOMPARE(int(listing.projects.size()), 3);
    QCOMPARE(
        namesOf(listing.nodes),
        (QStringList{
            "lab-one/us-central1-b/pod", "lab-one/us-east1-d/stopped", "lab-one/us-east1-d/tpu1",
            "lab-two/us-east1-d/closed", "lab-two/us-east1-d/tpu1"}));
    for (const cloud::Node &n : listing.nodes) {
        const QString name = n.ref.name.text();
        for (const cloud::Worker &worker : n.workers) {
            QCOMPARE(worker.hostKeys.isEmpty(), name == "stopped" || name == "closed");
        }
    }
}

void TestCloudNodeSource::badProjectDoesNotHideTheOthers_data()
{
    QTest::addColumn<QJsonObject>("fault");
    QTest::addColumn<QString>("kind");
    QTest::newRow("403") << QJsonObject{{"status", 403}} << "permission-denied";
    QTest::newRow("503") << QJsonObject{{"status", 503}} << "unavailable";
    QTest::newRow("slow") << QJsonObject{{"delayMs", NeverMs}} << "timeout";
    QTest::newRow("cut") << QJsonObject{{"cutAt", 10}} << "protocol";
    QTest::newRow("not JSON") << QJsonObject{{"body", "<html>"}} << "protocol";
    QTest::newRow("one bad node")
        << QJsonObject{{"body", R"({"nodes": [{"name": "x"}, {"name": "projects/lab-two/locations/us-east1-d/nodes/tpu1"}]})"}}
        << "protocol";
    QTest::newRow("API off") << QJsonObject{} << "api-disabled";
}

void TestCloudNodeSource::badProjectDoesNotHideTheOthers()
{
    QFETCH(QJsonObject, fault);
    QFETCH(QString, kind);
    if (fault.isEmpty()) {
        m_sim.post("/sim/projects/lab-two:setApi", {{"tpuApi", "disabled"}});
    } else {
        fault["path"] = "/projects/lab-two/locations/-/nodes";
        addFault(fault);
    }
    const bool isSlow = fault.contains("delayMs");
    const Listing listing = list({}, {}, isSlow ? ShortLimits : LongLimits);
    QVERIFY(!listing.error);
    QCOMPARE(int(listing.problems.size()), 1);
    QCOMPARE(listing.problems[0].project.text(), QStringLiteral("lab-two"));
    QVERIFY(!listing.problems[0].zone);
    QCOMPARE(errorKindName(listing.problems[0].error.kind), kind);
    QVERIFY(namesOf(listing.nodes).contains("lab-one/us-central1-b/pod"));
    QCOMPARE(
        namesOf(listing.nodes).contains("lab-two/us-east1-d/tpu1"),
        QByteArray(QTest::currentDataTag()) == "one bad node");
    QCOMPARE(int(listing.projects.size()), 3);
}

void TestCloudNodeSource::unreachableZoneKeepsItsNodes()
{
    CloudFixture cloud(m_sim.environment());
    CloudNodeSource source(cloud.projects, cloud.tpu, inOnePart());
    Inventory inventory(source, nullptr, cloud.clock);
    QSignalSpy refreshed(&inventory, &Inventory::refreshed);
    QSignalSpy changed(&inventory, &Inventory::changed);
    inventory.refresh();
    QVERIFY(refreshed.wait(Patience));
    const std::size_t count = inventory.snapshot().nodes.size();
    m_sim.post("/sim/zones/us-east1-d:unreachable");
    inventory.refresh();
    QVERIFY(refreshed.wait(Patience));
    QVERIFY(changed[1][0].value<std::vector<Event>>().empty());
    QCOMPARE(inventory.snapshot().nodes.size(), count);
    for (const NodeEntry &entry : inventory.snapshot().nodes) {
        QCOMPARE(entry.stale, entry.node.ref.zone.text() == "us-east1-d");
    }
    QCOMPARE(int(inventory.snapshot().problems.size()), 2);
    QCOMPARE(inventory.snapshot().problems[0].zone->text(), QStringLiteral("us-east1-d"));
}

void TestCloudNodeSource::onlyTheNamedProjects()
{
    CloudNodeOptions options;
    options.projects = QStringList{"lab-two", "no-such-lab", "lab-two"};
    Listing listing = list(options);
    QCOMPARE(int(listing.projects.size()), 2);
    QCOMPARE(int(listing.nodes.size()), 2);
    QCOMPARE(int(listing.problems.size()), 1);
    QCOMPARE(listing.problems[0].project.text(), QStringLiteral("no-such-lab"));
    QCOMPARE(callsOf("projects:search"), 0);
    options.projects = QStringList{"Not A Project"};
    listing = list(options);
    QVERIFY(listing.error && listing.error->kind == ErrorKind::InvalidArgument);
}

void TestCloudNodeSource::fallsBackWhereListingIsForbidden()
{
    addFault({{"path", "^/v[13]/projects"}, {"status", 403}});
    QVERIFY(list().error);
    CloudNodeOptions options;
    options.fallbackProjects = QStringList{"lab-two"};
    const Listing listing = list(options);
    QVERIFY(!listing.error);
    QCOMPARE(int(listing.nodes.size()), 2);
}

void TestCloudNodeSource::noLoginIsOneError()
{
    addFault({{"path", "."}, {"status", 401}});
    CloudNodeOptions options;
    options.fallbackProjects = QStringList{"lab-two"};
    const Listing listing = list(options);
    QVERIFY(listing.error);
    QVERIFY(listing.error->kind == ErrorKind::Credentials);
    QVERIFY(listing.nodes.empty() && listing.problems.empty());
}

void TestCloudNodeSource::movedAndRecreatedAreToldApart()
{
    CloudFixture cloud(m_sim.environment());
    CloudNodeSource source(cloud.projects, cloud.tpu, inOnePart());
    Inventory inventory(source, nullptr, cloud.clock);
    QSignalSpy refreshed(&inventory, &Inventory::refreshed);
    QSignalSpy changed(&inventory, &Inventory::changed);
    inventory.refresh();
    QVERIFY(refreshed.wait(Patience));
    const cloud::Node before = inventory.snapshot().find(ref("lab-one/us-central1-b/pod"))->node;

    QCOMPARE(m_sim.post("/sim/nodes/lab-one/us-central1-b/pod:moveIps").status, 200);
    inventory.refresh();
    QVERIFY(refreshed.wait(Patience));
    const cloud::Node moved = inventory.snapshot().find(before.ref)->node;
    QCOMPARE(moved.id, before.id);
    auto events = changed[1][0].value<std::vector<Event>>();
    QCOMPARE(int(events.size()), 4);
    for (int i = 0; i < 4; ++i) {
        const auto at = std::size_t(i);
        QVERIFY(events[at].kind == EventKind::IpChanged);
        QCOMPARE(events[at].worker, i);
        QCOMPARE(events[at].after, moved.workers[at].externalIp);
        QCOMPARE(moved.workers[at].hostKeys, before.workers[at].hostKeys);
    }

    QCOMPARE(m_sim.post("/sim/nodes/lab-one/us-central1-b/pod:recreate").status, 200);
    inventory.refresh();
    QVERIFY(refreshed.wait(Patience));
    const cloud::Node fresh = inventory.snapshot().find(before.ref)->node;
    events = changed[2][0].value<std::vector<Event>>();
    QVERIFY(!events.empty());
    QVERIFY(events[0].kind == EventKind::Recreated);
    QCOMPARE(int(events.size()), 1);
    QVERIFY(fresh.id != before.id);
    QVERIFY(!fresh.workers[0].hostKeys.isEmpty());
    QVERIFY(fresh.workers[0].hostKeys != before.workers[0].hostKeys);
}

void TestCloudNodeSource::hostKeysAreNotAskedForAgain()
{
    CloudFixture cloud(m_sim.environment());
    CloudNodeSource source(cloud.projects, cloud.tpu, inOnePart());
    Inventory inventory(source, nullptr, cloud.clock);
    QSignalSpy refreshed(&inventory, &Inventory::refreshed);
    inventory.refresh();
    QVERIFY(refreshed.wait(Patience));
    const int asked = callsOf(":getGuestAttributes");
    QCOMPARE(asked, 4); // all but the stopped one
    inventory.refresh();
    QVERIFY(refreshed.wait(Patience));
    QCOMPARE(callsOf(":getGuestAttributes"), asked); // nor the one that has them switched off
    m_sim.post("/sim/nodes/lab-one/us-east1-d/tpu1:moveIps");
    inventory.refresh();
    QVERIFY(refreshed.wait(Patience));
    QCOMPARE(callsOf(":getGuestAttributes"), asked + 1);
}

void TestCloudNodeSource::failingGuestAttributesAreNoError()
{
    for (const QJsonObject &fault :
         {QJsonObject{{"status", 503}}, QJsonObject{{"status", 403}},
          QJsonObject{{"delayMs", 1500}}, QJsonObject{{"body", "{\"guestAttributes\": []}"}},
          QJsonObject{{"body", "nonsense"}}}) {
        m_sim.call("DELETE", "/sim/faults", {});
        QJsonObject added = fault;
        added["path"] = ":getGuestAttributes";
        addFault(added);
        const Listing listing = list();
        QVERIFY(!listing.error);
        QVERIFY(listing.problems.empty());
        QCOMPARE(int(listing.nodes.size()), 5);
    }
}

void TestCloudNodeSource::knowsWhoseHostKeysAreMissing_data()
{
    QTest::addColumn<QString>("change");
    QTest::addColumn<bool>("areKnown");
    QTest::newRow("the same") << "" << true;
    QTest::newRow("moved") << "ip" << false;
    QTest::newRow("recreated") << "id" << false;
    QTest::newRow("no id") << "noid" << false;
    QTest::newRow("more workers") << "workers" << false;
    QTest::newRow("unknown") << "name" << false;
    QTest::newRow("one key missing") << "key" << false;
}

void TestCloudNodeSource::knowsWhoseHostKeysAreMissing()
{
    QFETCH(QString, change);
    auto known = node("lab/us-a1-a/n", 2);
    known.workers[0].hostKeys = QStringList{"ssh-ed25519 A"};
    known.workers[1].hostKeys = QStringList{"ssh-ed25519 B"};
    if (change == "key") {
        known.workers[1].hostKeys.clear();
    }
    auto asked =
        node(change == "name" ? "lab/us-a1-a/m" : "lab/us-a1-a/n", change == "workers" ? 3 : 2);
    if (change == "ip") {
        asked.workers[0].externalIp = "34.9.9.9";
    } else if (change == "id") {
        asked.id = "1";
    } else if (change == "noid") {
        asked.id.clear();
    }
    QTEST(areHostKeysKnown(snapshotOf({known}), asked), "areKnown");
    const PreparedNodes prepared = prepareNodes(snapshotOf({known}), {asked});
    QTEST(prepared.missing.empty(), "areKnown");
    QVERIFY(prepared.nodes[0] == asked);
}

QTEST_GUILESS_MAIN(TestCloudNodeSource)
#include "tst_cloudnodesource.moc"
