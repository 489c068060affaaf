// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0

#include "tests/app/podium-sim/simhelpers.h"
#include "tests/fakes/patience.h"

#include <QElapsedTimer>
#include <QJsonArray>
#include <QtTest>

using namespace podium::tests;

/// Queued resources. Operations take no time here, so each call sees the next state.
class TestSimQueue final : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void statesLeadToNodesThatStand();
    void severalNodesAreNumbered();
    void soldOutZoneMakesThemWait();
    void lostNodeSuspendsAndResetQueuesAgain();
    void nodesAreDeletedOnlyWithForce();
    void takenNameEndsInAFailure();
    void requestIdMakesCreateIdempotent();
    void deletedWhileItIsMadeStaysSo();
    void aZoneThatAnswersNamesNoOther();
    void createRefusesWhatTheApiRefuses_data();
    void createRefusesWhatTheApiRefuses();

private:
    [[nodiscard]] QString path(const char *rest = "") const
    {
        return m_queue + QLatin1String(rest);
    }
    [[nodiscard]] QString state(const char *resource) const
    {
        return m_cloud->get(m_queue + QLatin1Char('/') + QLatin1String(resource))
            .json()[QLatin1String("state")]
            .toObject()[QLatin1String("state")]
            .toString();
    }
    [[nodiscard]] QStringList states(const char *resource, int count) const;
    [[nodiscard]] QString nodeState(const char *node) const
    {
        return m_cloud->get(nodePath("lab", "us-central2-b", node))
            .json()[QLatin1String("state")]
            .toString();
    }

    std::unique_ptr<SimCloud> m_cloud;
    const QString m_queue =
        QStringLiteral("/v2alpha1/projects/lab/locations/us-central2-b/queuedResources");
};

static QJsonObject wish(const QJsonObject &which)
{
    QJsonObject spec = which;
    spec[QLatin1String("node")] = QJsonObject{
        {QStringLiteral("acceleratorType"), QStringLiteral("v4-8")},
        {QStringLiteral("runtimeVersion"), QStringLiteral("tpu-ubuntu2204-base")}};
    return {
        {QStringLiteral("spot"), QJsonObject()},
        {QStringLiteral("tpu"), QJsonObject{{QStringLiteral("nodeSpec"), QJsonArray{spec}}}}};
}

static QJsonObject oneNode(const char *name)
{
    return wish({{QStringLiteral("nodeId"), QLatin1String(name)}});
}

void TestSimQueue::init()
{
    m_cloud = std::make_unique<SimCloud>();
    QVERIFY2(
        m_cloud->startWith(labScenario({QStringLiteral("one")})), qPrintable(m_cloud->error()));
}

QStringList TestSimQueue::states(const char *resource, int count) const
{
    QStringList seen;
    for (int i = 0; i < count; ++i)
        seen.append(state(resource));
    return seen;
}

void TestSimQueue::statesLeadToNodesThatStand()
{
    const SimCloud::Reply started = m_cloud->post(path("?queuedResourceId=q"), oneNode("fresh"));
    QCOMPARE(started.status, 200);
    QCOMPARE(m_cloud->get(nodePath("lab", "us-central2-b", "fresh")).status, 404);
    QCOMPARE(
        states("q", 3),
        QStringList(
            {QStringLiteral("PROVISIONING"), QStringLiteral("ACTIVE"), QStringLiteral("ACTIVE")}));
    const QJsonObject node = m_cloud->get(nodePath("lab", "us-central2-b", "fresh")).json();
    QCOMPARE(node[QLatin1String("state")].toString(), QStringLiteral("READY"));
    QCOMPARE(
        node[QLatin1String("queuedResource")].toString(),
        QStringLiteral("projects/lab/locations/us-central2-b/queuedResources/q"));
    QVERIFY(node[QLatin1String("schedulingConfig")][QLatin1String("spot")].toBool());
    const QString everywhere = QStringLiteral("/v2/projects/lab/locations/-/queuedResources");
    for (const QString &list : {path(), everywhere}) {
        const QJsonArray all =
            m_cloud->get(list).json()[QLatin1String("queuedResources")].toArray();
        QCOMPARE(all.size(), 1);
        QCOMPARE(
            all[0][QLatin1String("state")][QLatin1String("state")].toString(),
            QStringLiteral("ACTIVE"));
    }
}

void TestSimQueue::severalNodesAreNumbered()
{
    const QJsonObject params{{QStringLiteral("nodeCount"), 2}};
    m_cloud->post(
        path("?queuedResourceId=q"), wish({{QStringLiteral("multisliceParams"), params}}));
    QTRY_COMPARE(state("q"), QStringLiteral("ACTIVE"));
    QCOMPARE(nodeState("q-0"), QStringLiteral("READY"));
    QCOMPARE(nodeState("q-1"), QStringLiteral("READY"));
}

void TestSimQueue::soldOutZoneMakesThemWait()
{
    m_cloud->post(QStringLiteral("/sim/zones/us-central2-b:stockout"));
    m_cloud->post(path("?queuedResourceId=q"), oneNode("late"));
    const QString waiting = QStringLiteral("WAITING_FOR_RESOURCES");
    QTRY_COMPARE(state("q"), waiting);
    QCOMPARE(states("q", 2), QStringList({waiting, waiting}));
    QVERIFY(nodeState("late").isEmpty());
    m_cloud->post(QStringLiteral("/sim/zones/us-central2-b:restore"));
    QTRY_COMPARE(state("q"), QStringLiteral("ACTIVE"));
}

