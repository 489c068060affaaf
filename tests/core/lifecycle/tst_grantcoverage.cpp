// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/lifecycle/grantreport.h"
#include "tests/fakes/nodes.h"

#include <QTest>

using namespace podium;
using namespace podium::lifecycle;
using namespace podium::tests;
using cloud::NodeState;
using Kind = GrantVerdict::Kind;
using Gap = GrantVerdict::Gap;

Q_DECLARE_METATYPE(podium::lifecycle::GrantVerdict::Kind)

namespace {

const ProjectId Lab = *ProjectId::parse("lab-speech");

TpuGrantRow row(int count, bool spot, Generation generation, const char *zone, int device = 0)
{
    return {count,      device > 0 ? TpuUnit::Cores : TpuUnit::Chips, device, spot,
            generation, *Zone::parse(QString::fromLatin1(zone))};
}

/// It began two months before sketchTime() and lasts two days longer.
TpuGrant labGrant()
{
    const QDate today = sketchTime().date();
    return {
        Lab,
        today.addDays(-60),
        today.addDays(2),
        {row(64, true, Generation::V6e, "us-east1-d"),
         row(64, true, Generation::V5e, "us-central1-a"),
         row(32, false, Generation::V4, "us-central2-b"),
         row(16, false, Generation::V3, "us-central1-a", 8)}};
}

GrantVerdict
ask(const char *type, const char *zone, bool spot, const std::vector<NodeSketch> &standing = {},
    const QDateTime &now = sketchTime())
{
    inventory::Snapshot snapshot = snapshotOf(standing);
    snapshot.coverage.setListed(Lab);
    return grantVerdict(
        {Lab, *Zone::parse(zone), *parseTpuType(type), spot}, {labGrant()}, snapshot, now);
}

NodeSketch v6e(const char *name, const char *type, NodeState state = NodeState::Ready)
{
    return {.zone = "us-east1-d", .name = name, .type = type, .state = state, .spot = true};
}

} // namespace

/// Whether a grant pays for a request, and for what stands.
class TestGrantCoverage final : public QObject
{
    Q_OBJECT

private slots:
    void requestsAgainstAnUnusedGrant_data();
    void requestsAgainstAnUnusedGrant();
    void daysOfAGrant_data();
    void daysOfAGrant();
    void whatStandsIsTakenOff();
    void leftoversHoldTheirQuota();
    void queuedResourcesHoldTheirQuota();
    void servingNodesAndOthersTakeNothing();
    void whatIsUnknownIsNotCovered();
    void twoGrantsOfOneQuotaAreNoLarger();
    void flexStartIsNeitherSpotNorOnDemand();
    void whatItCosts();
    void theReportNamesWhatNoGrantPays();
    void theOldestNodesAreCoveredFirst();
};

void TestGrantCoverage::requestsAgainstAnUnusedGrant_data()
{
    QTest::addColumn<QString>("type");
    QTest::addColumn<QString>("zone");
    QTest::addColumn<bool>("spot");
    QTest::addColumn<Kind>("kind");
    QTest::addColumn<int>("left");
    QTest::addColumn<QString>("said");
    const auto add = [](const char *type, const char *zone, bool spot, Kind kind, int left,
                        const char *said) {
        QTest::addRow("%s %s %d", type, zone, spot) << type << zone << spot << kind << left << said;
    };
    add("v6e-16", "us-east1-d", true, Kind::Covered, 48, "needs 16 chips");
    add("v6e-64", "us-east1-d", true, Kind::Covered, 0, "needs 64 chips");
    add("v6e-128", "us-east1-d", true, Kind::NotCovered, 0, "the whole grant is 64 spot v6e chips");
    add("v6e-16", "us-east1-d", false, Kind::NotCovered, 0, "granted as spot only");
    add("v6e-16", "us-east5-a", true, Kind::NotCovered, 0, "It is in: us-east1-d as spot.");
    add("v5p-8", "us-east5-a", true, Kind::NotCovered, 0, "has no v5p");
    // The name counts cores, the grant chips.
    add("v4-64", "us-central2-b", false, Kind::Covered, 0, "v4-64 needs 32 chips");
    add("v4-32", "us-central2-b", false, Kind::Covered, 16, "v4-32 needs 16 chips");
    add("v4-128", "us-central2-b", false, Kind::NotCovered, 0, "v4-128 needs 64 chips");
    add("v4-64", "us-central2-b", true, Kind::NotCovered, 0, "granted as on-demand only");
    add("v5litepod-8", "us-central1-a", true, Kind::NotCovered, 0, "quota for serving");
    add("v5litepod-16", "us-central1-a", true, Kind::Covered, 48, "needs 16 chips");
    add("v3-8", "us-central1-a", false, Kind::Covered, 8, "needs 8 cores");
    add("v3-32", "us-central1-a", false, Kind::NotCovered, 0, "form no v3-32");
}

