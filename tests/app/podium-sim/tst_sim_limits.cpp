// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/fakes/patience.h"
#include "tests/fakes/simcloud.h"

#include <QJsonArray>
#include <QTest>

using podium::tests::SimCloud;

/// Quota, buckets, addresses, permissions, slow and failing operations, and who did what.
class TestSimLimits final : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void quotaCountsLeftovers();
    void quotaCountsQueuedResources();
    void addressesEndTheOperation();
    void aScenarioHasQuotas();
    void aScenarioHasBuckets();
    void stockoutsWearOff();
    void operationsFailAsTold();
    void whatFailedLeavesTheNodeAsItWas_data();
    void whatFailedLeavesTheNodeAsItWas();
    void aSoldOutZoneStartsNothing();
    void permissionsAreDenied();
    void servicesAreDeniedAndOff();
    void reservationsMustBeThere();
    void queuedResourcesExpire();
    void spotNodesGoBySchedule();
    void theAuditLogSaysWho();

private:
    [[nodiscard]] SimCloud::Reply create(const QString &name, const QJsonObject &more = {}) const
    {
        QJsonObject body{
            {"acceleratorType", "v2-8"},
            {"runtimeVersion", "tpu-ubuntu2204-base"},
            {"networkConfig", QJsonObject{{"enableExternalIps", true}}}};
        for (auto it = more.begin(); it != more.end(); ++it) {
            body[it.key()] = it.value();
        }
        return m_sim->post(Nodes + "?nodeId=" + name, body);
    }
    [[nodiscard]] QString message(const SimCloud::Reply &reply) const
    {
        return reply.json()["error"].toObject()["message"].toString();
    }
    /// How the operation of a create call ends.
    [[nodiscard]] QString endOf(const SimCloud::Reply &reply) const
    {
        const QString name = "/v2/" + reply.json()["name"].toString();
        QJsonObject operation;
        [&] { QTRY_VERIFY((operation = m_sim->get(name).json())["done"].toBool()); }();
        return operation["error"].toObject()["message"].toString();
    }

    /// As the body of a queued resource of v2-8 nodes, one for each name.
    [[nodiscard]] static QJsonObject queued(const QStringList &names)
    {
        const QJsonObject node{
            {"acceleratorType", "v2-8"}, {"runtimeVersion", "tpu-ubuntu2204-base"}};
        QJsonArray specs;
        for (const QString &name : names) {
            specs << QJsonObject{
                {"parent", "projects/lab/locations/us-central1-a"},
                {"nodeId", name},
                {"node", node}};
        }
        return {{"tpu", QJsonObject{{"nodeSpec", specs}}}};
    }
    [[nodiscard]] QString stateOf(const QString &node) const
    {
        return m_sim->get(Nodes + "/" + node).json()["state"].toString();
    }

    inline static const QString Zone{"/v2/projects/lab/locations/us-central1-a"};
    inline static const QString Nodes{Zone + "/nodes"};
    std::unique_ptr<SimCloud> m_sim;
};

void TestSimLimits::init()
{
    m_sim = std::make_unique<SimCloud>();
    const QJsonObject project{{"id", "lab"}, {"nodes", QJsonArray{}}};
    QVERIFY2(
        m_sim->startWith({{"operationMs", 20}, {"projects", QJsonArray{project}}}),
        qPrintable(m_sim->error()));
}

void TestSimLimits::quotaCountsLeftovers()
{
    m_sim->post("/sim/projects/lab:setQuota", {{"zone", "us-central1-a"}, {"chips", 4}});
    QCOMPARE(endOf(create("one")), QString());
    const auto refused = create("two");
    QCOMPARE(refused.status, 429);
    QVERIFY2(message(refused).contains("Limit: 4"), qPrintable(message(refused)));
    m_sim->post("/sim/nodes/lab/us-central1-a/one:preempt");
    QCOMPARE(create("two").status, 429);
    m_sim->call("DELETE", Nodes + "/one", {});
    QTRY_COMPARE(m_sim->get(Nodes + "/one").status, 404);
    QCOMPARE(create("two").status, 200);
    const auto quotas =
        m_sim->get("/v1/projects/lab/locations/global/services/tpu.googleapis.com/quotaInfos");
    QStringList ids;
    for (const auto &info : quotas.json()["quotaInfos"].toArray()) {
        ids << info.toObject()["quotaId"].toString();
    }
    QVERIFY2(ids.contains("TPUV5sLitepodPerProjectPerZoneForTPUAPI"), qPrintable(ids.join(' ')));
}

