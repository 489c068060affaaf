// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/lifecycle/request/requestbody.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

using namespace podium;
using namespace podium::lifecycle;

/// What Google is asked for.
class TestRequestBody final : public QObject
{
    Q_OBJECT

private slots:
    void aNodeHasTheLabelAndAddresses();
    void aQueuedResourceAlwaysExpires();
    void flexStartAndReservations();
    void aPreemptedNodeIsMadeAgainWithWhatItHad();
    void disksStayInTheirZone();

private:
    static NodeRequest request();
    static QJsonObject object(const QByteArray &json)
    {
        return QJsonDocument::fromJson(json).object();
    }
    inline static const Zone First = *Zone::parse("us-central2-b");
    inline static const Zone Other = *Zone::parse("us-east1-d");
    inline static const QByteArray Made =
        R"({"name":"projects/p/locations/us-central2-b/nodes/n","id":"7","state":"PREEMPTED",
            "health":"HEALTHY","createTime":"2026-01-01T00:00:00Z","acceleratorType":"v4-8",
            "acceleratorConfig":{"type":"V4","topology":"2x2x1"},"runtimeVersion":"tpu-ubuntu2204-base",
            "networkConfig":{"network":"n","subnetwork":"projects/p/regions/us-central2/subnetworks/s",
            "enableExternalIps":true},"networkEndpoints":[{"ipAddress":"10.0.0.1"}],
            "serviceAccount":{"email":"a@b","scope":["s"]},"schedulingConfig":{"spot":true},
            "labels":{"team":"speech"},"metadata":{"startup-script":"true"},"tags":["t"],
            "dataDisks":[{"sourceDisk":"projects/p/zones/us-central2-b/disks/d","mode":"READ_ONLY"}]})";
};

NodeRequest TestRequestBody::request()
{
    NodeRequest wanted;
    wanted.id = "wish";
    wanted.project = *ProjectId::parse("lab");
    wanted.spec.name = "new";
    wanted.spec.type = "v4-8";
    wanted.spec.runtimeVersion = "tpu-ubuntu2204-base";
    wanted.spec.spot = true;
    wanted.zones = {First, Other};
    wanted.validFor = std::chrono::hours(6);
    return wanted;
}

void TestRequestBody::aNodeHasTheLabelAndAddresses()
{
    const QJsonObject body = object(nodeBody(request(), First));
    QCOMPARE(body["labels"].toObject()[requestLabel()].toString(), QString("wish"));
    QVERIFY(body["networkConfig"].toObject()["enableExternalIps"].toBool());
    QVERIFY(body["schedulingConfig"].toObject()["spot"].toBool());
}

void TestRequestBody::aQueuedResourceAlwaysExpires()
{
    const QJsonObject body = object(queuedResourceBody(request(), First));
    QCOMPARE(body["queueingPolicy"].toObject()["validUntilDuration"].toString(), QString("21600s"));
    QVERIFY(body.contains("spot"));
    const QJsonObject spec = body["tpu"].toObject()["nodeSpec"].toArray()[0].toObject();
    QCOMPARE(spec["parent"].toString(), QString("projects/lab/locations/us-central2-b"));
    QCOMPARE(spec["nodeId"].toString(), QString("new"));
    const QJsonObject node = spec["node"].toObject();
    QCOMPARE(node["labels"].toObject()[requestLabel()].toString(), QString("wish"));
    QVERIFY(!node.contains("schedulingConfig")); // said once, above
}

void TestRequestBody::flexStartAndReservations()
{
    NodeRequest flex = request();
    flex.means = Means::FlexStart;
    flex.runFor = std::chrono::hours(4);
    const QJsonObject body = object(queuedResourceBody(flex, First));
    QCOMPARE(body["provisioningModel"].toString(), QString("FLEX_START"));
    QCOMPARE(body["runDuration"].toObject()["maxRunDuration"].toString(), QString("14400s"));
    QVERIFY(!body.contains("spot"));
    NodeRequest reserved = request();
    reserved.reservation = "mine";
    const QString path = "projects/lab/locations/us-central2-b/reservations/mine";
    QCOMPARE(
        object(nodeBody(reserved, First))["schedulingConfig"].toObject()["reservationName"], path);
    const QJsonObject queued = object(queuedResourceBody(reserved, First));
    QVERIFY(queued.contains("guaranteed"));
    QCOMPARE(queued["reservationName"].toString(), path);
}

void TestRequestBody::aPreemptedNodeIsMadeAgainWithWhatItHad()
{
    NodeRequest kept = request();
    kept.lastNode = nodeToRemake(Made);
    const QJsonObject body = object(nodeBody(kept, First));
    const QJsonObject made = object(Made);
    for (const char *field :
         {"acceleratorType", "runtimeVersion", "networkConfig", "serviceAccount",
          "schedulingConfig", "metadata", "tags", "dataDisks"}) {
        QCOMPARE(body[field], made[field]);
    }
    for (const char *field :
         {"name", "id", "state", "health", "createTime", "networkEndpoints", "acceleratorConfig"}) {
        QVERIFY2(!body.contains(field), field);
    }
    QCOMPARE(body["labels"].toObject()["team"].toString(), QString("speech"));
    QCOMPARE(body["labels"].toObject()[requestLabel()].toString(), QString("wish"));
    QVERIFY(nodeToRemake("no JSON").isEmpty());
}

void TestRequestBody::disksStayInTheirZone()
{
    NodeRequest kept = request();
    kept.lastNode = nodeToRemake(Made);
    const QJsonObject body = object(nodeBody(kept, Other));
    QVERIFY(body["dataDisks"].toArray().isEmpty());
    QVERIFY(!body["networkConfig"].toObject().contains("subnetwork"));
    QCOMPARE(body["networkConfig"].toObject()["network"].toString(), QString("n"));
}

QTEST_GUILESS_MAIN(TestRequestBody)
#include "tst_requestbody.moc"
