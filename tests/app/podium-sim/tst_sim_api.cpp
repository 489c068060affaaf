// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0

#include "tests/app/podium-sim/simhelpers.h"

#include <QFileInfo>
#include <QJsonArray>

#include <QtTest>

using namespace podium::tests;

/// What the APIs answer when nothing is wrong.
class TestSimApi final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void readyLineNamesAllThatCallersNeed();
    void demoHasItsShape();
    void readsGiveWhatTheyShould_data();
    void readsGiveWhatTheyShould();
    void listsComeInPages();
    void fieldsCutTheAnswer();
    void guestAttributesHaveEachWorkersKey();
    void projectMetadataNeedsItsFingerprint();
    void noTokenNoAnswer();
    void logKnowsTheCallsButNoToken();

private:
    SimCloud m_cloud;
};

void TestSimApi::initTestCase()
{
    QVERIFY2(m_cloud.start(), qPrintable(m_cloud.error()));
}

void TestSimApi::readyLineNamesAllThatCallersNeed()
{
    QVERIFY(m_cloud.url().startsWith(QStringLiteral("http://127.0.0.1:")));
    QVERIFY(m_cloud.sshPort() > 0);
    QVERIFY(QFileInfo(m_cloud.identity()).isReadable());
    const QHash<QString, QString> env = m_cloud.environmentValues();
    QCOMPARE(
        env.value(QStringLiteral("CLOUDSDK_API_ENDPOINT_OVERRIDES_TPU")),
        QString(m_cloud.url() + QLatin1Char('/')));
    QCOMPARE(env.value(QStringLiteral("CLOUDSDK_CORE_PROJECT")), QStringLiteral("atlas-vision"));
    QCOMPARE(env.value(QStringLiteral("PODIUM_SSH_PORT")), QString::number(m_cloud.sshPort()));
    QCOMPARE(env.value(QStringLiteral("PODIUM_SSH_IDENTITY")), m_cloud.identity());
    QVERIFY(QFileInfo(env.value(QStringLiteral("CLOUDSDK_CONFIG"))).isDir());
    QVERIFY(!m_cloud.token().isEmpty());
}

void TestSimApi::demoHasItsShape()
{
    const QJsonArray projects =
        m_cloud.get(QStringLiteral("/v1/projects")).json()[QLatin1String("projects")].toArray();
    QCOMPARE(projects.size(), 3);
    QSet<QString> zones;
    QList<int> sizes;
    for (const QJsonValue &project : projects) {
        const QString path = QStringLiteral("/v2/projects/%1/locations/-/nodes")
                                 .arg(project[QLatin1String("projectId")].toString());
        const QJsonArray nodes = m_cloud.get(path).json()[QLatin1String("nodes")].toArray();
        for (const QJsonValue &node : nodes) {
            zones.insert(node[QLatin1String("name")].toString().section(QLatin1Char('/'), 3, 3));
            sizes.append(node[QLatin1String("networkEndpoints")].toArray().size());
        }
    }
    QCOMPARE(zones.size(), 5);
    QCOMPARE(sizes.size(), 11);
    QVERIFY(sizes.contains(8));
    QVERIFY(sizes.contains(64));
}

void TestSimApi::readsGiveWhatTheyShould_data()
{
    QTest::addColumn<QString>("path");
    QTest::addColumn<int>("status");
    QTest::addColumn<QString>("key");
    QTest::addColumn<QString>("value");
    const auto row = [](const char *name, const QByteArray &path, int status, const char *key,
                        const char *value) {
        QTest::newRow(name) << QString::fromUtf8(path) << status << QString::fromLatin1(key)
                            << QString::fromLatin1(value);
    };
    const char *zone = "/v2/projects/atlas-vision/locations/us-central2-b";
    const QByteArray z(zone);
    row("node", z + "/nodes/pod-v4", 200, "acceleratorType", "v4-64");
    row("node by project number", "/v2/projects/402915838151/locations/us-central2-b/nodes/pod-v4",
        200, "state", "READY");
    row("alpha node", "/v2alpha1/projects/atlas-vision/locations/us-central2-b/nodes/pod-v4", 200,
        "apiVersion", "V2_ALPHA1");
    row("no such node", z + "/nodes/nope", 404, "error/status", "NOT_FOUND");
    row("no such project", "/v2/projects/nope/locations/-/nodes", 403, "error/status",
        "PERMISSION_DENIED");
    row("no such zone", "/v2/projects/atlas-vision/locations/mars-a/nodes", 403, "error/message",
        "Location mars-a is not found or access is unauthorized.");
    row("bad page token", z + "/nodes?pageToken=x", 400, "error/status", "INVALID_ARGUMENT");
    row("location", zone, 200, "locationId", "us-central2-b");
    row("accelerator type", z + "/acceleratorTypes/v4-8", 200, "type", "v4-8");
    row("accelerator type of another zone", z + "/acceleratorTypes/v3-8", 404, "error/status",
        "NOT_FOUND");
    row("runtime version", z + "/runtimeVersions/tpu-ubuntu2204-base", 200, "version",
        "tpu-ubuntu2204-base");
    row("no such operation", z + "/operations/nope", 404, "error/status", "NOT_FOUND");
    row("project v1", "/v1/projects/atlas-vision", 200, "projectNumber", "402915838151");
    row("project v3", "/v3/projects/atlas-vision", 200, "displayName", "Atlas Vision");
    row("compute project", "/compute/v1/projects/atlas-vision", 200, "name", "atlas-vision");
    row("service", "/v1/projects/atlas-vision/services/tpu.googleapis.com", 200, "state",
        "ENABLED");
    row("login profile", "/v1/users/a@b.c/loginProfile", 200, "name", "100000000000000000002");
    row("nothing there", "/v2/nonsense", 404, "error/status", "NOT_FOUND");
}