/// From their first moment on, and also when they have lost their nodes.
void TestSimLimits::quotaCountsQueuedResources()
{
    const QString queue = Zone + "/queuedResources";
    m_sim->post("/sim/projects/lab:setQuota", {{"zone", "us-central1-a"}, {"chips", 8}});
    const auto tooMany = m_sim->post(queue + "?queuedResourceId=q", queued({"a", "b", "c"}));
    QCOMPARE(tooMany.status, 429);
    m_sim->post("/sim/zones/us-central1-a:stockout");
    QCOMPARE(m_sim->post(queue + "?queuedResourceId=q", queued({"a", "b"})).status, 200);
    QCOMPARE(create("one").status, 429);
    QCOMPARE(m_sim->post(queue + "?queuedResourceId=r", queued({"one"})).status, 429);
    m_sim->post("/sim/zones/us-central1-a:restore");
    QTRY_COMPARE(stateOf("a"), QString("READY"));
    m_sim->post("/sim/nodes/lab/us-central1-a/a:preempt");
    QTRY_COMPARE(m_sim->get(Nodes + "/a").status, 404);
    QCOMPARE(create("one").status, 429);
    m_sim->call("DELETE", queue + "/q?force=true", {});
    QTRY_COMPARE(m_sim->get(queue + "/q").status, 404);
    QCOMPARE(create("one").status, 200);
}

void TestSimLimits::addressesEndTheOperation()
{
    m_sim->post("/sim/projects/lab:setQuota", {{"region", "us-central1"}, {"addresses", 1}});
    QCOMPARE(endOf(create("one")), QString());
    QVERIFY(endOf(create("two")).contains("IN_USE_ADDRESSES"));
    QTRY_COMPARE(m_sim->get(Nodes + "/two").status, 404);
    QCOMPARE(endOf(create("three", {{"networkConfig", QJsonObject()}})), QString());
}

void TestSimLimits::aScenarioHasQuotas()
{
    const QJsonObject quota{{"zone", "us-central1-a"}, {"spot", true}, {"chips", 4}};
    const QJsonObject project{{"id", "lab"}, {"quotas", QJsonArray{quota}}};
    m_sim = std::make_unique<SimCloud>();
    QVERIFY2(
        m_sim->startWith({{"operationMs", 20}, {"projects", QJsonArray{project}}}),
        qPrintable(m_sim->error()));
    QCOMPARE(create("on-demand").status, 200);
    const QJsonObject spot{{"schedulingConfig", QJsonObject{{"spot", true}}}};
    QCOMPARE(create("one", spot).status, 200);
    QVERIFY(message(create("two", spot)).contains("Limit: 4"));
}

void TestSimLimits::aScenarioHasBuckets()
{
    const QJsonObject bucket{
        {"name", "lab-data"}, {"location", "US-CENTRAL2"}, {"locationType", "region"}};
    m_sim = std::make_unique<SimCloud>();
    QVERIFY2(
        m_sim->startWith({{"buckets", QJsonArray{bucket}}, {"projects", QJsonArray{}}}),
        qPrintable(m_sim->error()));
    const QJsonObject shown = m_sim->get("/storage/v1/b/lab-data").json();
    QCOMPARE(shown["kind"].toString(), QString("storage#bucket"));
    QCOMPARE(shown["location"].toString(), QString("US-CENTRAL2"));
    QCOMPARE(shown["locationType"].toString(), QString("region"));
    QCOMPARE(m_sim->get("/storage/v1/b").json()["items"].toArray().size(), 1);
    QCOMPARE(m_sim->get("/storage/v1/b/other").status, 404);
}

void TestSimLimits::stockoutsWearOff()
{
    m_sim->post("/sim/zones/us-central1-a:stockout", {{"creates", 2}});
    QVERIFY(endOf(create("one")).contains("no more capacity"));
    QVERIFY(endOf(create("one")).contains("no more capacity"));
    QCOMPARE(endOf(create("one")), QString());
}

void TestSimLimits::operationsFailAsTold()
{
    m_sim->post(
        "/sim/operations",
        {{"verb", "create"}, {"code", 13}, {"message", "an internal error has occurred"}});
    QCOMPARE(endOf(create("one")), QString("an internal error has occurred"));
    m_sim->post("/sim/operations", {{"verb", "create"}, {"ms", 60000}});
    const auto slow = create("one");
    QVERIFY(!m_sim->get("/v2/" + slow.json()["name"].toString()).json()["done"].toBool());
}

void TestSimLimits::whatFailedLeavesTheNodeAsItWas_data()
{
    QTest::addColumn<QString>("verb");
    QTest::addColumn<QString>("state");
    QTest::newRow("start") << "start"
                           << "STOPPED";
    QTest::newRow("stop") << "stop"
                          << "READY";
    QTest::newRow("delete") << "delete"
                            << "READY";
}

void TestSimLimits::whatFailedLeavesTheNodeAsItWas()
{
    QFETCH(QString, verb);
    QFETCH(QString, state);
    QCOMPARE(endOf(create("one")), QString());
    if (state == "STOPPED") {
        QCOMPARE(endOf(m_sim->post(Nodes + "/one:stop")), QString());
    }
    m_sim->post("/sim/operations", {{"verb", verb}, {"message", "an internal error"}});
    const auto failed = verb == "delete" ? m_sim->call("DELETE", Nodes + "/one", {})
                                         : m_sim->post(Nodes + "/one:" + verb);
    QCOMPARE(endOf(failed), QString("an internal error"));
    QCOMPARE(stateOf("one"), state);
}