void TestGrantCoverage::requestsAgainstAnUnusedGrant()
{
    QFETCH(QString, type);
    QFETCH(QString, zone);
    QFETCH(bool, spot);
    QFETCH(Kind, kind);
    QFETCH(int, left);
    QFETCH(QString, said);
    const GrantVerdict verdict = ask(type.toLatin1(), zone.toLatin1(), spot);
    const QString all = verdict.reason + ' ' + verdict.hint;
    QVERIFY2(verdict.kind == kind, qPrintable(all));
    QVERIFY2(all.contains(said), qPrintable(all));
    if (kind == Kind::Covered) {
        QCOMPARE(verdict.left, left);
    }
}

void TestGrantCoverage::daysOfAGrant_data()
{
    QTest::addColumn<int>("days");
    QTest::addColumn<bool>("isCovered");
    QTest::newRow("day before") << -61 << false;
    QTest::newRow("first day") << -60 << true;
    QTest::newRow("last day") << 2 << true;
    QTest::newRow("day after") << 3 << false;
}

void TestGrantCoverage::daysOfAGrant()
{
    QFETCH(int, days);
    QFETCH(bool, isCovered);
    const auto verdict = ask("v6e-16", "us-east1-d", true, {}, sketchTime().addDays(days));
    QCOMPARE(verdict.kind == Kind::Covered, isCovered);
    if (!isCovered) {
        QVERIFY2(verdict.reason.contains("is not valid on"), qPrintable(verdict.reason));
    }
}

void TestGrantCoverage::whatStandsIsTakenOff()
{
    const std::vector<NodeSketch> standing{v6e("a", "v6e-32"), v6e("b", "v6e-16")};
    const auto fits = ask("v6e-16", "us-east1-d", true, standing);
    QVERIFY(fits.kind == Kind::Covered);
    QCOMPARE(fits.left, 0);
    QVERIFY(fits.grant && *fits.grant == labGrant());
    const auto tooMuch = ask("v6e-32", "us-east1-d", true, standing);
    QVERIFY(tooMuch.kind == Kind::NotCovered);
    QVERIFY2(
        tooMuch.reason.contains("there are 16 left: a (v6e-32, READY), b (v6e-16, READY)"),
        qPrintable(tooMuch.reason));
    QVERIFY(tooMuch.hint.isEmpty());
}

void TestGrantCoverage::leftoversHoldTheirQuota()
{
    inventory::Snapshot snapshot = snapshotOf(
        {v6e("a", "v6e-32"), v6e("failed", "v6e-8"), v6e("gone", "v6e-16", NodeState::Preempted),
         v6e("off", "v6e-8", NodeState::Stopped)});
    snapshot.nodes[1].node.state = NodeState::Unrecognised;
    snapshot.nodes[1].node.stateText = "FAILED";
    const auto verdict = grantVerdict(
        {Lab, *Zone::parse("us-east1-d"), *parseTpuType("v6e-64"), true}, {labGrant()}, snapshot,
        sketchTime());
    QVERIFY(verdict.kind == Kind::NotCovered);
    QVERIFY2(verdict.reason.contains("there are 0 left"), qPrintable(verdict.reason));
    QCOMPARE(verdict.hint, QString("Delete the leftovers that still hold quota: failed, gone."));
}

