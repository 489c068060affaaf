// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/lifecycle/tpuquota.h"
#include "tests/fakes/nodes.h"

#include <QTest>

using namespace podium;
using namespace podium::lifecycle;
using namespace podium::tests;
using cloud::QuotaLimit;

/// Limits of the Cloud Quotas API, what draws on them, and what they stand in the way of.
class TestTpuQuota final : public QObject
{
    Q_OBJECT

private slots:
    void theAnswerIsRead();
    void anotherAnswerIsNone_data();
    void anotherAnswerIsNone();
    void theIdSaysWhatItIsOf_data();
    void theIdSaysWhatItIsOf();
    void theNameSaysTheUnit();
    void nodesAndQueuedResourcesDrawOnIt();
    void whatIsSilentIsAGap();
    void theObstacleIsSaid_data();
    void theObstacleIsSaid();
};

namespace {

const ProjectId Lab = *ProjectId::parse("lab-speech");
const char *const Spot = "TPUV6EPreemptiblePerProjectPerZoneForTPUAPI";

QuotaLimit limit(const char *id, const char *place, qint64 value, bool isRegion = false)
{
    return {id, {}, place, isRegion, value};
}

inventory::Snapshot listed(const std::vector<NodeSketch> &nodes)
{
    inventory::Snapshot snapshot = snapshotOf(nodes);
    snapshot.coverage.setListed(Lab);
    return snapshot;
}

NodeSketch v6e(const char *name, const char *type, const char *zone = "us-east1-d")
{
    NodeSketch sketch;
    sketch.zone = zone;
    sketch.name = name;
    sketch.type = type;
    sketch.spot = true;
    return sketch;
}

} // namespace

void TestTpuQuota::theAnswerIsRead()
{
    const auto page = cloud::parseQuotaLimitPage(
        R"({"nextPageToken":"t","quotaInfos":[
             {"quotaId":"A","quotaDisplayName":"Chips","dimensions":["zone"],"dimensionsInfos":[
                {"dimensions":{"zone":"us-east1-d"},"details":{"value":"64"}},
                {"details":{},"applicableLocations":["us-east5-a","us-east5-b"]}]},
             {"quotaId":"B","dimensions":["region"],"dimensionsInfos":[
                {"dimensions":{"region":"us-east1"},"details":{"value":"-1"}},
                {"applicableLocations":["us-west1"]}]},
             {"quotaId":"Requests","refreshInterval":"minute","dimensionsInfos":[
                {"details":{"value":"600"},"applicableLocations":["global"]}]}]})",
        "lab");
    QVERIFY(page);
    QCOMPARE(page->nextPageToken, QString("t"));
    const cloud::QuotaLimits expected{
        {"A", "Chips", "us-east1-d", false, 64},
        {"A", "Chips", "us-east5-a", false, 0},
        {"A", "Chips", "us-east5-b", false, 0},
        {"B", {}, "us-east1", true, QuotaLimit::Unlimited},
        {"B", {}, "us-west1", true, std::nullopt}};
    QVERIFY(page->limits == expected);
    QVERIFY(cloud::parseQuotaLimitPage("{}", "lab")->limits.empty());
}

void TestTpuQuota::anotherAnswerIsNone_data()
{
    QTest::addColumn<QByteArray>("answer");
    QTest::newRow("a page") << QByteArray("<html>Sign in</html>");
    QTest::newRow("a list") << QByteArray("[]");
    QTest::newRow("somebody else's") << QByteArray(R"({"status":"ok"})");
    QTest::newRow("cut off") << QByteArray(R"({"quotaInfos":[)");
}

void TestTpuQuota::anotherAnswerIsNone()
{
    QFETCH(QByteArray, answer);
    const auto page = cloud::parseQuotaLimitPage(answer, "lab");
    QVERIFY(!page && page.error().kind == ErrorKind::Protocol);
}

void TestTpuQuota::theIdSaysWhatItIsOf_data()
{
    QTest::addColumn<QString>("id");
    QTest::addColumn<QString>("text");
    const auto row = [](const char *id, const char *text) {
        QTest::newRow(id) << QString(id) << QString(text);
    };
    row(Spot, "spot v6e chips");
    row("TPUV6EPerProjectPerRegionForTPUAPI", "on-demand v6e chips");
    row("TPUV5PPreemptiblePerProjectPerZoneForTPUAPI", "spot v5p cores");
    row("TPUV5sLitepodPerProjectPerZoneForTPUAPI", "on-demand v5e chips");
    row("TPUV5sPreemptibleLitepodServingPerProjectPerZoneForTPUAPI", "spot v5e chips for serving");
    row("TPUV4sPreemptiblePodPerProjectPerZoneForTPUAPI", "spot v4 TPUs");
    row("TPUV2sPreemptiblePodPerProjectPerZoneForTPUAPI", "spot v2 cores in pods");
    // What was never seen matches nothing.
    row("TPUV2sPreemptiblePerProjectPerZoneForTPUAPI", "");
    row("TPUV5sPreemptiblePerProjectPerZoneForTPUAPI", "");
    row("TPUV9PerProjectPerZoneForTPUAPI", "");
    row("ReadRequestsPerMinutePerProject", "");
}