void TestSimLimits::aSoldOutZoneStartsNothing()
{
    QCOMPARE(endOf(create("one")), QString());
    QCOMPARE(endOf(m_sim->post(Nodes + "/one:stop")), QString());
    m_sim->post("/sim/zones/us-central1-a:stockout");
    QVERIFY(endOf(m_sim->post(Nodes + "/one:start")).contains("no more capacity"));
    QCOMPARE(stateOf("one"), QString("STOPPED"));
}

void TestSimLimits::permissionsAreDenied()
{
    m_sim->post("/sim/projects/lab:setPermissions", {{"denied", QJsonArray{"tpu.nodes.create"}}});
    QCOMPARE(create("one").status, 403);
    QCOMPARE(m_sim->get(Nodes).status, 200);
    const auto tested = m_sim->post(
        "/v1/projects/lab:testIamPermissions",
        {{"permissions", QJsonArray{"tpu.nodes.create", "tpu.nodes.get"}}});
    QCOMPARE(tested.json()["permissions"].toArray(), QJsonArray{"tpu.nodes.get"});
    const QString disks = "/compute/v1/projects/lab/zones/us-central1-a/disks";
    QCOMPARE(m_sim->post(disks, {{"name", "one"}}).status, 200);
    m_sim->post(
        "/sim/projects/lab:setPermissions", {{"denied", QJsonArray{"compute.disks.create"}}});
    const auto refused = m_sim->post(disks, {{"name", "two"}});
    QCOMPARE(refused.status, 403);
    QCOMPARE(
        message(refused), QString("Required 'compute.disks.create' permission for "
                                  "'projects/lab/zones/us-central1-a/disks'"));
    QCOMPARE(m_sim->get(disks + "/one").status, 200);
}

void TestSimLimits::servicesAreDeniedAndOff()
{
    const QString service = "/v1/projects/lab/services/monitoring.googleapis.com";
    QCOMPARE(m_sim->get(service).json()["state"].toString(), QString("ENABLED"));
    m_sim->post("/sim/projects/lab:setMonitoring", {{"api", "disabled"}});
    QCOMPARE(m_sim->get(service).json()["state"].toString(), QString("DISABLED"));
    m_sim->post(
        "/sim/projects/lab:setPermissions", {{"denied", QJsonArray{"serviceusage.services.get"}}});
    QCOMPARE(m_sim->get(service).status, 403);
}

void TestSimLimits::reservationsMustBeThere()
{
    const QString name = "projects/lab/locations/us-central1-a/reservations/mine";
    const QJsonObject from{{"schedulingConfig", QJsonObject{{"reservationName", name}}}};
    QCOMPARE(create("one", from).status, 404);
    m_sim->post("/sim/projects/lab:addReservation", {{"zone", "us-central1-a"}, {"name", "mine"}});
    QCOMPARE(create("one", from).status, 200);
    const auto list =
        m_sim->get("/v2alpha1/projects/lab/locations/us-central1-a/reservations").json();
    QCOMPARE(list["reservations"].toArray().at(0).toObject()["name"].toString(), name);
}

void TestSimLimits::queuedResourcesExpire()
{
    m_sim->post("/sim/zones/us-central1-a:stockout");
    QJsonObject body = queued({"one"});
    body["queueingPolicy"] = QJsonObject{{"validUntilDuration", "1s"}};
    QCOMPARE(m_sim->post(Zone + "/queuedResources?queuedResourceId=q", body).status, 200);
    QJsonObject state;
    QTRY_COMPARE(
        (state = m_sim->get(Zone + "/queuedResources/q").json()["state"].toObject())["state"]
            .toString(),
        QString("FAILED"));
    const QJsonObject error = state["failedData"].toObject()["error"].toObject();
    QCOMPARE(error["code"].toInt(), 4); // not that the name was taken
}

void TestSimLimits::spotNodesGoBySchedule()
{
    m_sim->post("/sim/zones/us-central1-a:preempt", {{"afterMs", 10}});
    QCOMPARE(endOf(create("one", {{"schedulingConfig", QJsonObject{{"spot", true}}}})), QString());
    QTRY_COMPARE(m_sim->get(Nodes + "/one").json()["state"].toString(), QString("PREEMPTED"));
}

void TestSimLimits::theAuditLogSaysWho()
{
    QCOMPARE(endOf(create("one")), QString());
    m_sim->post("/sim/nodes/lab/us-central1-a/one:preempt");
    m_sim->call("DELETE", Nodes + "/one", {});
    const auto log = m_sim->post(
        "/v2/entries:list",
        {{"resourceNames", QJsonArray{"projects/lab"}},
         {"filter",
          "protoPayload.resourceName=\"projects/lab/locations/us-central1-a/nodes/one\""}});
    QStringList methods;
    for (const auto &entry : log.json()["entries"].toArray()) {
        methods << entry.toObject()["protoPayload"].toObject()["methodName"].toString();
    }
    QCOMPARE(
        methods, (QStringList{
                     "google.cloud.tpu.v2.Tpu.DeleteNode", "tpu.nodes.terminate",
                     "google.cloud.tpu.v2.Tpu.CreateNode"}));
}

QTEST_GUILESS_MAIN(TestSimLimits)
#include "tst_sim_limits.moc"
