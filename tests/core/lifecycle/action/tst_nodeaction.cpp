// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/lifecycle/action/actionjudgement.h"
#include "core/lifecycle/action/nodeaction.h"
#include "tests/fakes/nodes.h"

#include <QTest>

using namespace podium;
using namespace podium::lifecycle;
using namespace podium::tests;
using cloud::NodeState;

Q_DECLARE_METATYPE(podium::lifecycle::NodeAction)
Q_DECLARE_METATYPE(podium::cloud::NodeState)

/// What an action on nodes would do, by a snapshot.
class TestNodeAction final : public QObject
{
    Q_OBJECT

private slots:
    void refusals_data();
    void refusals();
    void aLockHolds();
    void aMaintenanceUnderWayIsNotOver();
    void pricesAreOfWhatChanges();
    void nodesOfAQueuedResourceGoTogether();
    void aLockedSiblingHoldsAll();
    void whatIsNotThereIsNoStep();
};

void TestNodeAction::refusals_data()
{
    QTest::addColumn<NodeAction>("action");
    QTest::addColumn<NodeState>("state");
    QTest::addColumn<int>("workers");
    QTest::addColumn<bool>("spot");
    QTest::addColumn<QString>("why"); // empty: possible
    const auto row = [](const char *name, NodeAction action, NodeState state, int workers,
                        bool spot, const char *why) {
        QTest::newRow(name) << action << state << workers << spot << QString(why);
    };
    using enum NodeAction;
    row("stop", Stop, NodeState::Ready, 1, false, "");
    row("stop a slice", Stop, NodeState::Ready, 4, false, "slice");
    row("stop spot", Stop, NodeState::Ready, 1, true, "spot");
    row("stop what is stopped", Stop, NodeState::Stopped, 1, false, "STOPPED");
    row("stop under repair", Stop, NodeState::Repairing, 1, false, "REPAIRING");
    row("start", Start, NodeState::Stopped, 1, false, "");
    row("start what runs", Start, NodeState::Ready, 1, false, "READY");
    row("start spot", Start, NodeState::Stopped, 1, true, "spot");
    row("delete", Delete, NodeState::Ready, 8, false, "");
    row("delete a leftover", Delete, NodeState::Preempted, 8, true, "");
    row("delete twice", Delete, NodeState::Deleting, 1, false, "already");
    row("maintain without one", Maintain, NodeState::Ready, 1, false, "no maintenance");
}

void TestNodeAction::refusals()
{
    QFETCH(NodeAction, action);
    QFETCH(NodeState, state);
    QFETCH(int, workers);
    QFETCH(bool, spot);
    QFETCH(QString, why);
    const auto entry = nodeEntry({.workers = workers, .state = state, .spot = spot});
    const auto error = refusal(action, entry.node);
    QCOMPARE(error.has_value(), !why.isEmpty());
    if (error) {
        QCOMPARE(int(error->kind), int(ErrorKind::Refused));
        QVERIFY2(error->detail.contains(why), qPrintable(error->detail));
    }
}

void TestNodeAction::aLockHolds()
{
    auto entry = nodeEntry({});
    entry.node.labels[lockLabel()] = QString();
    entry.node.maintenance = cloud::Maintenance{"SCHEDULED", "PENDING", {}, {}, true};
    for (const NodeAction action : {NodeAction::Stop, NodeAction::Delete, NodeAction::Maintain}) {
        const auto error = refusal(action, entry.node);
        QVERIFY(error);
        QVERIFY2(error->detail.contains("podium-lock"), qPrintable(error->detail));
    }
    entry.node.labels.clear();
    QVERIFY(!refusal(NodeAction::Maintain, entry.node));
    entry.node.maintenance->canReschedule = false;
    QVERIFY(refusal(NodeAction::Maintain, entry.node));
}

/// The cloud may tell READY for as long as the workers are not away yet.
void TestNodeAction::aMaintenanceUnderWayIsNotOver()
{
    cloud::Node planned;
    planned.state = cloud::NodeState::Ready;
    planned.maintenance = cloud::Maintenance{"SCHEDULED", "PENDING", {}, {}, true};
    cloud::Node now = planned;
    QVERIFY(!isReached(NodeAction::Maintain, planned, now));
    now.maintenance->status = "ONGOING";
    QVERIFY(!isReached(NodeAction::Maintain, planned, now));
    now.maintenance.reset();
    QVERIFY(isReached(NodeAction::Maintain, planned, now));
}

void TestNodeAction::pricesAreOfWhatChanges()
{
    const NodeSketch running{.zone = "us-central2-b", .name = "run", .type = "v4-8"};
    NodeSketch over = running;
    over.name = "over";
    over.state = NodeState::Preempted;
    const auto snapshot = snapshotOf({running, over});
    const auto plan = planNodeAction(NodeAction::Delete, {refOf(running), refOf(over)}, snapshot);
    QCOMPARE(plan.steps.size(), std::size_t(2));
    QCOMPARE(plan.possibleCount(), 2);
    for (const NodeActionStep &step : plan.steps) {
        const bool isCharged = step.node.state == NodeState::Ready;
        QCOMPARE(step.dollarsPerDay.has_value(), isCharged);
        const QString text = stepText(plan, step).join('\n');
        QCOMPARE(text.contains("US dollars a day until then"), isCharged);
        QCOMPARE(text.contains("holds quota"), !isCharged);
    }
}

void TestNodeAction::nodesOfAQueuedResourceGoTogether()
{
    auto snapshot =
        snapshotOf({{.name = "a"}, {.name = "b", .number = 2}, {.name = "c", .number = 3}});
    const QString resource = "projects/lab-speech/locations/us-central1-a/queuedResources/q";
    snapshot.nodes[0].node.queuedResource = resource;
    snapshot.nodes[2].node.queuedResource = resource;
    const NodeRef a = snapshot.nodes[0].node.ref;
    const auto plan = planNodeAction(NodeAction::Delete, {a}, snapshot);
    QCOMPARE(plan.steps.size(), std::size_t(2));
    QCOMPARE(plan.steps[1].node.ref.name.text(), QString("c"));
    QVERIFY(stepText(plan, plan.steps[0]).join('\n').contains("with it c"));
    QCOMPARE(planNodeAction(NodeAction::Stop, {a}, snapshot).steps.size(), std::size_t(1));
}

void TestNodeAction::aLockedSiblingHoldsAll()
{
    auto snapshot = snapshotOf({{.name = "a"}, {.name = "b", .number = 2}});
    for (auto &entry : snapshot.nodes) {
        entry.node.queuedResource = "projects/p/locations/z/queuedResources/q";
    }
    snapshot.nodes[1].node.labels[lockLabel()] = "yes";
    const auto plan = planNodeAction(NodeAction::Delete, {snapshot.nodes[0].node.ref}, snapshot);
    QCOMPARE(plan.possibleCount(), 0);
    QVERIFY2(
        plan.steps[0].error->detail.contains("b, which the same"),
        qPrintable(plan.steps[0].error->detail));
}

void TestNodeAction::whatIsNotThereIsNoStep()
{
    const auto plan =
        planNodeAction(NodeAction::Delete, {refOf({.name = "gone"})}, snapshotOf({{}}));
    QVERIFY(plan.steps.empty());
}

QTEST_GUILESS_MAIN(TestNodeAction)
#include "tst_nodeaction.moc"
