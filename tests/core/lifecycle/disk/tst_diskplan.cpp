// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/lifecycle/action/nodeaction.h"
#include "core/lifecycle/disk/diskplan.h"
#include "tests/fakes/nodes.h"

#include <QTest>

using namespace podium;
using namespace podium::lifecycle;
using namespace podium::tests;
using cloud::Disk;

namespace {

const char *const Central = "us-central2-b";

Disk disk(const char *name, const char *type = "pd-balanced", const char *zone = Central)
{
    return {*ProjectId::parse("lab-speech"), *Zone::parse(zone), name, type, 100, "READY", {}};
}

NodeRef nodeRef(const char *name, const char *zone = Central)
{
    return refOf({.zone = zone, .name = QString::fromLatin1(name)});
}

} // namespace

/// What may be done with a disk, by the rules of the Cloud TPU API.
class TestDiskPlan final : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void createIsPricedAndJudged();
    void deleteIsRefusedWhileInUse();
    void attachReadWriteIsForOneAlone();
    void aSliceReadsOnly();
    void eachGenerationHasItsTypes();
    void whatCannotBeIsSaid_data();
    void whatCannotBeIsSaid();
    void whoHasADiskIsTold();
    void whatAZoneDidNotTellIsNotMissing();
    void detachKeepsTheOthers();
    void answersAreRead();

private:
    [[nodiscard]] DiskPlan plan(
        DiskAction action, const char *name, const char *node = nullptr, bool isReadOnly = false,
        const char *zone = Central) const
    {
        DiskRequest request;
        request.action = action;
        request.project = *ProjectId::parse("lab-speech");
        request.zone = *Zone::parse(zone);
        request.disk = name;
        request.type = "pd-balanced";
        request.gib = 100;
        request.isReadOnly = isReadOnly;
        if (node) {
            request.node = nodeRef(node, zone);
        }
        return planDisk(request, m_facts);
    }
    DiskFacts m_facts;
};

void TestDiskPlan::init()
{
    auto standing = snapshotOf(
        {{.zone = Central, .name = "one", .type = "v4-8"},
         {.zone = Central, .name = "two", .type = "v4-8", .number = 2},
         {.zone = Central, .name = "pod", .type = "v4-32", .workers = 4, .number = 3},
         {.zone = Central,
          .name = "stopped",
          .type = "v4-8",
          .state = cloud::NodeState::Stopped,
          .number = 4},
         {.zone = Central, .name = "locked", .type = "v4-8", .number = 5},
         {.zone = "us-east1-d", .name = "six", .type = "v6e-8", .number = 6},
         {.zone = Central,
          .name = "young",
          .type = "v4-8",
          .workers = 0,
          .state = cloud::NodeState::Creating,
          .number = 7}});
    for (inventory::NodeEntry &entry : standing.nodes) {
        if (entry.node.ref.name.text() == "locked") {
            entry.node.labels[lockLabel()] = "ada";
        }
    }
    m_facts = {};
    m_facts.standing = std::make_shared<const inventory::Snapshot>(standing);
    m_facts.disks = {
        disk("data"), disk("shared"), disk("hyper", "hyperdisk-ml"),
        disk("plain", "pd-balanced", "us-east1-d"),
        disk("fast", "hyperdisk-balanced", "us-east1-d")};
    m_facts.attached = {
        {nodeRef("one"), {{disk("data").source(), false, {}}}},
        {nodeRef("two"), {{"projects/123/zones/us-central2-b/disks/shared", true, {}}}}};
}

void TestDiskPlan::createIsPricedAndJudged()
{
    const DiskPlan good = plan(DiskAction::Create, "fresh");
    QVERIFY(!good.error);
    QCOMPARE(*good.dollarsPerDay, 0.10 * 100 * 24 / 730);
    QVERIFY(planTitle(good).startsWith("Create the disk fresh: 100 GiB, pd-balanced"));
    QCOMPARE(plan(DiskAction::Create, "data").error->kind, ErrorKind::AlreadyExists);
    QCOMPARE(plan(DiskAction::Create, "No Name").error->kind, ErrorKind::InvalidArgument);
    DiskRequest small;
    small.project = *ProjectId::parse("lab-speech");
    small.zone = *Zone::parse(Central);
    small.disk = "small";
    small.type = "no-such";
    small.gib = 1;
    const DiskPlan judged = planDisk(small, m_facts);
    QVERIFY(judged.error->summary.contains("from 10 to"));
    QVERIFY(!judged.dollarsPerDay);
    QVERIFY(judged.sentences[0].contains("unknown"));
}

