// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0

#include "tests/app/podium-sim/simhelpers.h"
#include "tests/fakes/patience.h"

#include <QJsonArray>
#include <QTcpSocket>
#include <QtTest>

using namespace podium::tests;

/// What changes and what fails: lifecycle calls, operations, faults, tokens.
class TestSimChanges final : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void createBuildsANodeThatStands();
    void createRefusesWhatTheApiRefuses_data();
    void createRefusesWhatTheApiRefuses();
    void requestIdMakesCreateIdempotent();
    void stockoutEndsTheOperationAndTheNode();
    void stopAndStartGiveANewAddress();
    void podsAndSpotNodesDoNotStop();
    void maintenanceIsForWhatStands();
    void patchReplacesWhatTheMaskNames();
    void labelsAreChecked();
    void oneOperationAtATime();
    void deleteTakesTheNodeAway();
    void simCallsMoveTheState();
    void unreachableZoneIsNamedAndItsNodesMissing();
    void faultsHitAndWearOff_data();
    void faultsHitAndWearOff();
    void slowAnswersDoNotHoldUpOthers();
    void apiCanBeOffForAProject();

private:
    [[nodiscard]] QJsonObject finished(const SimCloud::Reply &started) const;
    [[nodiscard]] QString node(const char *name) const
    {
        return nodePath("lab", "us-central2-b", name);
    }

    std::unique_ptr<SimCloud> m_cloud;
    const QString m_nodes = QStringLiteral("/v2/projects/lab/locations/us-central2-b/nodes");
};

static QJsonObject v4(const char *type)
{
    return {
        {QStringLiteral("acceleratorType"), QLatin1String(type)},
        {QStringLiteral("runtimeVersion"), QStringLiteral("tpu-ubuntu2204-base")},
        {QStringLiteral("networkConfig"),
         QJsonObject{{QStringLiteral("enableExternalIps"), true}}}};
}

void TestSimChanges::init()
{
    m_cloud = std::make_unique<SimCloud>();
    QVERIFY2(
        m_cloud->startWith(labScenario({QStringLiteral("one"), QStringLiteral("two")})),
        qPrintable(m_cloud->error()));
}

/// The operation that a call started, once it is done.
QJsonObject TestSimChanges::finished(const SimCloud::Reply &started) const
{
    const QString path = QStringLiteral("/v2/") + started.json()[QLatin1String("name")].toString();
    return m_cloud->get(path).json();
}

void TestSimChanges::createBuildsANodeThatStands()
{
    const SimCloud::Reply started =
        m_cloud->post(m_nodes + QStringLiteral("?nodeId=fresh"), v4("v4-16"));
    QCOMPARE(started.status, 200);
    QVERIFY(!started.json().contains(QLatin1String("done")));
    const QJsonObject operation = finished(started);
    QVERIFY(operation[QLatin1String("done")].toBool());
    const QJsonObject made = operation[QLatin1String("response")].toObject();
    QCOMPARE(made[QLatin1String("state")].toString(), QStringLiteral("READY"));
    QCOMPARE(made[QLatin1String("networkEndpoints")].toArray().size(), 2);
    QVERIFY(!workerAddress(*m_cloud, node("fresh"), 1).isEmpty());
}

void TestSimChanges::createRefusesWhatTheApiRefuses_data()
{
    QTest::addColumn<QString>("query");
    QTest::addColumn<QJsonObject>("body");
    QTest::addColumn<int>("status");
    QTest::newRow("name in use") << "?nodeId=one" << v4("v4-8") << 409;
    QTest::newRow("no name") << QString() << v4("v4-8") << 400;
    QTest::newRow("bad name") << "?nodeId=Bad_Name" << v4("v4-8") << 400;
    QTest::newRow("type of another zone") << "?nodeId=x" << v4("v3-8") << 400;
    QTest::newRow("no runtime")
        << "?nodeId=x" << QJsonObject{{QStringLiteral("acceleratorType"), QStringLiteral("v4-8")}}
        << 400;
}

void TestSimChanges::createRefusesWhatTheApiRefuses()
{
    QFETCH(QString, query);
    QFETCH(QJsonObject, body);
    QFETCH(int, status);
    QCOMPARE(m_cloud->post(m_nodes + query, body).status, status);
}

