// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/cloud/values/nodejson.h"

#include <QTest>

using namespace podium;
using namespace podium::cloud;

class TestNodeJson final : public QObject
{
    Q_OBJECT

private slots:
    void readsAWholeNode();
    void readsWhatIsMissingAsDefaults();
    void toleratesOddities_data();
    void toleratesOddities();
    void oneBadNodeIsOneError_data();
    void oneBadNodeIsOneError();
    void wholeAnswerThatIsNone_data();
    void wholeAnswerThatIsNone();
    void somebodyElsesAnswerIsNotAnEmptyList();
    void groupsSeveralInterfaces();
    void readsManyEndpoints();
    void keepsHostileTextsAsText();
    void dropsAddressesThatAreNone();
    void hidesTheOldKindOfNode();
    void writingRoundTrips();
    void readsHostKeys();
    void readsProjects_data();
    void readsProjects();
    void namesEveryState();
};

namespace {

ProjectId lab()
{
    return *ProjectId::parse("my-lab");
}

const char *wholeNode = R"({
  "name": "projects/123456/locations/us-central2-b/nodes/pod-v4", "id": "9001",
  "acceleratorType": "v4-64", "acceleratorConfig": {"type": "V4", "topology": "2x4x4"},
  "state": "READY", "health": "HEALTHY", "healthDescription": "all is well",
  "apiVersion": "V2", "createTime": "2026-01-02T03:04:05.678901234Z",
  "runtimeVersion": "tpu-ubuntu2204-base",
  "networkEndpoints": [
    {"ipAddress": "10.0.0.1", "port": 8470, "accessConfig": {"externalIp": "34.1.2.3"}},
    {"ipAddress": "10.0.0.2", "port": 8470}],
  "schedulingConfig": {"preemptible": true}, "labels": {"team": "nlp"},
  "metadata": {"ssh-keys": "ada:ssh-ed25519 AAAA ada", "startup-script": "id"},
  "queuedResource": "projects/123456/locations/us-central2-b/queuedResources/q",
  "upcomingMaintenance": {"type": "SCHEDULED", "maintenanceStatus": "PENDING",
    "canReschedule": true, "windowStartTime": "2026-02-01T00:00:00Z",
    "windowEndTime": "2026-02-01T04:00:00Z"},
  "dataDisks": [
    {"sourceDisk": "projects/123456/zones/us-central2-b/disks/corpus", "mode": "READ_ONLY"},
    {"sourceDisk": "projects/123456/zones/us-central2-b/disks/$x"}, {"mode": 3}, 7],
  "fieldOfNextYear": {"deep": [1, 2]}})";

} // namespace

void TestNodeJson::readsAWholeNode()
{
    const auto node = parseNode(wholeNode, lab());
    QVERIFY(node);
    QCOMPARE(node->ref.text(), QStringLiteral("my-lab/us-central2-b/pod-v4"));
    QCOMPARE(node->id, QStringLiteral("9001"));
    QVERIFY(node->state == NodeState::Ready);
    QVERIFY(node->health == NodeHealth::Healthy);
    QCOMPARE(node->healthDescription, QStringLiteral("all is well"));
    QCOMPARE(node->acceleratorType, QStringLiteral("v4-64"));
    QCOMPARE(node->topology, QStringLiteral("2x4x4"));
    QCOMPARE(node->runtimeVersion, QStringLiteral("tpu-ubuntu2204-base"));
    QVERIFY(node->spot);
    QCOMPARE(node->createTime, QDateTime({2026, 1, 2}, {3, 4, 5, 679}, Qt::UTC));
    QCOMPARE(int(node->workers.size()), 2);
    QCOMPARE(node->workers[0].internalIp, QStringLiteral("10.0.0.1"));
    QCOMPARE(node->workers[0].externalIp, QStringLiteral("34.1.2.3"));
    QCOMPARE(node->workers[1].externalIp, QString());
    QCOMPARE(node->labels.value("team"), QStringLiteral("nlp"));
    QCOMPARE(node->metadata.size(), 1); // no scripts
    QCOMPARE(node->metadata.value("ssh-keys"), QStringLiteral("ada:ssh-ed25519 AAAA ada"));
    QVERIFY(node->queuedResource.endsWith("/q"));
    QCOMPARE(node->dataDisks, QStringList{"corpus"}); // no name that is none
    QVERIFY(node->maintenance);
    QCOMPARE(node->maintenance->type, QStringLiteral("SCHEDULED"));
    QVERIFY(node->maintenance->canReschedule);
    QCOMPARE(node->maintenance->windowEnd, QDateTime({2026, 2, 1}, {4, 0}, Qt::UTC));
}