void TestGrantCoverage::queuedResourcesHoldTheirQuota()
{
    inventory::Snapshot standing = snapshotOf({v6e("made", "v6e-16")});
    standing.coverage.setListed(Lab);
    const auto queued = [](const char *id, const char *node, const char *type, const char *state) {
        const QByteArray json =
            QByteArray(R"({"name":"projects/P/locations/us-east1-d/queuedResources/)") + id +
            R"(","spot":{},"state":{"state":")" + state + R"("},"tpu":{"nodeSpec":[{"nodeId":")" +
            node + R"(","node":{"acceleratorType":")" + type + R"("}}]}})";
        return *cloud::parseQueuedResource(json, Lab);
    };
    ProjectQueue queue;
    const auto verdict = [&](const QueuedResources &resources) {
        queue.resources = resources;
        return grantVerdict(
            {Lab, *Zone::parse("us-east1-d"), *parseTpuType("v6e-16"), true}, {labGrant()},
            standing, sketchTime(), queue);
    };
    QCOMPARE(verdict({}).left, 32);
    QCOMPARE(verdict({queued("q", "waits", "v6e-16", "ACCEPTED")}).left, 16);
    // What failed holds its quota until it is deleted.
    const auto full = verdict({queued("q", "lost", "v6e-64", "FAILED")});
    QVERIFY(full.kind == Kind::NotCovered);
    QVERIFY2(full.reason.contains("q (queued resource, FAILED)"), qPrintable(full.reason));
    QVERIFY2(full.hint.contains("q"), qPrintable(full.hint));
    // One whose node stands is counted once.
    standing.nodes[0].node.queuedResource = "projects/1/locations/us-east1-d/queuedResources/q";
    QCOMPARE(verdict({queued("q", "made", "v6e-16", "ACTIVE")}).left, 32);
    // One of another project that has its name takes nothing off.
    inventory::NodeEntry other = standing.nodes[0];
    other.node.ref.project = *ProjectId::parse("other");
    standing.nodes[0].node.queuedResource.clear();
    standing.nodes.push_back(other);
    QCOMPARE(verdict({queued("q", "waits", "v6e-16", "ACCEPTED")}).left, 16);
    standing.nodes.pop_back();
    standing.nodes[0].node.queuedResource = other.node.queuedResource;
    QCOMPARE(verdict({queued("q", "made", "v6e-16", "ACTIVE")}).left, 32);
    // The report of all rows counts the same, and by the project.
    const ProjectQueues queues{{Lab, queue}};
    const auto report = grantReport({labGrant()}, standing, sketchTime(), queues);
    QCOMPARE(report.rows[0].use.used, rowUse(Lab, labGrant().rows[0], standing, queue).used);
    QCOMPARE(report.rows[0].use.queued.size(), size_t(0)); // its node stands
    // Those that are not known may hold any of it.
    queue.unreachable = QStringList{"us-east1-d"};
    QVERIFY(verdict({}).kind == Kind::Unknown);
    QVERIFY(verdict({}).gap == Gap::Queue);
    queue.unreachable = QStringList{"us-east5-a"};
    QVERIFY(verdict({}).kind == Kind::Covered);
    queue = projectQueue(failure({ErrorKind::PermissionDenied, "No.", {}, {}, {}}));
    QVERIFY(verdict({}).kind == Kind::Unknown);
    QVERIFY2(verdict({}).reason.contains("No."), qPrintable(verdict({}).reason));
}

void TestGrantCoverage::servingNodesAndOthersTakeNothing()
{
    const auto verdict =
        ask("v5litepod-64", "us-central1-a", true,
            {{.name = "serve", .type = "v5litepod-8", .spot = true},
             {.name = "paid", .type = "v5litepod-16"},
             {.zone = "us-west4-a", .name = "far", .type = "v5litepod-64", .spot = true},
             {.project = "other-lab", .name = "theirs", .type = "v5litepod-64", .spot = true}});
    QVERIFY2(verdict.kind == Kind::Covered, qPrintable(verdict.reason));
    // A pod of v3 takes nothing of single devices.
    const auto devices = ask("v3-8", "us-central1-a", false, {{.name = "pod", .type = "v3-32"}});
    QCOMPARE(devices.left, 8);
}

void TestGrantCoverage::whatIsUnknownIsNotCovered()
{
    const TpuRequest request{Lab, *Zone::parse("us-east1-d"), *parseTpuType("v6e-16"), true};
    inventory::Snapshot snapshot = snapshotOf({v6e("a", "v6e-16")});
    const auto verdictOf = [&] {
        return grantVerdict(request, {labGrant()}, snapshot, sketchTime());
    };
    QVERIFY(verdictOf().kind == Kind::Covered);
    snapshot.coverage.addSilentZone(Lab, *Zone::parse("us-central1-a"));
    QVERIFY(verdictOf().kind == Kind::Covered); // another zone's silence
    snapshot.coverage.addSilentZone(Lab, request.zone);
    QVERIFY(verdictOf().kind == Kind::Unknown && verdictOf().gap == Gap::Zone);
    snapshot.coverage.setUnlisted(Lab);
    QVERIFY(verdictOf().kind == Kind::Unknown && verdictOf().gap == Gap::Project);
    snapshot.coverage.setListed(Lab);
    snapshot.nodes[0].node.acceleratorType = "v77-thing";
    QVERIFY(verdictOf().kind == Kind::Unknown && verdictOf().gap == Gap::Type);
    QVERIFY(verdictOf().reason.contains("v77-thing"));
    // What is known to stand is enough to refuse, whatever else there may be.
    snapshot = snapshotOf({v6e("a", "v6e-64")});
    snapshot.coverage.setUnlisted(Lab);
    QVERIFY(verdictOf().kind == Kind::NotCovered);
}