void TestSimChanges::requestIdMakesCreateIdempotent()
{
    const QString path = QStringLiteral("/v2alpha1/projects/lab/locations/us-central2-b/nodes"
                                        "?nodeId=again&requestId=7a");
    const SimCloud::Reply first = m_cloud->post(path, v4("v4-8"));
    const SimCloud::Reply second = m_cloud->post(path, v4("v4-8"));
    QCOMPARE(second.status, 200);
    QCOMPARE(second.json()[QLatin1String("name")], first.json()[QLatin1String("name")]);
}

void TestSimChanges::stockoutEndsTheOperationAndTheNode()
{
    m_cloud->post(QStringLiteral("/sim/zones/us-central2-b:stockout"));
    const QJsonObject operation =
        finished(m_cloud->post(m_nodes + QStringLiteral("?nodeId=none"), v4("v4-8")));
    const QJsonObject error = operation[QLatin1String("error")].toObject();
    QCOMPARE(error[QLatin1String("code")].toInt(), 8);
    QVERIFY(error[QLatin1String("message")].toString().contains(
        QStringLiteral("no more capacity in the zone \"us-central2-b\"")));
    QCOMPARE(m_cloud->get(node("none")).status, 404);
}

void TestSimChanges::stopAndStartGiveANewAddress()
{
    const QString before = workerAddress(*m_cloud, node("one"), 0);
    QVERIFY(!before.isEmpty());
    const QJsonObject stopped = finished(m_cloud->post(node("one") + QStringLiteral(":stop")));
    QCOMPARE(
        stopped[QLatin1String("response")][QLatin1String("state")].toString(),
        QStringLiteral("STOPPED"));
    QVERIFY(workerAddress(*m_cloud, node("one"), 0).isEmpty());
    QVERIFY(finished(m_cloud->post(node("one") + QStringLiteral(":start")))
                .contains(QLatin1String("response")));
    const QString after = workerAddress(*m_cloud, node("one"), 0);
    QVERIFY(!after.isEmpty() && after != before);
}

void TestSimChanges::podsAndSpotNodesDoNotStop()
{
    const QString add = QStringLiteral("/sim/projects/lab/nodes");
    QJsonObject description{
        {QStringLiteral("zone"), QStringLiteral("us-central2-b")},
        {QStringLiteral("name"), QStringLiteral("pod")},
        {QStringLiteral("acceleratorType"), QStringLiteral("v4-32")}};
    QCOMPARE(m_cloud->post(add, description).status, 200);
    QCOMPARE(m_cloud->post(node("pod") + QStringLiteral(":stop")).status, 400);
    description[QLatin1String("name")] = QStringLiteral("cheap");
    description[QLatin1String("acceleratorType")] = QStringLiteral("v4-8");
    description[QLatin1String("spot")] = true;
    QCOMPARE(m_cloud->post(add, description).status, 200);
    QCOMPARE(m_cloud->post(node("cheap") + QStringLiteral(":stop")).status, 400);
}

/// It is not what brings a preempted node back.
void TestSimChanges::maintenanceIsForWhatStands()
{
    const QString maintain =
        node("one").replace(QStringLiteral("/v2/"), QStringLiteral("/v2alpha1/")) +
        QStringLiteral(":performMaintenance");
    m_cloud->post(simNode("lab", "us-central2-b", "one") + QStringLiteral(":preempt"));
    QCOMPARE(m_cloud->post(maintain).status, 400);
    QCOMPARE(
        m_cloud->get(node("one")).json()[QLatin1String("state")].toString(),
        QStringLiteral("PREEMPTED"));
}

void TestSimChanges::labelsAreChecked()
{
    const QString mask = node("one") + QStringLiteral("?updateMask=labels");
    for (const QByteArray bad :
         {R"("Team":"a")", R"("team":"A b")", R"("9":"a")", R"("team":1)", R"("":"a")"}) {
        QCOMPARE(m_cloud->call("PATCH", mask, "{\"labels\":{" + bad + "}}").status, 400);
    }
    QJsonObject body = v4("v4-8");
    body[QLatin1String("labels")] = QJsonObject{{QStringLiteral("Team"), QStringLiteral("a")}};
    QCOMPARE(m_cloud->post(m_nodes + QStringLiteral("?nodeId=new"), body).status, 400);
    body[QLatin1String("labels")] = QJsonObject{{QStringLiteral("team_9-a"), QStringLiteral("")}};
    QCOMPARE(m_cloud->post(m_nodes + QStringLiteral("?nodeId=new"), body).status, 200);
}