void TestDiskPlan::deleteIsRefusedWhileInUse()
{
    QCOMPARE(
        plan(DiskAction::Delete, "data").error->summary,
        QString("The disk data is attached to one (read-write)."));
    QVERIFY(!plan(DiskAction::Delete, "hyper").error);
    m_facts.disks[2].users = QStringList{"build"};
    QVERIFY(plan(DiskAction::Delete, "hyper").error->summary.contains("in use by build"));
    QCOMPARE(plan(DiskAction::Delete, "none").error->kind, ErrorKind::NotFound);
}

void TestDiskPlan::attachReadWriteIsForOneAlone()
{
    QVERIFY(plan(DiskAction::Attach, "data", "two").error->summary.startsWith("one has it read-w"));
    QVERIFY(plan(DiskAction::Attach, "data", "two", true).error); // the other one writes
    QVERIFY(plan(DiskAction::Attach, "shared", "one").error);     // the other one reads
    const DiskPlan both = plan(DiskAction::Attach, "shared", "one", true);
    QVERIFY(!both.error);
    QCOMPARE(int(both.after.size()), 2); // its own stays
    QVERIFY(both.after[1].isReadOnly);
    QVERIFY(plan(DiskAction::Attach, "data", "one").error->summary.contains("already"));
}

void TestDiskPlan::aSliceReadsOnly()
{
    QVERIFY(plan(DiskAction::Attach, "shared", "pod").error);
    QVERIFY(!plan(DiskAction::Attach, "shared", "pod", true).error);
    m_facts.attached.clear();
    QVERIFY(plan(DiskAction::Attach, "shared", "pod").error->summary.contains("read-only"));
}

void TestDiskPlan::eachGenerationHasItsTypes()
{
    QVERIFY(plan(DiskAction::Attach, "hyper", "two", true)
                .error->summary.contains("takes no Hyperdisk"));
    const char *east = "us-east1-d";
    QVERIFY(plan(DiskAction::Attach, "plain", "six", false, east)
                .error->summary.startsWith("v6e takes Hyperdisk only"));
    QVERIFY(!plan(DiskAction::Attach, "fast", "six", false, east).error);
}

void TestDiskPlan::whatCannotBeIsSaid_data()
{
    QTest::addColumn<QString>("node");
    QTest::addColumn<QString>("words");
    QTest::newRow("stopped") << "stopped"
                             << "STOPPED";
    QTest::newRow("locked") << "locked"
                            << "locked by the label";
    QTest::newRow("gone") << "nobody"
                          << "no such node";
}

void TestDiskPlan::whatCannotBeIsSaid()
{
    QFETCH(QString, node);
    QFETCH(QString, words);
    const auto error = plan(DiskAction::Attach, "shared", node.toLatin1(), true).error;
    QVERIFY(error);
    QVERIFY2(error->summary.contains(words), qPrintable(error->summary));
}

void TestDiskPlan::whoHasADiskIsTold()
{
    QVERIFY(holdersOf(disk("shared"), m_facts.attached) == std::vector<NodeRef>{nodeRef("two")});
    QVERIFY(holdersOf(disk("hyper"), m_facts.attached).empty());
}

void TestDiskPlan::whatAZoneDidNotTellIsNotMissing()
{
    const auto list = cloud::DiskList{m_facts.disks, m_facts.attached, {Central}};
    m_facts = diskFacts(*ProjectId::parse("lab-speech"), list, m_facts.standing);
    for (const DiskPlan &none :
         {plan(DiskAction::Delete, "nothing"), plan(DiskAction::Attach, "nothing", "two"),
          plan(DiskAction::Detach, "nothing", "two")}) {
        QVERIFY(none.error);
        QCOMPARE(none.error->kind, ErrorKind::Unavailable);
        QVERIFY2(none.error->text().contains("us-central2-b did not answer"), "of the zone");
    }
    const DiskPlan known = plan(DiskAction::Delete, "hyper");
    QVERIFY(!known.error);
    QVERIFY(known.sentences.join(' ').contains("Whether another node has it is not known"));
    // The other zone has told all.
    const DiskPlan other = plan(DiskAction::Delete, "nothing", nullptr, false, "us-east1-d");
    QCOMPARE(other.error->kind, ErrorKind::NotFound);
}