void TestNodeJson::readsWhatIsMissingAsDefaults()
{
    const auto node = parseNode(R"({"name": "projects/p/locations/us-a1-b/nodes/n"})", lab());
    QVERIFY(node);
    Node expected;
    expected.ref = node->ref;
    QVERIFY(*node == expected);
    QVERIFY(node->state == NodeState::Unspecified);

    const auto list = parseNodeList("{}", lab()); // an empty list has no key at all
    QVERIFY(list);
    QVERIFY(list->nodes.empty() && list->errors.empty() && list->unreachable.isEmpty());
}

void TestNodeJson::toleratesOddities_data()
{
    QTest::addColumn<QByteArray>("fields");
    QTest::addColumn<QString>("state");
    QTest::addColumn<QString>("type");
    const auto row = [](const char *name, const char *fields, const char *state, const char *type) {
        QTest::newRow(name) << QByteArray(fields) << QString(state) << QString(type);
    };
    row("unknown state", R"("state": "TELEPORTING")", "UNRECOGNISED", "");
    row("state as number", R"("state": 2)", "UNRECOGNISED", "");
    row("state as object", R"("state": {"x": 1})", "STATE_UNSPECIFIED", "");
    row("null everywhere", R"("state": null, "networkEndpoints": null, "labels": null, "id": null)",
        "STATE_UNSPECIFIED", "");
    row("wrong types", R"("networkEndpoints": "x", "labels": [1], "schedulingConfig": 7,
        "metadata": true, "dataDisks": {"x": 1}, "upcomingMaintenance": "soon", "createTime": 5,
        "acceleratorConfig": [])",
        "STATE_UNSPECIFIED", "");
    row("endpoints of wrong types",
        R"("networkEndpoints": [1, null, "x", {}, {"accessConfig": 3}])", "STATE_UNSPECIFIED", "");
    row("configuration only", R"("acceleratorConfig": {"type": "V6E", "topology": "2x2"})",
        "STATE_UNSPECIFIED", "V6E 2x2");
    row("new state words", R"("state": "HIDDEN", "health": "SLEEPY")", "HIDDEN", "");
}

void TestNodeJson::toleratesOddities()
{
    QFETCH(QByteArray, fields);
    const auto node =
        parseNode("{\"name\": \"projects/p/locations/us-a1-b/nodes/n\", " + fields + "}", lab());
    QVERIFY(node);
    QTEST(nodeStateName(node->state), "state");
    QTEST(node->acceleratorType, "type");
}

void TestNodeJson::oneBadNodeIsOneError_data()
{
    QTest::addColumn<QByteArray>("bad");
    QTest::newRow("no name") << QByteArray(R"({"state": "READY"})");
    QTest::newRow("not an object") << QByteArray("17");
    QTest::newRow("null") << QByteArray("null");
    QTest::newRow("short name") << QByteArray(R"({"name": "nodes/n"})");
    QTest::newRow("bad zone") << QByteArray(R"({"name": "projects/p/locations/../nodes/n"})");
    QTest::newRow("slash") << QByteArray(R"({"name": "projects/p/locations/us-a/nodes/a/b"})");
    QTest::newRow("empty node") << QByteArray(R"({"name": "projects/p/locations/us-a/nodes/"})");
}