void TestSimChanges::patchReplacesWhatTheMaskNames()
{
    const QByteArray body = R"({"labels":{"a":"b"},"description":"not in the mask"})";
    const QJsonObject patched =
        finished(m_cloud->call("PATCH", node("one") + QStringLiteral("?updateMask=labels"), body));
    const QJsonObject made = patched[QLatin1String("response")].toObject();
    QCOMPARE(
        made[QLatin1String("labels")].toObject(),
        (QJsonObject{{QStringLiteral("a"), QStringLiteral("b")}}));
    QVERIFY(!made.contains(QLatin1String("description")));
    QCOMPARE(m_cloud->call("PATCH", node("one"), body).status, 400);
    const QString type = node("one") + QStringLiteral("?updateMask=accelerator_type");
    QCOMPARE(m_cloud->call("PATCH", type, body).status, 400);
    const QString ips =
        node("one") + QStringLiteral("?updateMask=network_config.enable_external_ips");
    (void)finished(m_cloud->call("PATCH", ips, "{}"));
    QVERIFY(workerAddress(*m_cloud, node("one"), 0).isEmpty());
}

void TestSimChanges::oneOperationAtATime()
{
    QJsonObject scenario = labScenario({QStringLiteral("one")});
    scenario[QLatin1String("operationMs")] = 60000;
    SimCloud slow;
    QVERIFY2(slow.startWith(scenario), qPrintable(slow.error()));
    const QString path = node("one") + QStringLiteral("?updateMask=labels");
    QCOMPARE(slow.call("PATCH", path, "{}").status, 200);
    QCOMPARE(slow.call("PATCH", path, "{}").status, 409);
}

void TestSimChanges::deleteTakesTheNodeAway()
{
    const SimCloud::Reply started = m_cloud->call("DELETE", node("two"), {});
    QCOMPARE(started.status, 200);
    QVERIFY(finished(started)[QLatin1String("done")].toBool());
    QCOMPARE(m_cloud->get(node("two")).status, 404);
}

void TestSimChanges::simCallsMoveTheState()
{
    const QString sim = simNode("lab", "us-central2-b", "one");
    const QJsonObject first = m_cloud->get(node("one")).json();
    const QString address = workerAddress(*m_cloud, node("one"), 0);
    m_cloud->post(sim + QStringLiteral(":moveIps"));
    QVERIFY(workerAddress(*m_cloud, node("one"), 0) != address);
    QCOMPARE(m_cloud->get(node("one")).json()[QLatin1String("id")], first[QLatin1String("id")]);
    QCOMPARE(
        m_cloud->post(sim + QStringLiteral(":preempt")).json()[QLatin1String("state")].toString(),
        QStringLiteral("PREEMPTED"));
    const QJsonObject fresh = m_cloud->post(sim + QStringLiteral(":recreate")).json();
    QCOMPARE(fresh[QLatin1String("state")].toString(), QStringLiteral("READY"));
    QVERIFY(fresh[QLatin1String("id")] != first[QLatin1String("id")]);
    const QJsonObject maintained = m_cloud->post(sim + QStringLiteral(":maintain")).json();
    QCOMPARE(
        maintained[QLatin1String("health")].toString(), QStringLiteral("UNHEALTHY_MAINTENANCE"));
    QCOMPARE(
        maintained[QLatin1String("upcomingMaintenance")][QLatin1String("maintenanceStatus")]
            .toString(),
        QStringLiteral("ONGOING"));
    const QJsonObject odd = m_cloud
                                ->post(
                                    sim + QStringLiteral(":setState"),
                                    {{QStringLiteral("state"), QStringLiteral("SOMETHING_NEW")}})
                                .json();
    QCOMPARE(odd[QLatin1String("state")].toString(), QStringLiteral("SOMETHING_NEW"));
}