void TestDiskPlan::detachKeepsTheOthers()
{
    m_facts.attached[nodeRef("one")].push_back({disk("shared").source(), true, {}});
    const DiskPlan gone = plan(DiskAction::Detach, "data", "one");
    QVERIFY(!gone.error);
    QCOMPARE(int(gone.after.size()), 1);
    QVERIFY(gone.after[0].isOf(disk("shared")));
    QVERIFY(gone.sentences[0].startsWith("Where a worker still has it mounted"));
    QCOMPARE(plan(DiskAction::Detach, "data", "two").error->kind, ErrorKind::NotFound);
    // Nobody can take its line out there now.
    QVERIFY(!gone.sentences.join(' ').contains("takes the line out"));
    m_facts.attached[nodeRef("stopped")].push_back({disk("shared").source(), true, {}});
    QVERIFY2(
        plan(DiskAction::Detach, "shared", "stopped")
            .sentences.join(' ')
            .contains("Once the node is started, a release of the disk takes the line out."),
        qPrintable(plan(DiskAction::Detach, "shared", "stopped").sentences.join(' ')));
    // No workers that are known are not none.
    m_facts.attached[nodeRef("young")].push_back({disk("shared").source(), true, {}});
    QVERIFY(plan(DiskAction::Detach, "shared", "young")
                .sentences.join(' ')
                .contains("whether one has it mounted is not known"));
    QVERIFY(!gone.sentences.join(' ').contains("is not known"));
}

void TestDiskPlan::answersAreRead()
{
    const ProjectId lab = *ProjectId::parse("lab-speech");
    const auto page = cloud::parseDiskPage(
        "{\"items\":{\"zones/us-central2-b\":{\"disks\":[{\"name\":\"data\",\"sizeGb\":\"200\","
        "\"type\":\"https://x/diskTypes/pd-ssd\",\"zone\":\"https://x/zones/us-central2-b\","
        "\"status\":\"READY\",\"users\":[\"https://x/instances/build\"]},{\"name\":\"No\"}]},"
        "\"zones/us-east1-d\":{\"warning\":{}}},\"unreachables\":[\"zones/us-west4-a\"]}",
        lab);
    QCOMPARE(int(page->disks.size()), 1);
    QCOMPARE(page->disks[0].gib, qint64(200));
    QCOMPARE(page->disks[0].users, QStringList("build"));
    QCOMPARE(page->unreachable, QStringList("us-west4-a"));
    QVERIFY(!cloud::parseDiskPage("<html>", lab));
    const auto attached = cloud::parseAttachedDiskPage(
        "{\"nodes\":[{\"name\":\"projects/1/locations/us-central2-b/nodes/n\",\"dataDisks\":["
        "{\"sourceDisk\":\"projects/1/zones/us-central2-b/disks/data\",\"mode\":\"READ_ONLY\","
        "\"workerIds\":[\"0\"]}]},{\"name\":\"projects/1/locations/us-central2-b/nodes/m\"}]}",
        lab);
    QCOMPARE(int(attached->disks.size()), 1);
    const auto &node = attached->disks.begin()->second;
    QVERIFY(node[0].isReadOnly && node[0].isOf(disk("data")));
    QCOMPARE(
        cloud::writeDataDisks(node),
        QByteArray("{\"dataDisks\":[{\"mode\":\"READ_ONLY\",\"sourceDisk\":\"projects/1/zones/"
                   "us-central2-b/disks/data\",\"workerIds\":[\"0\"]}]}"));
    QVERIFY(!cloud::parseAttachedDiskPage("{\"error\":1}", lab));
}

QTEST_GUILESS_MAIN(TestDiskPlan)
#include "tst_diskplan.moc"
