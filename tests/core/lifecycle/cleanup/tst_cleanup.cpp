// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/lifecycle/cleanup/cleanup.h"
#include "core/lifecycle/request/noderequest.h"
#include "tests/fakes/nodes.h"

#include <QTest>

using namespace podium;
using namespace podium::lifecycle;
using namespace podium::tests;
using cloud::NodeState;
using QueueState = cloud::QueuedResource::State;

namespace {

const ProjectId Lab = *ProjectId::parse("lab-speech");

cloud::QueuedResource queuedOf(const char *id, QueueState state, const char *type, int count = 1)
{
    cloud::QueuedResource resource;
    resource.project = Lab;
    resource.zone = *Zone::parse("us-east1-d");
    resource.id = id;
    resource.state = state;
    resource.stateText = state == QueueState::Failed ? "FAILED" : "SUSPENDED";
    resource.spot = true;
    cloud::QueuedNode node;
    node.name = "n";
    node.count = count;
    node.acceleratorType = type;
    resource.nodes = {node};
    return resource;
}

ProjectQueue queueOf(QueuedResources resources)
{
    ProjectQueue queue;
    queue.resources = std::move(resources);
    return queue;
}

QStringList namesOf(const NodeActionPlan &plan)
{
    QStringList names;
    for (const NodeActionStep &step : plan.steps) {
        names << step.node.ref.name.text() + (step.error ? " stays" : "");
    }
    return names;
}

} // namespace

/// What is deleted of that which only holds quota any more.
class TestCleanUp final : public QObject
{
    Q_OBJECT

private slots:
    void onlyLeftoversGo();
    void whatWasNotSeenIsSaid();
    void whatStandsOrIsLockedHoldsItsQueuedResource();
    void whatLostItsQueuedResourceGoesByItself();
    void theFreedQuotaIsSaid();
    void whatItMeansIsSaid();
};

void TestCleanUp::onlyLeftoversGo()
{
    const auto standing = snapshotOf(
        {{.name = "ready"},
         {.name = "preempted", .state = NodeState::Preempted},
         {.name = "old", .state = NodeState::Preempted, .stale = true},
         {.project = "lab-vision", .name = "other", .state = NodeState::Preempted}});
    const auto plan = planCleanUp(
        Lab, standing,
        queueOf(
            {queuedOf("failed", QueueState::Failed, "v6e-16"),
             queuedOf("suspended", QueueState::Suspended, "v6e-16"),
             queuedOf("waiting", QueueState::Waiting, "v6e-16"),
             queuedOf("active", QueueState::Active, "v6e-16"),
             queuedOf("new-state", QueueState::Unrecognised, "v6e-16")}));
    QCOMPARE(namesOf(plan), QStringList({"preempted", "failed", "suspended"}));
    QVERIFY(!plan.steps[0].queued);
    QVERIFY(plan.steps[1].queued);
}

void TestCleanUp::whatStandsOrIsLockedHoldsItsQueuedResource()
{
    auto standing = snapshotOf(
        {{.name = "ready"},
         {.name = "locked", .state = NodeState::Preempted},
         {.name = "gone", .state = NodeState::Preempted}});
    const QString path = "projects/7/locations/us-east1-d/queuedResources/";
    for (inventory::NodeEntry &entry : standing.nodes) {
        const QString name = entry.node.ref.name.text();
        entry.node.queuedResource = path + (name == "ready" ? "a" : name == "locked" ? "b" : "c");
        if (name == "locked") {
            entry.node.labels["podium-lock"] = "ada";
        }
    }
    const auto plan = planCleanUp(
        Lab, standing,
        queueOf(
            {queuedOf("a", QueueState::Suspended, "v6e-16"),
             queuedOf("b", QueueState::Suspended, "v6e-16"),
             queuedOf("c", QueueState::Suspended, "v6e-16")}));
    QCOMPARE(namesOf(plan), QStringList({"a stays", "b stays", "c"}));
    QVERIFY2(
        plan.steps[0].error->detail.contains("READY"), qPrintable(plan.steps[0].error->text()));
    QVERIFY2(
        plan.steps[1].error->detail.contains("locked"), qPrintable(plan.steps[1].error->text()));
}

