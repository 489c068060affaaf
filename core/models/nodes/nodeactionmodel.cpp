// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/models/nodes/nodeactionmodel.h"

#include "core/lifecycle/action/actiontexts.h"

#include <utility>

namespace podium::models {

using lifecycle::NodeActionState;
using lifecycle::NodeActionStep;
using Phase = NodeActionState::Phase;

namespace {

Mark markOfPhase(Phase phase)
{
    switch (phase) {
    case Phase::Waiting:
        return Mark::Off;
    case Phase::Done:
        return Mark::Good;
    case Phase::Failed:
        return Mark::Bad;
    case Phase::Unknown:
        return Mark::Unknown;
    default:
        return Mark::Busy;
    }
}

} // namespace

NodeActionModel::NodeActionModel(lifecycle::NodeActionPlan plan, QObject *parent)
    : TableModel(ColumnCount, parent)
    , m_plan(std::move(plan))
{
    m_rows.reserve(m_plan.steps.size());
    for (std::size_t i = 0; i < m_plan.steps.size(); ++i) {
        m_rows.push_back(rowOf(i));
    }
}

NodeActionModel::Row NodeActionModel::rowOf(std::size_t step) const
{
    const NodeActionStep &planned = m_plan.steps[step];
    const cloud::Node &node = planned.node;
    Row row;
    QString outcome;
    if (planned.error) {
        outcome = planned.error->detail;
        row.more = planned.error->text();
        row.mark = QVariant::fromValue(Mark::Warning);
    } else if (m_states.empty()) {
        outcome = lifecycle::intendedText(m_plan.action);
    } else {
        const NodeActionState &state = m_states[step];
        outcome = lifecycle::progressText(m_plan.action, state, m_isWatched);
        row.more = state.error ? state.error->text() : QString();
        const bool isLeft = !m_isWatched && !state.isOver();
        row.mark = QVariant::fromValue(isLeft ? Mark::Unknown : markOfPhase(state.phase));
    }
    row.cells = QStringList{
        node.ref.name.text(),
        outcome,
        lifecycle::dayPriceText(m_plan, planned),
        node.spot ? tr("%1 spot").arg(node.acceleratorType) : node.acceleratorType,
        node.stateText,
        node.ref.zone.text(),
        node.ref.project.text()};
    return row;
}

void NodeActionModel::setStates(const std::vector<NodeActionState> &states, bool isWatched)
{
    m_states = states;
    m_isWatched = isWatched;
    for (std::size_t i = 0; i < m_rows.size(); ++i) {
        Row row = rowOf(i);
        if (row != m_rows[i]) {
            m_rows[i] = std::move(row);
            const QModelIndex cell = index(int(i), int(Column::Outcome));
            emit dataChanged(cell, cell);
        }
    }
}

QVariant NodeActionModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid()) {
        return {};
    }
    const Row &row = m_rows[std::size_t(index.row())];
    const auto column = Column(index.column());
    switch (role) {
    case Qt::DisplayRole:
        return row.cells.value(index.column());
    case Qt::ToolTipRole:
        return column == Column::Outcome ? row.more : QString();
    case Qt::TextAlignmentRole:
        return int(
            (column == Column::DayPrice ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    case MarkRole:
        return column == Column::Outcome ? row.mark : QVariant();
    default:
        return {};
    }
}

QStringList NodeActionModel::titles() const
{
    return {
        tr("Node"),
        tr("What happens"),
        m_plan.action == lifecycle::NodeAction::Start ? tr("Costs a day") : tr("Saves a day"),
        tr("Type"),
        tr("State"),
        tr("Zone"),
        tr("Project")};
}

} // namespace podium::models