void TestNodeJson::oneBadNodeIsOneError()
{
    QFETCH(QByteArray, bad);
    const QByteArray good = R"({"name": "projects/p/locations/us-a1-b/nodes/n"})";
    const auto list = parseNodeList("{\"nodes\": [" + good + "," + bad + "," + good + "]}", lab());
    QVERIFY(list);
    QCOMPARE(int(list->nodes.size()), 2);
    QCOMPARE(int(list->errors.size()), 1);
    QCOMPARE(list->errors[0].subject, QStringLiteral("my-lab"));
    QVERIFY(list->errors[0].kind == ErrorKind::Protocol);
}

void TestNodeJson::wholeAnswerThatIsNone_data()
{
    QTest::addColumn<QByteArray>("json");
    QTest::newRow("empty") << QByteArray();
    QTest::newRow("page") << QByteArray("<html>log in</html>");
    QTest::newRow("cut") << QByteArray(R"({"nodes": [{"name": "projects/p/loc)");
    QTest::newRow("array") << QByteArray("[]");
    QTest::newRow("not utf-8") << QByteArray("{\"nodes\": \"\xff\xfe\"}");
    QTest::newRow("half a surrogate") << QByteArray(R"({"nodes": "\ud800"})");
    QTest::newRow("deep") << QByteArray(100000, '[');
    QTest::newRow("deep and closed")
        << "{\"nodes\": " + QByteArray(300, '[') + QByteArray(300, ']') + "}";
    QTest::newRow("huge number") << QByteArray("{\"nodes\": 1e999999}");
}

void TestNodeJson::wholeAnswerThatIsNone()
{
    QFETCH(QByteArray, json);
    const auto list = parseNodeList(json, lab());
    QVERIFY(!list);
    QVERIFY(list.error().kind == ErrorKind::Protocol);
    QCOMPARE(list.error().subject, QStringLiteral("my-lab"));
    QVERIFY(!parseNode(json, lab()));
    QVERIFY(!parseGuestAttributes(json));
    QVERIFY(!parseProjectPage(json));
}

void TestNodeJson::somebodyElsesAnswerIsNotAnEmptyList()
{
    for (const QByteArray json : {R"({"login": "http://portal"})", R"({"error": {"code": 403}})"}) {
        QVERIFY(!parseNodeList(json, lab()));
        QVERIFY(!parseProjectPage(json));
    }
    QVERIFY(parseNodeList("{}", lab()));
    QVERIFY(parseProjectPage("{}"));
    QVERIFY(parseNodeList(R"({"unreachable": ["projects/p/locations/z"]})", lab()));
    QVERIFY(parseNodeList(R"({"nodes": [], "later": 1})", lab()));
}

void TestNodeJson::groupsSeveralInterfaces()
{
    const auto node = parseNode(
        R"({"name": "projects/p/locations/us-a1-b/nodes/n", "networkConfigs": [{}, {}],
            "networkEndpoints": [{"ipAddress": "10.0.0.1"}, {"ipAddress": "10.1.0.1"},
                                 {"ipAddress": "10.0.0.2"}, {"ipAddress": "10.1.0.2"}]})",
        lab());
    QVERIFY(node);
    QCOMPARE(int(node->workers.size()), 2);
    QCOMPARE(node->workers[1].internalIp, QStringLiteral("10.0.0.2"));
}

void TestNodeJson::readsManyEndpoints()
{
    QByteArray endpoints;
    for (int i = 0; i < 1500; ++i) {
        endpoints += (i > 0 ? "," : "") + QByteArray("{\"ipAddress\": \"10.1.") +
                     QByteArray::number(i / 250) + '.' + QByteArray::number(i % 250) + "\"}";
    }
    const auto node = parseNode(
        "{\"name\": \"projects/p/locations/us-a1-b/nodes/n\", \"networkEndpoints\": [" + endpoints +
            "]}",
        lab());
    QVERIFY(node);
    QCOMPARE(int(node->workers.size()), 1500);
    QCOMPARE(node->workers[1499].internalIp, QStringLiteral("10.1.5.249"));
}

