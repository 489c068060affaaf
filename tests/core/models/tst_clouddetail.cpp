// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/models/nodes/clouddetail.h"
#include "tests/fakes/nodes.h"

#include <QTest>

using namespace podium;
using namespace podium::models;
using namespace podium::tests;

namespace {

cloud::Disk diskOf(const char *name, const char *zone)
{
    return {*ProjectId::parse("lab-speech"), *Zone::parse(zone), name, "pd-balanced", 200, {}, {}};
}

} // namespace

/// What the details say of a node's disks and of who did what to it.
class TestCloudDetail final : public QObject
{
    Q_OBJECT

private slots:
    void disksOfTheNodeAndOfItsZone();
    void theLogInWords();
    void whatIdleMeans();
};

void TestCloudDetail::whatIdleMeans()
{
    cloud::NodeIdle idle;
    idle.reason = "You may not.";
    QCOMPARE(
        cloudIdleText(idle, "$77.28 a day"),
        QString("Whether the TPU computes is not known. You may not."));
    idle = {cloud::NodeIdle::State::Idle, std::chrono::seconds(42 * 60 + 59), {}, {}};
    QCOMPARE(
        cloudIdleText(idle, "$77.28 a day"),
        QString("The TPU has been idle for 42 min, by Cloud Monitoring; the node costs $77.28 a "
                "day."));
    QCOMPARE(
        cloudIdleText(idle, {}), QString("The TPU has been idle for 42 min, by Cloud Monitoring."));
    idle.state = cloud::NodeIdle::State::Busy;
    QCOMPARE(cloudIdleText(idle, "$1 a day"), QString("The TPU computes, by Cloud Monitoring."));
}

void TestCloudDetail::disksOfTheNodeAndOfItsZone()
{
    const NodeRef node = refOf({.zone = "us-central1-a", .name = "tpu1"});
    cloud::DiskList list;
    list.disks = {
        diskOf("corpus", "us-central1-a"), diskOf("spare", "us-central1-a"),
        diskOf("far", "us-east1-d")};
    list.attached[node] = {
        {"projects/lab-speech/zones/us-central1-a/disks/corpus", true, {}},
        {"projects/lab-speech/zones/us-central1-a/disks/lost", false, {"2"}}};
    const NodeDisks disks = nodeDisks(node, list);
    QCOMPARE(int(disks.rows.size()), 2);
    QCOMPARE(disks.rows[0].text, QString("corpus: 200 GiB pd-balanced, read-only, all workers"));
    QCOMPARE(disks.rows[1].text, QString("lost: size unknown, read-write, worker 2"));
    QCOMPARE(disks.others, QStringList("spare"));
    QVERIFY(nodeDisks(refOf({.name = "none"}), {}) == NodeDisks());
    QVERIFY(disks.isComplete);
    list.unreachable = QStringList{"us-east1-d", "projects/lab-speech/locations/us-central1-a"};
    QVERIFY(!nodeDisks(node, list).isComplete);
}

void TestCloudDetail::theLogInWords()
{
    cloud::AuditEntry made;
    made.time = QDateTime(QDate(2026, 3, 1), QTime(12, 0), Qt::LocalTime);
    made.method = "google.cloud.tpu.v2.Tpu.CreateNode";
    made.who = "ada@example.org";
    cloud::AuditEntry ended = made;
    ended.method = "tpu.nodes.terminate";
    ended.who.clear();
    ended.reason = "PREEMPTED";
    cloud::AuditEntry refused = made;
    refused.method = "google.cloud.tpu.v2.Tpu.DeleteNode";
    refused.failure = "Denied.";
    QCOMPARE(
        auditText({refused, ended, made}),
        QString("2026-03-01 12:00: deleted by ada@example.org; it failed: Denied.\n"
                "2026-03-01 12:00: ended by Google (PREEMPTED)\n"
                "2026-03-01 12:00: created by ada@example.org"));
    QVERIFY(auditText({}).contains("nothing"));
}

QTEST_GUILESS_MAIN(TestCloudDetail)
#include "tst_clouddetail.moc"