void TestGrantCoverage::twoGrantsOfOneQuotaAreNoLarger()
{
    TpuGrant renewed = labGrant();
    renewed.from = renewed.from.addDays(30);
    renewed.until = renewed.until.addDays(30);
    inventory::Snapshot snapshot = snapshotOf({v6e("a", "v6e-32")});
    const TpuGrants both{labGrant(), renewed};
    const auto verdictOf = [&](const char *type) {
        return grantVerdict(
            {Lab, *Zone::parse("us-east1-d"), *parseTpuType(type), true}, both, snapshot,
            sketchTime());
    };
    QVERIFY(verdictOf("v6e-64").kind == Kind::NotCovered);
    QVERIFY(verdictOf("v6e-32").kind == Kind::Covered);
    QCOMPARE(verdictOf("v6e-32").grant->until, renewed.until);
}

void TestGrantCoverage::flexStartIsNeitherSpotNorOnDemand()
{
    inventory::Snapshot nothing;
    nothing.coverage.setListed(Lab);
    const auto flex = [&nothing](const char *type, const char *zone) {
        const TpuRequest request{Lab, *Zone::parse(zone), *parseTpuType(type), false, true};
        return grantVerdict(request, {labGrant()}, nothing, sketchTime());
    };
    const GrantVerdict unknown = flex("v4-8", "us-central2-b"); // an on-demand one is covered
    QVERIFY(unknown.kind == Kind::Unknown && !unknown.grant && !unknown.dollarsPerDay);
    const GrantVerdict none = flex("v5p-8", "us-east5-a");
    QVERIFY(none.kind == Kind::NotCovered && !none.dollarsPerDay);
}

void TestGrantCoverage::whatItCosts()
{
    const auto verdict = ask("v3-8", "europe-west4-a", false);
    QVERIFY(verdict.kind == Kind::NotCovered && verdict.dollarsPerDay);
    QVERIFY(qAbs(*verdict.dollarsPerDay - 211.2) < 0.001);
    QVERIFY(!ask("v3-8", "mars-north1-a", false).dollarsPerDay);
}

void TestGrantCoverage::theReportNamesWhatNoGrantPays()
{
    const inventory::Snapshot snapshot = snapshotOf({
        v6e("a", "v6e-32"),
        {.zone = "europe-west4-a", .name = "forgotten"},
        {.zone = "europe-west4-a", .name = "off", .state = NodeState::Stopped},
        {.zone = "europe-west4-a", .name = "sick", .state = NodeState::Repairing},
        {.project = "other-lab", .name = "theirs"},
        {.zone = "us-central2-b", .name = "early", .type = "v4-8", .ageHours = 24 * 90},
        {.zone = "us-central2-b", .name = "odd", .type = "v77-thing"},
    });
    const GrantReport report = grantReport({labGrant()}, snapshot, sketchTime());
    QCOMPARE(report.rows.size(), size_t(4));
    QCOMPARE(report.rows[0].use.used, 32);
    QMap<QString, GrantReport::NotCovered> found;
    for (const auto &node : report.notCovered) {
        found[node.entry->node.ref.name.text()] = node;
    }
    QCOMPARE(found.keys(), QStringList({"early", "forgotten", "odd", "off", "sick", "theirs"}));
    QVERIFY(found["forgotten"].billing == Billing::Yes);
    QVERIFY(qAbs(found["forgotten"].dollarsPerDay.value_or(0) - 211.2) < 0.001);
    QVERIFY(found["off"].billing == Billing::No && !found["off"].dollarsPerDay);
    QVERIFY(found["sick"].billing == Billing::Open && found["sick"].dollarsPerDay);
    QVERIFY(found["early"].reason.contains("before the grant began"));
    QVERIFY(found["odd"].reason.contains("is unknown"));
    QVERIFY(found["theirs"].reason.contains("No TPU grant of other-lab"));
}

void TestGrantCoverage::theOldestNodesAreCoveredFirst()
{
    NodeSketch young = v6e("a", "v6e-64");
    young.ageHours = 1;
    NodeSketch old = v6e("b", "v6e-32");
    old.ageHours = 2;
    const inventory::Snapshot snapshot = snapshotOf({young, old});
    const GrantReport report = grantReport({labGrant()}, snapshot, sketchTime());
    QCOMPARE(report.notCovered.size(), size_t(1));
    QCOMPARE(report.notCovered[0].entry->node.ref.name.text(), QString("a"));
    QVERIFY2(
        report.notCovered[0].reason.contains("Older nodes use up the 64 spot v6e chips"),
        qPrintable(report.notCovered[0].reason));
    QCOMPARE(report.rows[0].use.used, 96);
}

QTEST_APPLESS_MAIN(TestGrantCoverage)
#include "tst_grantcoverage.moc"