void TestNodeJson::keepsHostileTextsAsText()
{
    const QString hostile = QString::fromUtf8("$(reboot)\n<b>x</b>\x1b[2J\u202e\"';|&");
    Node node;
    node.ref = {lab(), *Zone::parse("us-a1-b"), *NodeName::parse(hostile.mid(0, 9))};
    node.stateText = hostile;
    node.healthText = hostile;
    node.labels.insert(hostile, hostile);
    node.healthDescription = hostile;
    const auto read = parseNode(writeNode(node), lab());
    QVERIFY(read);
    QCOMPARE(read->stateText, hostile);
    QCOMPARE(read->labels.value(hostile), hostile);
    QVERIFY(read->state == NodeState::Unrecognised);
    QVERIFY(read->health == NodeHealth::Unrecognised);
    QVERIFY(!isPlainName(read->ref.name.text()));
}

void TestNodeJson::dropsAddressesThatAreNone()
{
    const auto node = parseNode(
        R"({"name": "projects/p/locations/us-a1-b/nodes/n", "networkEndpoints": [
            {"ipAddress": "10.0.0.1\n  ProxyCommand sh", "accessConfig": {"externalIp": "-oX=y"}},
            {"ipAddress": "2001:db8::1", "accessConfig": {"externalIp": "evil.example"}},
            {"ipAddress": "fe80::1%eth0"}]})",
        lab());
    QVERIFY(node);
    QCOMPARE(node->workers[0].internalIp, QString());
    QCOMPARE(node->workers[0].externalIp, QString());
    QCOMPARE(node->workers[1].internalIp, QStringLiteral("2001:db8::1"));
    QCOMPARE(node->workers[1].externalIp, QString());
    QCOMPARE(node->workers[2].internalIp, QString());
}

void TestNodeJson::hidesTheOldKindOfNode()
{
    const QByteArray node =
        R"({"name": "projects/p/locations/us-a1-b/nodes/%", "apiVersion": "%%"})";
    const auto list = parseNodeList(
        R"({"nodes": [{"name": "projects/p/locations/us-a1-b/nodes/a", "apiVersion": "V1"},
            {"name": "projects/p/locations/us-a1-b/nodes/b", "apiVersion": "V2"},
            {"name": "projects/p/locations/us-a1-b/nodes/c", "apiVersion": "V2_ALPHA1"},
            {"name": "projects/p/locations/us-a1-b/nodes/d", "apiVersion": "API_VERSION_UNSPECIFIED"}],
            "nextPageToken": "t", "unreachable": ["projects/p/locations/us-z1-a", "us-z1-b"]})",
        lab());
    QVERIFY(list);
    QCOMPARE(int(list->nodes.size()), 2);
    QCOMPARE(list->nodes[0].ref.name.text(), QStringLiteral("b"));
    QVERIFY(list->errors.empty());
    QCOMPARE(list->nextPageToken, QStringLiteral("t"));
    QCOMPARE(list->unreachable, (QStringList{"us-z1-a", "us-z1-b"}));
}

void TestNodeJson::writingRoundTrips()
{
    auto node = parseNode(wholeNode, lab());
    QVERIFY(node);
    auto again = parseNode(writeNode(*node), lab());
    QVERIFY(again);
    QVERIFY(*again == *node);

    node->acceleratorType = "V4 2x4x4";
    node->maintenance = Maintenance{};
    node->workers.clear();
    node->spot = false;
    again = parseNode(writeNode(*node), lab());
    QVERIFY(again);
    QVERIFY(*again == *node);
}