void TestSimApi::readsGiveWhatTheyShould()
{
    QFETCH(QString, path);
    QFETCH(int, status);
    QFETCH(QString, key);
    QFETCH(QString, value);
    const SimCloud::Reply reply = m_cloud.get(path);
    QCOMPARE(reply.status, status);
    QJsonValue found = reply.json();
    for (const QString &step : key.split(QLatin1Char('/')))
        found = found.toObject()[step];
    QCOMPARE(found.toString(), value);
}

void TestSimApi::listsComeInPages()
{
    const QString list = QStringLiteral("/v2/projects/atlas-vision/locations/-/nodes?pageSize=3");
    const QJsonObject first = m_cloud.get(list).json();
    QCOMPARE(first[QLatin1String("nodes")].toArray().size(), 3);
    const QString token = first[QLatin1String("nextPageToken")].toString();
    QVERIFY(!token.isEmpty());
    const QJsonObject second = m_cloud.get(list + QStringLiteral("&pageToken=") + token).json();
    QCOMPARE(second[QLatin1String("nodes")].toArray().size(), 1);
    QVERIFY(!second.contains(QLatin1String("nextPageToken")));
}

void TestSimApi::fieldsCutTheAnswer()
{
    const QJsonObject node =
        m_cloud
            .get(
                nodePath("atlas-vision", "us-central2-b", "dev-v4") +
                QStringLiteral("?fields=state,networkEndpoints(ipAddress,accessConfig/*)"))
            .json();
    QCOMPARE(
        node.keys(), QStringList({QStringLiteral("networkEndpoints"), QStringLiteral("state")}));
    const QJsonObject endpoint = node[QLatin1String("networkEndpoints")].toArray().at(0).toObject();
    QVERIFY(!endpoint.contains(QLatin1String("port")));
    QVERIFY(
        endpoint[QLatin1String("accessConfig")].toObject().contains(QLatin1String("externalIp")));
    QCOMPARE(m_cloud.get(QStringLiteral("/v1/projects?fields=a(b")).status, 400);
}

void TestSimApi::guestAttributesHaveEachWorkersKey()
{
    const QString path =
        nodePath("atlas-vision", "us-central2-b", "pod-v4") + QStringLiteral(":getGuestAttributes");
    const QJsonArray all =
        m_cloud.post(path, {{QStringLiteral("queryPath"), QStringLiteral("hostkeys/")}})
            .json()[QLatin1String("guestAttributes")]
            .toArray();
    QCOMPARE(all.size(), 8);
    QSet<QString> keys;
    for (const QJsonValue &worker : all) {
        const QJsonArray items =
            worker[QLatin1String("queryValue")][QLatin1String("items")].toArray();
        for (const QJsonValue &item : items) {
            if (item[QLatin1String("key")].toString() == QLatin1String("ssh-ed25519"))
                keys.insert(item[QLatin1String("value")].toString());
        }
    }
    QCOMPARE(keys.size(), 8);
    const SimCloud::Reply bad =
        m_cloud.post(path, {{QStringLiteral("workerIds"), QJsonArray{QStringLiteral("8")}}});
    QCOMPARE(bad.status, 400);
}

void TestSimApi::projectMetadataNeedsItsFingerprint()
{
    const QString project = QStringLiteral("/compute/v1/projects/speech-lab");
    const QString change = project + QStringLiteral("/setCommonInstanceMetadata");
    const QString fingerprint = m_cloud.get(project)
                                    .json()[QLatin1String("commonInstanceMetadata")]
                                    .toObject()[QLatin1String("fingerprint")]
                                    .toString();
    const QJsonArray items{QJsonObject{
        {QStringLiteral("key"), QStringLiteral("a")},
        {QStringLiteral("value"), QStringLiteral("b")}}};
    const QJsonObject body{
        {QStringLiteral("fingerprint"), fingerprint}, {QStringLiteral("items"), items}};
    QCOMPARE(m_cloud.post(change, body).status, 200);
    QCOMPARE(
        m_cloud.get(project)
            .json()[QLatin1String("commonInstanceMetadata")]
            .toObject()[QLatin1String("items")]
            .toArray(),
        items);
    const SimCloud::Reply stale = m_cloud.post(change, body);
    QCOMPARE(stale.status, 412);
    QVERIFY(stale.body.contains("conditionNotMet"));
}

void TestSimApi::noTokenNoAnswer()
{
    const QString projects = QStringLiteral("/v1/projects");
    QCOMPARE(m_cloud.get(projects).status, 200);
    m_cloud.post(QStringLiteral("/sim/tokens:revoke"));
    const SimCloud::Reply refused = m_cloud.get(projects);
    QCOMPARE(refused.status, 401);
    QVERIFY(refused.body.contains("UNAUTHENTICATED"));
    m_cloud.post(QStringLiteral("/sim/tokens:renewFile"));
    QCOMPARE(m_cloud.get(projects).status, 200);
}

void TestSimApi::logKnowsTheCallsButNoToken()
{
    QCOMPARE(m_cloud.get(QStringLiteral("/v1/projects?pageSize=7")).status, 200);
    const SimCloud::Reply log = m_cloud.get(QStringLiteral("/sim/log"));
    const QJsonArray calls = log.json()[QLatin1String("calls")].toArray();
    QCOMPARE(
        calls.last()[QLatin1String("path")].toString(), QStringLiteral("/v1/projects?pageSize=7"));
    QCOMPARE(calls.last()[QLatin1String("status")].toInt(), 200);
    QVERIFY(!log.body.contains(m_cloud.token().toUtf8()));
}

QTEST_GUILESS_MAIN(TestSimApi)
#include "tst_sim_api.moc"