void TestSimChanges::unreachableZoneIsNamedAndItsNodesMissing()
{
    const QString all = QStringLiteral("/v2/projects/lab/locations/-/nodes");
    m_cloud->post(QStringLiteral("/sim/zones/us-central2-b:unreachable"));
    const QJsonObject answer = m_cloud->get(all).json();
    QVERIFY(!answer.contains(QLatin1String("nodes")));
    QCOMPARE(
        answer[QLatin1String("unreachable")].toArray(),
        QJsonArray{QStringLiteral("projects/lab/locations/us-central2-b")});
    QCOMPARE(m_cloud->get(m_nodes).status, 503);
    m_cloud->post(QStringLiteral("/sim/zones/us-central2-b:restore"));
    QCOMPARE(m_cloud->get(all).json()[QLatin1String("nodes")].toArray().size(), 2);
}

void TestSimChanges::faultsHitAndWearOff_data()
{
    QTest::addColumn<QJsonObject>("fault");
    QTest::addColumn<int>("status");
    QTest::addColumn<QString>("piece");
    for (const int status : {400, 401, 403, 404, 409, 429, 500, 503})
        QTest::addRow("%d", status) << QJsonObject{{QStringLiteral("status"), status}} << status
                                    << QStringLiteral("\"code\": %1").arg(status);
    QTest::newRow("not JSON") << QJsonObject{{QStringLiteral("body"), QStringLiteral("<html>")}}
                              << 200 << QStringLiteral("<html>");
    QTest::newRow("cut off") << QJsonObject{{QStringLiteral("cutAt"), 10}} << 200 << QString();
}

void TestSimChanges::faultsHitAndWearOff()
{
    QFETCH(QJsonObject, fault);
    QFETCH(int, status);
    QFETCH(QString, piece);
    fault[QLatin1String("path")] = QStringLiteral("/nodes$");
    fault[QLatin1String("count")] = 1;
    QCOMPARE(m_cloud->post(QStringLiteral("/sim/faults"), fault).status, 200);
    QCOMPARE(m_cloud->get(QStringLiteral("/v1/projects")).status, 200);
    const SimCloud::Reply hit = m_cloud->get(m_nodes);
    QCOMPARE(hit.status, status);
    QVERIFY2(hit.body.contains(piece.toUtf8()), hit.body.constData());
    if (fault.contains(QLatin1String("cutAt")))
        QCOMPARE(hit.body.size(), 10);
    const SimCloud::Reply after = m_cloud->get(m_nodes);
    QCOMPARE(after.json()[QLatin1String("nodes")].toArray().size(), 2);
}

void TestSimChanges::slowAnswersDoNotHoldUpOthers()
{
    m_cloud->post(
        QStringLiteral("/sim/faults"),
        {{QStringLiteral("path"), QStringLiteral("/nodes$")}, {QStringLiteral("delayMs"), 60'000}});
    const QUrl cloud(m_cloud->url());
    QTcpSocket slow;
    slow.connectToHost(cloud.host(), quint16(cloud.port()));
    QVERIFY(slow.waitForConnected(podium::Patience));
    slow.write(
        "GET " + m_nodes.toUtf8() + " HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer " +
        m_cloud->token().toUtf8() + "\r\n\r\n");
    QVERIFY(!slow.waitForReadyRead(300));
    QCOMPARE(m_cloud->get(QStringLiteral("/v1/projects")).status, 200);
    QVERIFY(slow.isOpen() && slow.bytesAvailable() == 0);
    QCOMPARE(m_cloud->call("DELETE", QStringLiteral("/sim/faults"), {}).status, 200);
    QCOMPARE(m_cloud->get(m_nodes).status, 200); // get() waits for less than the delay
}

void TestSimChanges::apiCanBeOffForAProject()
{
    const QString set = QStringLiteral("/sim/projects/lab:setApi");
    m_cloud->post(set, {{QStringLiteral("tpuApi"), QStringLiteral("disabled")}});
    const SimCloud::Reply off = m_cloud->get(m_nodes);
    QCOMPARE(off.status, 403);
    QVERIFY(off.body.contains("SERVICE_DISABLED"));
    m_cloud->post(set, {{QStringLiteral("tpuApi"), QStringLiteral("denied")}});
    QVERIFY(m_cloud->get(m_nodes).body.contains("tpu.nodes.list"));
}

QTEST_GUILESS_MAIN(TestSimChanges)
#include "tst_sim_changes.moc"
