// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/models/projects/createchecks.h"
#include "tests/core/cloud/cloudfixture.h"
#include "tests/fakes/manualclock.h"
#include "tests/fakes/patience.h"
#include "tests/fakes/simcloud.h"

#include <QJsonArray>
#include <QTest>

using namespace podium;
using namespace podium::models;
using namespace podium::tests;

/// What stands in the way of a node is asked for, once, and said.
class TestCreateChecks final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void init();
    void needsAreThoseOfTheType_data();
    void needsAreThoseOfTheType();
    void nothingStandsInTheWay();
    void eachObstacleIsSaid();
    void insideOnlyNeedsAWayOut();
    void whatCannotBeAskedIsUnknown();
    void quotaThatIsTooSmallIsSaid();
    void eachIsAskedOnce();
    void addressesAreThoseOfNow();

private:
    [[nodiscard]] static lifecycle::NodeRequest
    request(const char *project, const char *type, bool isInternal = false)
    {
        lifecycle::NodeRequest request;
        request.project = *ProjectId::parse(project);
        request.spec.type = type;
        request.spec.isInternal = isInternal;
        request.zones = {*Zone::parse("us-central2-b")};
        return request;
    }
    [[nodiscard]] QString said(const lifecycle::NodeRequest &request)
    {
        const auto needs = createNeeds(request);
        m_checks->want(request.project, regionsOf(needs));
        if (!QTest::qWaitFor(
                [this, &request] { return !m_checks->isAsking(request.project); }, Patience)) {
            return "no answer";
        }
        return obstaclesText(*m_checks, request, m_standing, {});
    }

    SimCloud m_sim;
    ManualClock m_clock;
    std::unique_ptr<CloudFixture> m_cloud;
    std::unique_ptr<cloud::AccessClient> m_client;
    std::unique_ptr<ProjectAccessFeed> m_access;
    std::unique_ptr<QuotaFeed> m_quotas;
    std::unique_ptr<CreateChecks> m_checks;
    inventory::Snapshot m_standing;
};

void TestCreateChecks::initTestCase()
{
    const QJsonObject good{{"id", "good-lab"}, {"nat", true}};
    const QJsonObject quota{{"id", "quota-lab"}, {"nat", true}};
    const QJsonObject poor{
        {"id", "poor-lab"},
        {"tpuApi", "disabled"},
        {"addressLimit", 4},
        {"deniedPermissions", QJsonArray{"tpu.nodes.create"}},
        {"nodes", QJsonArray{QJsonObject{
                      {"zone", "us-central2-b"}, {"name", "one"}, {"acceleratorType", "v4-8"}}}}};
    QVERIFY2(
        m_sim.startWith({{"projects", QJsonArray{good, poor, quota}}}), qPrintable(m_sim.error()));
    m_cloud = std::make_unique<CloudFixture>(m_sim.environment());
    m_client = std::make_unique<cloud::AccessClient>(m_cloud->http, m_cloud->endpoints);
}

void TestCreateChecks::init()
{
    m_checks.reset();
    m_access = std::make_unique<ProjectAccessFeed>(*m_client, m_clock);
    m_quotas = std::make_unique<QuotaFeed>(*m_client, m_clock);
    m_checks = std::make_unique<CreateChecks>(*m_client, *m_access, *m_quotas);
}

void TestCreateChecks::needsAreThoseOfTheType_data()
{
    QTest::addColumn<QString>("type");
    QTest::addColumn<int>("workers");
    QTest::newRow("v4-8") << "v4-8" << 1;
    QTest::newRow("v4-64") << "v4-64" << 8;
    QTest::newRow("v2-8") << "v2-8" << 1;
    QTest::newRow("v6e-1") << "v6e-1" << 1;
    QTest::newRow("v6e-8") << "v6e-8" << 1;
    QTest::newRow("v6e-16") << "v6e-16" << 4;
    QTest::newRow("v5litepod-256") << "v5litepod-256" << 64;
    QTest::newRow("unknown") << "v99-8" << 1;
}

