// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/models/nodes/nodecells.h"

#include "core/models/nodes/maintenancetext.h"
#include "core/models/problemlink.h"
#include "core/models/relativetime.h"

#include <QCoreApplication>

#include <algorithm>
#include <iterator>

namespace podium::models {

using cloud::NodeHealth;
using cloud::NodeState;
using inventory::NodeEntry;
using inventory::ScopeProblem;

namespace {

struct CellWords
{
    Q_DECLARE_TR_FUNCTIONS(Nodes)
};

bool isUnhealthy(const cloud::Node &node)
{
    return node.health != NodeHealth::Unspecified && node.health != NodeHealth::Healthy;
}

QString ageCell(const NodeEntry &entry, const QDateTime &now)
{
    return ageText(entry.node.createTime, now);
}

QString lastChangeCell(const LastChange &change, const QDateTime &now)
{
    return change.time.isValid()
               ? CellWords::tr("%1 %2").arg(change.text, agoText(change.time, now))
               : QString();
}

QString stateCell(const NodeEntry &entry, const QDateTime &now)
{
    QString state = stateText(entry.node);
    if (entry.node.maintenance) {
        state = CellWords::tr("%1 · %2").arg(state, maintenanceCell(entry.node, now));
    }
    return entry.stale ? CellWords::tr("%1 · seen %2").arg(state, agoText(entry.seenAt, now))
                       : state;
}

QString
nodeCell(const NodeRow &row, const NodeEntry &entry, NodeColumn column, const QDateTime &now)
{
    const cloud::Node &node = entry.node;
    switch (column) {
    case NodeColumn::Name:
        return node.ref.name.text();
    case NodeColumn::State:
        return stateCell(entry, now);
    case NodeColumn::Type:
        return node.acceleratorType;
    case NodeColumn::Workers:
        return QString::number(node.workers.size());
    case NodeColumn::Address:
        return addressText(node);
    case NodeColumn::Zone:
        return node.ref.zone.text();
    case NodeColumn::Project:
        return node.ref.project.text();
    case NodeColumn::Version:
        return node.runtimeVersion;
    case NodeColumn::Spot:
        return node.spot ? CellWords::tr("spot") : QString();
    case NodeColumn::Age:
        return ageCell(entry, now);
    case NodeColumn::LastChange:
        return lastChangeCell(row.change, now);
    case NodeColumn::DayPrice:
    case NodeColumn::Holders:
        break; // see ToldCells
    }
    return {};
}

QString stateToolTip(const NodeEntry &entry)
{
    QStringList lines;
    if (!entry.node.healthDescription.isEmpty()) {
        lines << entry.node.healthDescription;
    }
    if (entry.node.maintenance) {
        lines << maintenanceText(*entry.node.maintenance);
    }
    if (entry.stale) {
        lines << CellWords::tr("Last seen %1; nothing has been heard of it since.")
                     .arg(fullTimeText(entry.seenAt));
    }
    return lines.join(QLatin1Char('\n'));
}

} // namespace

NodeRow::Key NodeRow::key() const
{
    if (const NodeEntry *entry = node()) {
        return {entry->node.ref.project, entry->node.ref.zone, 1, entry->node.ref.name};
    }
    static const Zone noZone;
    static const NodeName noName;
    const ScopeProblem &scope = *problem();
    return {scope.project, scope.zone ? *scope.zone : noZone, 0, noName};
}

const NodeEntry *NodeRow::node() const
{
    const auto *entry = std::get_if<const NodeEntry *>(&what);
    return entry ? *entry : nullptr;
}

const ScopeProblem *NodeRow::problem() const
{
    const auto *scope = std::get_if<const ScopeProblem *>(&what);
    return scope ? *scope : nullptr;
}

bool looksSame(const NodeRow &a, const NodeRow &b)
{
    const NodeEntry *nodeA = a.node();
    const NodeEntry *nodeB = b.node();
    if (!nodeA || !nodeB) {
        return a.problem() && b.problem() && *a.problem() == *b.problem();
    }
    return nodeA->stale == nodeB->stale && (!nodeA->stale || nodeA->seenAt == nodeB->seenAt) &&
           a.change == b.change && nodeA->node == nodeB->node;
}

std::vector<NodeRow> nodeRows(const inventory::Snapshot &snapshot)
{
    const auto less = [](const NodeRow &a, const NodeRow &b) { return a.key() < b.key(); };
    std::vector<NodeRow> problems;
    problems.reserve(snapshot.problems.size());
    for (const ScopeProblem &problem : snapshot.problems) {
        problems.push_back({&problem, {}});
    }
    std::stable_sort(problems.begin(), problems.end(), less);
    std::vector<NodeRow> nodes;
    nodes.reserve(snapshot.nodes.size());
    for (const NodeEntry &entry : snapshot.nodes) {
        nodes.push_back({&entry, {}});
    }
    // Both are in order: a snapshot's nodes are sorted.
    std::vector<NodeRow> rows;
    rows.reserve(nodes.size() + problems.size());
    std::merge(
        problems.begin(), problems.end(), nodes.begin(), nodes.end(), std::back_inserter(rows),
        less);
    const auto end = std::unique(rows.begin(), rows.end(), [](const NodeRow &a, const NodeRow &b) {
        return a.key() == b.key();
    });
    rows.erase(end, rows.end());
    return rows;
}

Mark markOf(const cloud::Node &node)
{
    if (cloud::isInTransition(node.state)) {
        return Mark::Busy;
    }
    switch (node.state) {
    case NodeState::Ready:
        return isUnhealthy(node) ? Mark::Warning : Mark::Good;
    case NodeState::Stopped:
    case NodeState::Hidden:
        return Mark::Off;
    case NodeState::Preempted:
    case NodeState::Terminated:
        return Mark::Bad;
    default:
        return Mark::Unknown;
    }
}

QString stateText(const cloud::Node &node)
{
    const QString state =
        node.stateText.isEmpty() ? cloud::nodeStateName(node.state) : node.stateText;
    if (!isUnhealthy(node)) {
        return state;
    }
    const QString health =
        node.healthText.isEmpty() ? cloud::nodeHealthName(node.health) : node.healthText;
    return CellWords::tr("%1 · %2").arg(state, health);
}

QString firstAddress(const cloud::Node &node)
{
    for (const cloud::Worker &worker : node.workers) {
        if (!worker.externalIp.isEmpty()) {
            return worker.externalIp;
        }
    }
    return node.workers.empty() ? QString() : node.workers.front().internalIp;
}

QString addressText(const cloud::Node &node)
{
    const QString first = firstAddress(node);
    const size_t others = node.workers.size() - (node.workers.empty() ? 0 : 1);
    return first.isEmpty() || others == 0 ? first : CellWords::tr("%1 +%2").arg(first).arg(others);
}

/// In a few words; what to do is another for each of them.
QString reasonOf(const Error &error)
{
    switch (error.kind) {
    case ErrorKind::ApiDisabled:
        return CellWords::tr("The API is disabled.");
    case ErrorKind::PermissionDenied:
        return CellWords::tr("Access is denied.");
    default:
        return error.summary;
    }
}

QString whyStale(const inventory::Snapshot &snapshot, const NodeRef &node)
{
    const auto &problems = snapshot.problems;
    const auto own = std::find_if(problems.begin(), problems.end(), [&](const ScopeProblem &each) {
        return each.project == node.project && (!each.zone || *each.zone == node.zone);
    });
    const bool isOne = own != problems.end();
    const Error *error = snapshot.error ? &*snapshot.error : isOne ? &own->error : nullptr;
    if (error && error->kind == ErrorKind::Credentials) {
        return CellWords::tr("you are not signed in");
    }
    if (snapshot.error) {
        return CellWords::tr("Google Cloud does not answer");
    }
    return isOne && own->zone ? CellWords::tr("its zone does not answer")
                              : CellWords::tr("its project does not answer");
}

QString problemText(const ScopeProblem &problem, const QDateTime &now)
{
    const QString where = problem.zone ? problem.zone->text() : problem.project.text();
    const QString why = reasonOf(problem.error);
    return problem.since.isValid()
               ? CellWords::tr("%1: %2 Since %3.").arg(where, why, ageText(problem.since, now))
               : CellWords::tr("%1: %2").arg(where, why);
}

QString cellText(const NodeRow &row, NodeColumn column, const QDateTime &now)
{
    if (const NodeEntry *entry = row.node()) {
        return nodeCell(row, *entry, column, now);
    }
    return column == NodeColumn::Name ? problemText(*row.problem(), now) : QString();
}

QString cellToolTip(const NodeRow &row, NodeColumn column)
{
    const NodeEntry *entry = row.node();
    if (!entry) {
        return windowText(row.problem()->error);
    }
    switch (column) {
    case NodeColumn::State:
        return stateToolTip(*entry);
    case NodeColumn::Address:
        return firstAddress(entry->node).isEmpty() ? CellWords::tr("This node has no address now.")
                                                   : CellWords::tr("Click to copy");
    case NodeColumn::Age:
        return fullTimeText(entry->node.createTime);
    case NodeColumn::LastChange:
        return fullTimeText(row.change.time);
    case NodeColumn::Spot:
        return entry->node.spot ? CellWords::tr("A spot node can be preempted at any time.")
                                : QString();
    default:
        return {};
    }
}

QVariant cellSortValue(const NodeRow &row, NodeColumn column)
{
    const NodeEntry *entry = row.node();
    if (!entry) {
        return {};
    }
    switch (column) {
    case NodeColumn::State:
        return QStringLiteral("%1 %2").arg(int(markOf(entry->node))).arg(stateText(entry->node));
    case NodeColumn::Workers:
        return int(entry->node.workers.size());
    case NodeColumn::Age: // the youngest first, as the numbers shown rise
        return -entry->node.createTime.toSecsSinceEpoch();
    case NodeColumn::LastChange:
        return row.change.time.isValid() ? -row.change.time.toSecsSinceEpoch() : 0;
    default:
        return cellText(row, column, {});
    }
}

QString searchText(const NodeRow &row)
{
    const NodeEntry *entry = row.node();
    if (!entry) {
        const ScopeProblem &problem = *row.problem();
        const QString zone = problem.zone ? problem.zone->text() : QString();
        return QStringList{problem.project.text(), zone, problem.error.summary}
            .join(QLatin1Char('\n'))
            .toLower();
    }
    const cloud::Node &node = entry->node;
    QStringList words{node.ref.name.text(),    node.ref.zone.text(),
                      node.ref.project.text(), node.acceleratorType,
                      stateText(node),         node.spot ? QStringLiteral("spot") : QString()};
    for (const cloud::Worker &worker : node.workers) {
        words << worker.externalIp << worker.internalIp;
    }
    for (auto label = node.labels.begin(); label != node.labels.end(); ++label) {
        words << QStringLiteral("%1=%2").arg(label.key(), label.value());
    }
    return words.join(QLatin1Char('\n')).toLower();
}

QString columnTitle(NodeColumn column)
{
    switch (column) {
    case NodeColumn::Name:
        return CellWords::tr("Node");
    case NodeColumn::State:
        return CellWords::tr("State");
    case NodeColumn::Type:
        return CellWords::tr("Type");
    case NodeColumn::Workers:
        return CellWords::tr("Workers");
    case NodeColumn::Address:
        return CellWords::tr("IP");
    case NodeColumn::Zone:
        return CellWords::tr("Zone");
    case NodeColumn::Project:
        return CellWords::tr("Project");
    case NodeColumn::Version:
        return CellWords::tr("Version");
    case NodeColumn::Spot:
        return CellWords::tr("Spot");
    case NodeColumn::Age:
        return CellWords::tr("Age");
    case NodeColumn::LastChange:
        return CellWords::tr("Last change");
    case NodeColumn::DayPrice:
        return CellWords::tr("A day");
    case NodeColumn::Holders:
        return CellWords::tr("TPU held by");
    }
    return {};
}

} // namespace podium::models