void TestTpuQuota::theIdSaysWhatItIsOf()
{
    QFETCH(QString, id);
    QFETCH(QString, text);
    const auto kind = tpuQuotaKind({id, {}, {}, false, 1});
    QCOMPARE(kind ? kind->text() : QString(), text);
}

void TestTpuQuota::theNameSaysTheUnit()
{
    QuotaLimit v4 = limit("TPUV4sPodPerProjectPerZoneForTPUAPI", "us-central2-b", 32);
    QVERIFY(!tpuQuotaKind(v4)->unit);
    v4.title = "TPU v4 cores per project per zone";
    QVERIFY(tpuQuotaKind(v4)->unit == TpuUnit::Cores);
    v4.title = "TPU v4 chips per project per zone";
    QVERIFY(tpuQuotaKind(v4)->unit == TpuUnit::Chips);
}

void TestTpuQuota::nodesAndQueuedResourcesDrawOnIt()
{
    NodeSketch paid = v6e("paid", "v6e-8");
    paid.spot = false;
    const auto standing = listed(
        {v6e("a", "v6e-16"), v6e("b", "v6e-8", "us-east1-c"), paid, v6e("other", "v5litepod-16")});
    const auto queued = cloud::parseQueuedResource(
        R"({"name":"projects/P/locations/us-east1-d/queuedResources/q",
            "state":{"state":"FAILED"},"spot":{},
            "tpu":{"nodeSpec":[{"nodeId":"x","node":{"acceleratorType":"v6e-4"}}]}})",
        Lab);
    const ProjectQueue queue{{*queued}, {}, {}};
    const auto uses = quotaUses(
        Lab,
        {limit(Spot, "us-east1-d", 64),
         limit("TPUV6EPreemptiblePerProjectPerRegionForTPUAPI", "us-east1", 64, true),
         limit("TPUV9PerProjectPerZoneForTPUAPI", "us-east1-d", 64)},
        standing, queue);
    QCOMPARE(uses.size(), size_t(3));
    QCOMPARE(uses[0].use.used, 20);
    QCOMPARE(uses[0].use.queued.size(), size_t(1));
    QCOMPARE(uses[1].use.used, 28);
    QVERIFY(uses[1].use.gap == GrantVerdict::Gap::None);
    QVERIFY(!uses[2].kind);
}

void TestTpuQuota::whatIsSilentIsAGap()
{
    auto standing = listed({v6e("a", "v6e-16")});
    const cloud::QuotaLimits limits{
        limit("TPUV6EPreemptiblePerProjectPerRegionForTPUAPI", "us-east1", 64, true)};
    const ProjectQueue silent{{}, {"us-east1-b"}, {}};
    QVERIFY(quotaUses(Lab, limits, standing, silent)[0].use.gap == GrantVerdict::Gap::Queue);
    const inventory::Snapshot nobodyAsked;
    QVERIFY(quotaUses(Lab, limits, nobodyAsked, {})[0].use.gap == GrantVerdict::Gap::Project);
}

void TestTpuQuota::theObstacleIsSaid_data()
{
    QTest::addColumn<QString>("type");
    QTest::addColumn<bool>("spot");
    QTest::addColumn<qint64>("value");
    QTest::addColumn<QString>("said");
    QTest::newRow("room") << "v6e-16" << true << qint64(32) << "";
    QTest::newRow("no room") << "v6e-16" << true << qint64(31)
                             << "v6e-16 needs 16 chips, and 16 of the 31 spot v6e chips that the "
                                "quota allows in us-east1-d are used.";
    QTest::newRow("none at all") << "v6e-16" << true << qint64(0)
                                 << "There is no quota for spot v6e chips in us-east1-d: the limit "
                                    "is 0.";
    QTest::newRow("unlimited") << "v6e-256" << true << QuotaLimit::Unlimited << "";
    QTest::newRow("another class") << "v6e-256" << false << qint64(0) << "";
    QTest::newRow("another generation") << "v5litepod-16" << true << qint64(0) << "";
}

void TestTpuQuota::theObstacleIsSaid()
{
    QFETCH(QString, type);
    QFETCH(bool, spot);
    QFETCH(qint64, value);
    QFETCH(QString, said);
    const TpuRequest request{Lab, *Zone::parse("us-east1-d"), *parseTpuType(type), spot};
    const QStringList texts = quotaObstacles(
        request, {limit(Spot, "us-east1-d", value), limit(Spot, "us-east5-a", 0)},
        listed({v6e("a", "v6e-16")}), {});
    QCOMPARE(texts.join('\n'), said);
}

QTEST_APPLESS_MAIN(TestTpuQuota)
#include "tst_tpuquota.moc"