void TestCreateChecks::needsAreThoseOfTheType()
{
    QFETCH(QString, type);
    lifecycle::NodeRequest wanted = request("good-lab", type.toLatin1());
    wanted.zones.push_back(*Zone::parse("us-central2-a"));
    wanted.zones.push_back(*Zone::parse("us-east1-d"));
    const auto needs = createNeeds(wanted);
    QCOMPARE(regionsOf(needs), QStringList({"us-central2", "us-east1"}));
    QTEST(needs[0].workers, "workers");
}

void TestCreateChecks::nothingStandsInTheWay()
{
    QCOMPARE(said(request("good-lab", "v4-64")), QString());
}

void TestCreateChecks::eachObstacleIsSaid()
{
    QCOMPARE(
        said(request("poor-lab", "v4-64")),
        QString("The Cloud TPU API is off in this project.\n"
                "You lack the permission tpu.nodes.create.\n"
                "It needs 8 external addresses (one a worker), and us-central2 has 3 left of 4 "
                "(IN_USE_ADDRESSES)."));
}

void TestCreateChecks::insideOnlyNeedsAWayOut()
{
    QVERIFY(said(request("poor-lab", "v4-64", true)).contains("us-central2 has no Cloud NAT"));
    QCOMPARE(said(request("good-lab", "v4-64", true)), QString());
}

void TestCreateChecks::whatCannotBeAskedIsUnknown()
{
    const QString text = said(request("no-such-lab", "v4-8"));
    QVERIFY2(text.contains("Whether you may create nodes there is unknown."), qPrintable(text));
    QVERIFY2(text.contains("external addresses is unknown."), qPrintable(text));
}

void TestCreateChecks::eachIsAskedOnce()
{
    m_sim.call("DELETE", "/sim/log", {});
    for (int i = 0; i < 3; ++i) {
        QCOMPARE(said(request("good-lab", "v4-64")), QString());
    }
    QCOMPARE(m_sim.get("/sim/log").body.count("/regions/us-central2?"), 1);
}

/// The window of a lab stays open for days.
void TestCreateChecks::addressesAreThoseOfNow()
{
    const auto limit = [this](int addresses) {
        m_sim.post("/sim/projects/good-lab:setAccess", {{"addressLimit", addresses}});
    };
    limit(2);
    QVERIFY(said(request("good-lab", "v4-64")).contains("It needs 8 external addresses"));
    limit(100);
    m_checks->forgetRegions(); // as each form does that opens
    const QString now = said(request("good-lab", "v4-64"));
    QVERIFY2(now.isEmpty(), qPrintable(now));
}

void TestCreateChecks::quotaThatIsTooSmallIsSaid()
{
    const auto setQuota = [this](int chips) {
        m_sim.post(
            "/sim/projects/quota-lab:setQuota", {{"zone", "us-central2-b"}, {"chips", chips}});
        m_quotas->want(*ProjectId::parse("quota-lab"), true);
    };
    m_standing.coverage.setListed(*ProjectId::parse("quota-lab"));
    // What v4 counts is not told, so that nothing but 0 is known to be too little.
    setQuota(8);
    QCOMPARE(said(request("quota-lab", "v4-64")), QString());
    setQuota(0);
    const QString none = said(request("quota-lab", "v4-64"));
    QVERIFY2(none.contains("in us-central2-b: the limit is 0."), qPrintable(none));

    // Not known is not enough, and not too little.
    m_checks.reset();
    m_quotas = std::make_unique<QuotaFeed>(*m_client, m_clock);
    m_checks = std::make_unique<CreateChecks>(*m_client, *m_access, *m_quotas);
    m_sim.post(
        "/sim/projects/quota-lab:setPermissions",
        {{"denied", QJsonArray{"cloudquotas.quotas.get"}}});
    const QString unknown = said(request("quota-lab", "v4-64"));
    QVERIFY2(unknown.contains("The TPU quota is not known: "), qPrintable(unknown));
    m_sim.post("/sim/projects/quota-lab:setPermissions", {{"denied", QJsonArray{}}});
}

QTEST_GUILESS_MAIN(TestCreateChecks)
#include "tst_createchecks.moc"