void TestNodeJson::readsHostKeys()
{
    // Blobs of the right make: length, type, length, content.
    const auto blob = [](const QByteArray &type) {
        return QByteArray(
                   QByteArray("\0\0\0", 3) + char(type.size()) + type +
                   QByteArray("\0\0\0\4abcd", 8))
            .toBase64();
    };
    const QByteArray ed = blob("ssh-ed25519");
    const QByteArray rsa = blob("ssh-rsa");
    const QByteArray json =
        R"({"guestAttributes": [
          {"queryPath": "", "queryValue": {"items": [
            {"namespace": "hostkeys", "key": "ssh-rsa", "value": ")" +
        rsa + R"("},
            {"namespace": "hostkeys", "key": "ssh-ed25519", "value": "ssh-ed25519 )" +
        ed +
        R"( root@w\n"},
            {"namespace": "guestInventory", "key": "Hostname", "value": "t1v-n-9"},
            {"namespace": "hostkeys", "key": "hostname", "value": "t1v-n-0a1b2c3d-w-0"}]}},
          {"queryValue": {"items": [
            {"key": "ssh-ed25519", "value": ")" +
        rsa + R"("},
            {"key": "ssh-ed25519", "value": "not base64\nHost *"},
            {"key": "ssh-ed25519", "value": ""},
            {"key": "ssh-dss", "value": "AAAA"},
            {"key": "hostname", "value": "a; id"},
            {"key": "hostname", "value": "-oProxyCommand=id"},
            {"key": "ssh-ed25519", "value": ")" +
        ed + R"("},
            {"key": "ssh-ed25519", "value": ")" +
        ed + R"("}]}},
          {}, null]})";
    const auto keys = parseGuestAttributes(json);
    QVERIFY(keys);
    QCOMPARE(int(keys->size()), 4);
    QCOMPARE(
        keys->at(0).hostKeys,
        (QStringList{
            "ssh-ed25519 " + QString::fromLatin1(ed), "ssh-rsa " + QString::fromLatin1(rsa)}));
    QCOMPARE(keys->at(1).hostKeys, QStringList{"ssh-ed25519 " + QString::fromLatin1(ed)});
    QCOMPARE(keys->at(0).instanceName, QString("t1v-n-0a1b2c3d-w-0"));
    QCOMPARE(keys->at(1).instanceName, QString());
    QCOMPARE(keys->at(2), WorkerAttributes());
    QCOMPARE(keys->at(3), WorkerAttributes());
}

void TestNodeJson::readsProjects_data()
{
    QTest::addColumn<QByteArray>("json");
    QTest::newRow("v1") << QByteArray(R"({"projects": [
        {"projectId": "my-lab", "projectNumber": "77", "name": "My Lab", "lifecycleState": "ACTIVE"},
        {"projectId": "old", "projectNumber": "78", "lifecycleState": "DELETE_REQUESTED"},
        {"projectId": "sys-12345678901234567890123456", "lifecycleState": "ACTIVE"},
        {"projectId": "BAD ID", "lifecycleState": "ACTIVE"}], "nextPageToken": "next"})");
    QTest::newRow("v3") << QByteArray(R"({"projects": [
        {"name": "projects/77", "projectId": "my-lab", "displayName": "My Lab", "state": "ACTIVE"},
        {"name": "projects/78", "projectId": "old", "state": "DELETE_REQUESTED"},
        5], "nextPageToken": "next"})");
}

void TestNodeJson::readsProjects()
{
    QFETCH(QByteArray, json);
    const auto page = parseProjectPage(json);
    QVERIFY(page);
    QCOMPARE(page->nextPageToken, QStringLiteral("next"));
    QCOMPARE(int(page->projects.size()), 1);
    QVERIFY((page->projects[0] == Project{lab(), "77", "My Lab"}));
}

void TestNodeJson::namesEveryState()
{
    for (int i = 0; i <= int(NodeState::Unrecognised); ++i) {
        QVERIFY(nodeStateFromName(nodeStateName(NodeState(i))) == NodeState(i));
    }
    for (int i = 0; i <= int(NodeHealth::Unrecognised); ++i) {
        QVERIFY(nodeHealthFromName(nodeHealthName(NodeHealth(i))) == NodeHealth(i));
    }
    QVERIFY(mayBeReached(NodeState::Ready) && !mayBeReached(NodeState::Preempted));
    QVERIFY(isInTransition(NodeState::Repairing) && !isInTransition(NodeState::Stopped));
}

QTEST_GUILESS_MAIN(TestNodeJson)
#include "tst_nodejson.moc"
