// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/models/nodes/nodeactionmodel.h"
#include "tests/fakes/nodes.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QTest>

using namespace podium;
using namespace podium::lifecycle;
using namespace podium::tests;
using models::Mark;
using models::NodeActionModel;
using Column = NodeActionModel::Column;
using Phase = NodeActionState::Phase;

class TestNodeActionModel final : public QObject
{
    Q_OBJECT

private slots:
    void rowsAreThePlan();
    void outcomesFollowTheStates();

private:
    [[nodiscard]] static NodeActionPlan plan()
    {
        const auto snapshot = snapshotOf(
            {{.zone = "us-central2-b", .name = "a", .type = "v4-8"},
             {.zone = "us-central2-b", .name = "pod", .type = "v4-32", .workers = 4, .number = 2}});
        return planNodeAction(
            NodeAction::Stop, {snapshot.nodes[0].node.ref, snapshot.nodes[1].node.ref}, snapshot);
    }
    [[nodiscard]] static QString text(const NodeActionModel &model, int row, Column column)
    {
        return model.index(row, int(column)).data().toString();
    }
    [[nodiscard]] static QVariant mark(const NodeActionModel &model, int row)
    {
        return model.index(row, int(Column::Outcome)).data(NodeActionModel::MarkRole);
    }
};

void TestNodeActionModel::rowsAreThePlan()
{
    NodeActionModel model(plan());
    const QAbstractItemModelTester tester(&model);
    QCOMPARE(model.rowCount(), 2);
    QCOMPARE(text(model, 0, Column::Node), QString("a"));
    QCOMPARE(text(model, 0, Column::Zone), QString("us-central2-b"));
    QCOMPARE(text(model, 0, Column::Project), QString("lab-speech"));
    QCOMPARE(text(model, 0, Column::DayPrice), QString("$309.12"));
    QCOMPARE(text(model, 0, Column::Outcome), QString("would be stopped"));
    QVERIFY(!mark(model, 0).isValid());
    QVERIFY(text(model, 1, Column::Outcome).startsWith("A slice of several workers"));
    QCOMPARE(text(model, 1, Column::DayPrice), QString());
    QCOMPARE(mark(model, 1).value<Mark>(), Mark::Warning);
}

void TestNodeActionModel::outcomesFollowTheStates()
{
    const NodeActionPlan planned = plan();
    NodeActionModel model(planned);
    const QAbstractItemModelTester tester(&model);
    QSignalSpy changed(&model, &NodeActionModel::dataChanged);
    std::vector<NodeActionState> states{
        {Phase::Working, {}}, {Phase::Failed, planned.steps[1].error}};
    model.setStates(states, true);
    QCOMPARE(text(model, 0, Column::Outcome), QString("Google has begun"));
    QCOMPARE(mark(model, 0).value<Mark>(), Mark::Busy);
    QCOMPARE(changed.count(), 1); // what was not possible is as it was
    model.setStates(states, true);
    QCOMPARE(changed.count(), 1);
    model.setStates(states, false);
    QCOMPARE(text(model, 0, Column::Outcome), QString("goes on at Google"));
    QCOMPARE(mark(model, 0).value<Mark>(), Mark::Unknown);
    states[0] = {Phase::Failed, Error{ErrorKind::Network, "No way.", "<b>cut</b>", {}, {}}};
    model.setStates(states, true);
    QCOMPARE(text(model, 0, Column::Outcome), QString("failed: No way."));
    QVERIFY(
        model.index(0, int(Column::Outcome)).data(Qt::ToolTipRole).toString().contains("<b>cut"));
    states[0] = {Phase::Done, {}};
    model.setStates(states, true);
    QCOMPARE(mark(model, 0).value<Mark>(), Mark::Good);
}

QTEST_GUILESS_MAIN(TestNodeActionModel)
#include "tst_nodeactionmodel.moc"