void TestSimQueue::lostNodeSuspendsAndResetQueuesAgain()
{
    m_cloud->post(path("?queuedResourceId=q"), oneNode("lost"));
    QTRY_COMPARE(state("q"), QStringLiteral("ACTIVE"));
    QCOMPARE(m_cloud->post(path("/q:reset")).status, 400);
    m_cloud->post(simNode("lab", "us-central2-b", "lost") + QStringLiteral(":preempt"));
    QCOMPARE(
        states("q", 3), QStringList(
                            {QStringLiteral("SUSPENDING"), QStringLiteral("SUSPENDED"),
                             QStringLiteral("SUSPENDED")}));
    QVERIFY(nodeState("lost").isEmpty());
    QCOMPARE(m_cloud->post(path("/q:reset")).status, 200);
    QTRY_COMPARE(state("q"), QStringLiteral("ACTIVE"));
    QCOMPARE(nodeState("lost"), QStringLiteral("READY"));
}

void TestSimQueue::nodesAreDeletedOnlyWithForce()
{
    m_cloud->post(path("?queuedResourceId=q"), oneNode("kept"));
    QTRY_COMPARE(state("q"), QStringLiteral("ACTIVE"));
    const SimCloud::Reply refused = m_cloud->call("DELETE", path("/q"), {});
    QCOMPARE(refused.status, 400);
    QVERIFY(refused.body.contains("FAILED_PRECONDITION"));
    QCOMPARE(nodeState("kept"), QStringLiteral("READY"));
    QCOMPARE(m_cloud->call("DELETE", path("/q?force=true"), {}).status, 200);
    QCOMPARE(m_cloud->get(path("/q")).status, 404);
    QVERIFY(nodeState("kept").isEmpty());
    QCOMPARE(nodeState("one"), QStringLiteral("READY"));
}

/// Of somebody else, whose node is left alone.
void TestSimQueue::takenNameEndsInAFailure()
{
    m_cloud->post(path("?queuedResourceId=q"), oneNode("one"));
    QTRY_COMPARE(state("q"), QStringLiteral("FAILED"));
    QVERIFY(m_cloud->get(path("/q")).body.contains("already exists"));
    QCOMPARE(m_cloud->call("DELETE", path("/q"), {}).status, 200);
    QCOMPARE(m_cloud->get(path("/q")).status, 404);
    QCOMPARE(nodeState("one"), QStringLiteral("READY"));
}

void TestSimQueue::requestIdMakesCreateIdempotent()
{
    const QString call = path("?queuedResourceId=q&requestId=7a");
    const SimCloud::Reply first = m_cloud->post(call, oneNode("fresh"));
    const SimCloud::Reply second = m_cloud->post(call, oneNode("fresh"));
    QCOMPARE(second.status, 200);
    QCOMPARE(second.json()[QLatin1String("name")], first.json()[QLatin1String("name")]);
    QCOMPARE(m_cloud->post(path("?queuedResourceId=q"), oneNode("fresh")).status, 409);
}

void TestSimQueue::deletedWhileItIsMadeStaysSo()
{
    QJsonObject scenario = labScenario({});
    scenario[QLatin1String("operationMs")] = 1000;
    SimCloud slow;
    QVERIFY2(slow.startWith(scenario), qPrintable(slow.error()));
    QCOMPARE(slow.post(path("?queuedResourceId=q"), oneNode("late")).status, 200);
    QElapsedTimer since; // so that the two ends are not seen as one
    since.start();
    QTRY_VERIFY(since.hasExpired(300));
    QCOMPARE(slow.call("DELETE", path("/q"), {}).status, 200);
    QStringList seen;
    const auto look = [&] {
        const SimCloud::Reply reply = slow.get(path("/q"));
        const QJsonObject state = reply.json()[QLatin1String("state")].toObject();
        const QString now = state[QLatin1String("state")].toString();
        if (!seen.contains(now)) {
            seen << now;
        }
        return reply.status;
    };
    QTRY_COMPARE(look(), 404);
    seen.removeAll(QString());
    seen.removeAll(QStringLiteral("DELETING"));
    QCOMPARE(seen, QStringList());
}

void TestSimQueue::aZoneThatAnswersNamesNoOther()
{
    m_cloud->post(QStringLiteral("/sim/zones/us-east1-d:unreachable"));
    QVERIFY(!m_cloud->get(path()).json().contains(QLatin1String("unreachable")));
    const QString everywhere = QStringLiteral("/v2/projects/lab/locations/-/queuedResources");
    QVERIFY(m_cloud->get(everywhere).json().contains(QLatin1String("unreachable")));
}

void TestSimQueue::createRefusesWhatTheApiRefuses_data()
{
    QTest::addColumn<QString>("query");
    QTest::addColumn<QJsonObject>("body");
    QTest::addColumn<int>("status");
    QTest::newRow("no name") << QString() << oneNode("a") << 400;
    QTest::newRow("bad name") << "?queuedResourceId=a%20b" << oneNode("a") << 400;
    QTest::newRow("no nodes") << "?queuedResourceId=a" << QJsonObject() << 400;
    QTest::newRow("bad node") << "?queuedResourceId=a" << oneNode("Bad_Name") << 400;
    const QJsonObject none{{QStringLiteral("nodeCount"), 0}};
    QTest::newRow("none of several")
        << "?queuedResourceId=a" << wish({{QStringLiteral("multisliceParams"), none}}) << 400;
    QTest::newRow("name in use") << "?queuedResourceId=taken" << oneNode("a") << 409;
}

void TestSimQueue::createRefusesWhatTheApiRefuses()
{
    QFETCH(QString, query);
    QFETCH(QJsonObject, body);
    QFETCH(int, status);
    QCOMPARE(m_cloud->post(path("?queuedResourceId=taken"), oneNode("b")).status, 200);
    QCOMPARE(m_cloud->post(m_queue + query, body).status, status);
}

QTEST_GUILESS_MAIN(TestSimQueue)
#include "tst_sim_queue.moc"