void TestCleanUp::whatLostItsQueuedResourceGoesByItself()
{
    auto standing = snapshotOf(
        {{.zone = "us-east1-d", .name = "lost", .state = NodeState::Preempted, .number = 1},
         {.zone = "us-east1-d", .name = "ready", .number = 2},
         {.zone = "us-east1-d", .name = "waits", .state = NodeState::Preempted, .number = 3}});
    const QString path = "projects/7/locations/us-east1-d/queuedResources/";
    for (inventory::NodeEntry &entry : standing.nodes) {
        entry.node.queuedResource = path + (entry.node.ref.name.text() == "waits" ? "b" : "a");
    }
    ProjectQueue queue = queueOf({queuedOf("b", QueueState::Active, "v6e-16")});
    const auto plan = planCleanUp(Lab, standing, queue);
    QCOMPARE(namesOf(plan), QStringList({"lost"}));       // and not the one beside it that stands
    QVERIFY(plan.steps[0].node.queuedResource.isEmpty()); // it is the node that is deleted
    QVERIFY(!plan.steps[0].consequences.join(' ').contains("queued resource"));
    queue.unreachable = QStringList{"us-east1-d"};
    QCOMPARE(namesOf(planCleanUp(Lab, standing, queue)), QStringList());
    queue = projectQueue(failure({ErrorKind::Network, "No.", {}, {}, {}}));
    QCOMPARE(namesOf(planCleanUp(Lab, standing, queue)), QStringList());
}

void TestCleanUp::theFreedQuotaIsSaid()
{
    const auto plan = planCleanUp(
        Lab,
        snapshotOf(
            {{.zone = "us-east1-d",
              .name = "lost",
              .type = "v6e-8",
              .state = NodeState::Preempted,
              .spot = true}}),
        queueOf(
            {queuedOf("pods", QueueState::Failed, "v6e-16", 3),
             queuedOf("odd", QueueState::Failed, "what-is-this")}));
    QCOMPARE(freedText(plan), QString("56 spot v6e chips in us-east1-d, 1 of unknown size"));
    QCOMPARE(freedText(planCleanUp(Lab, snapshotOf({}), {})), QString());
}

void TestCleanUp::whatWasNotSeenIsSaid()
{
    auto standing = snapshotOf({{.zone = "us-east1-d", .name = "far"}});
    QCOMPARE(unseenText(Lab, standing, {}), QString());
    ProjectQueue queue;
    queue.unreachable = QStringList{"us-east1-d"};
    QVERIFY(unseenText(Lab, standing, queue).contains("queued resources of us-east1-d"));
    queue = projectQueue(failure({ErrorKind::Network, "No.", {}, {}, {}}));
    QVERIFY(unseenText(Lab, standing, queue).contains("queued resources of lab-speech"));
    standing.coverage.addSilentZone(Lab, *Zone::parse("us-east1-d"));
    QVERIFY(unseenText(Lab, standing, {}).contains("nodes of us-east1-d"));
    standing.coverage.setUnlisted(Lab);
    QVERIFY(unseenText(Lab, standing, {}).contains("nodes of lab-speech"));
}

void TestCleanUp::whatItMeansIsSaid()
{
    auto failed = queuedOf("failed", QueueState::Failed, "v6e-16");
    failed.error = Error{ErrorKind::NoCapacity, "No.", "Nothing was free.", {}, {}};
    failed.nodes[0].labels[requestLabel()] = "wish";
    const auto plan = planCleanUp(Lab, snapshotOf({}), queueOf({failed}));
    const QString told = plan.steps.at(0).consequences.join('\n');
    QVERIFY2(told.contains("Nothing was free."), qPrintable(told));
    QVERIFY2(told.contains("request of Podium"), qPrintable(told));
    QCOMPARE(plan.steps[0].dollarsPerDay, std::optional<double>());
}

QTEST_GUILESS_MAIN(TestCleanUp)
#include "tst_cleanup.moc"
