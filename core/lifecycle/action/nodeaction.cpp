// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/lifecycle/action/nodeaction.h"

#include "core/base/daytext.h"
#include "core/lifecycle/grantreport.h"
#include "core/lifecycle/pricetable.h"

#include <algorithm>
#include <set>

namespace podium::lifecycle {

using cloud::Node;
using cloud::NodeState;

namespace {

Error actionRefusal(
    NodeAction action, const Node &node, const QString &why, const QString &hint = {})
{
    return {
        ErrorKind::Refused,
        QStringLiteral("Podium does not %1 %2.").arg(verbOf(action), node.ref.name.text()), why,
        hint, node.ref.text()};
}

std::optional<Error> startRefusal(const Node &node)
{
    if (node.spot) {
        return actionRefusal(
            NodeAction::Start, node, QStringLiteral("A spot node cannot be started again."),
            QStringLiteral("Delete it and create it again."));
    }
    if (node.state != NodeState::Stopped) {
        return actionRefusal(
            NodeAction::Start, node,
            QStringLiteral("It is %1; only a stopped node can be started.").arg(node.stateText));
    }
    return {};
}

std::optional<Error> stopRefusal(const Node &node)
{
    if (node.workers.size() > 1) {
        return actionRefusal(
            NodeAction::Stop, node,
            QStringLiteral("A slice of several workers cannot be stopped, only deleted."));
    }
    if (node.spot) {
        return actionRefusal(
            NodeAction::Stop, node,
            QStringLiteral("A spot node cannot be started again, so it can only be deleted."));
    }
    if (!node.queuedResource.isEmpty()) {
        return actionRefusal(
            NodeAction::Stop, node,
            QStringLiteral("A queued resource made it; such a node can only be deleted."));
    }
    if (node.state != NodeState::Ready) {
        return actionRefusal(
            NodeAction::Stop, node,
            QStringLiteral("It is %1; only a node that is READY can be stopped.")
                .arg(node.stateText));
    }
    return {};
}

std::optional<Error> maintainRefusal(const Node &node)
{
    if (!node.maintenance) {
        return actionRefusal(
            NodeAction::Maintain, node,
            QStringLiteral("Google has announced no maintenance of it."));
    }
    if (!node.maintenance->canReschedule) {
        return actionRefusal(
            NodeAction::Maintain, node,
            QStringLiteral("Google does not let this maintenance be moved."));
    }
    if (!node.queuedResource.isEmpty()) {
        return actionRefusal(
            NodeAction::Maintain, node,
            QStringLiteral("A queued resource made it; its nodes are maintained together."),
            QStringLiteral("Start it in the Google Cloud console."));
    }
    if (node.state != NodeState::Ready) {
        return actionRefusal(
            NodeAction::Maintain, node,
            QStringLiteral("It is %1; maintenance begins on a node that is READY.")
                .arg(node.stateText));
    }
    return {};
}

std::optional<Error> deleteRefusal(const Node &node)
{
    if (node.state == NodeState::Deleting) {
        return actionRefusal(
            NodeAction::Delete, node, QStringLiteral("It is being deleted already."));
    }
    return {};
}

QString siblingNames(const Node &node, const inventory::Snapshot &standing)
{
    QStringList names;
    for (const auto &entry : standing.nodes) {
        if (entry.node.queuedResource == node.queuedResource && entry.node.ref != node.ref) {
            names << entry.node.ref.name.text();
        }
    }
    return names.join(QStringLiteral(", "));
}

QStringList deleteConsequences(const Node &node, const inventory::Snapshot &standing)
{
    QStringList told{
        QStringLiteral(
            "Boot disks, home folders and all that is not on another disk or in a bucket "
            "are lost. This cannot be undone."),
        QStringLiteral("Disks that were attached stay, and are charged for.")};
    if (!node.queuedResource.isEmpty()) {
        const QString siblings = siblingNames(node, standing);
        told
            << (siblings.isEmpty()
                    ? QStringLiteral("The queued resource that made it is deleted with it.")
                    : QStringLiteral("The queued resource that made it is deleted, and with it %1.")
                          .arg(siblings));
    }
    if (isLeftover(node)) {
        told << QStringLiteral("It holds quota until then.");
    }
    return told;
}

QStringList consequencesOf(NodeAction action, const Node &node, const inventory::Snapshot &standing)
{
    switch (action) {
    case NodeAction::Start:
        return {
            QStringLiteral("External addresses change; the ssh config has to follow."),
            QStringLiteral("Google may have no capacity for it, for hours or days.")};
    case NodeAction::Stop:
        return {
            QStringLiteral("What runs there is ended."),
            QStringLiteral("It may be days until it can be started again: its chips go back to "
                           "Google."),
            QStringLiteral("Boot disk and name stay; the external address changes.")};
    case NodeAction::Delete:
        return deleteConsequences(node, standing);
    case NodeAction::Maintain:
        break;
    }
    return {
        QStringLiteral("What runs there ends, on all workers; the node is away for hours."),
        QStringLiteral("It would otherwise begin by itself, %1 at the latest.")
            .arg(
                node.maintenance && node.maintenance->windowEnd.isValid()
                    ? plainTime(
                          node.maintenance->windowEnd.toUTC(),
                          QStringLiteral("yyyy-MM-dd HH:mm 'UTC'"))
                    : QStringLiteral("when Google decides"))};
}

std::optional<double> dollarsPerDay(NodeAction action, const Node &node)
{
    const auto type = typeOf(node);
    const bool isCharged = billingOf(node.state) == Billing::Yes;
    const bool changes =
        action == NodeAction::Start ||
        ((action == NodeAction::Stop || action == NodeAction::Delete) && isCharged);
    return type && changes ? PriceTable::builtIn().dollarsPerDay(*type, node.ref.zone, node.spot)
                           : std::nullopt;
}

/// Those that were named, and for a deletion those that the same queued resources made.
std::set<NodeRef> withSiblings(
    NodeAction action, const std::vector<NodeRef> &nodes, const inventory::Snapshot &standing)
{
    std::set<NodeRef> all(nodes.begin(), nodes.end());
    std::set<QString> resources;
    for (const auto &entry : standing.nodes) {
        if (action == NodeAction::Delete && all.count(entry.node.ref) != 0 &&
            !entry.node.queuedResource.isEmpty()) {
            resources.insert(entry.node.queuedResource);
        }
    }
    for (const auto &entry : standing.nodes) {
        if (resources.count(entry.node.queuedResource) != 0) {
            all.insert(entry.node.ref);
        }
    }
    return all;
}

/// Nodes of one queued resource go together, so a lock of one holds for all.
void lockTogether(NodeActionPlan &plan)
{
    for (NodeActionStep &step : plan.steps) {
        const auto locked = std::find_if(
            plan.steps.begin(), plan.steps.end(), [&step](const NodeActionStep &other) {
                return isLocked(other.node) && !step.node.queuedResource.isEmpty() &&
                       other.node.queuedResource == step.node.queuedResource;
            });
        if (plan.action == NodeAction::Delete && !step.error && locked != plan.steps.end()) {
            step.error = actionRefusal(
                plan.action, step.node,
                QStringLiteral("%1, which the same queued resource made, is locked.")
                    .arg(locked->node.ref.name.text()));
        }
    }
}

} // namespace

QString verbOf(NodeAction action)
{
    switch (action) {
    case NodeAction::Start:
        return QStringLiteral("start");
    case NodeAction::Stop:
        return QStringLiteral("stop");
    case NodeAction::Delete:
        return QStringLiteral("delete");
    case NodeAction::Maintain:
        break;
    }
    return QStringLiteral("start the maintenance of");
}

QString lockLabel()
{
    return QStringLiteral("podium-lock");
}

bool isLocked(const Node &node)
{
    return node.labels.contains(lockLabel());
}

std::optional<Error> refusal(NodeAction action, const Node &node)
{
    if (isLocked(node)) {
        return actionRefusal(
            action, node, QStringLiteral("It is locked: it has the label %1.").arg(lockLabel()),
            QStringLiteral("Whoever may change the node takes the label away first."));
    }
    switch (action) {
    case NodeAction::Start:
        return startRefusal(node);
    case NodeAction::Stop:
        return stopRefusal(node);
    case NodeAction::Delete:
        return deleteRefusal(node);
    case NodeAction::Maintain:
        break;
    }
    return maintainRefusal(node);
}

int NodeActionPlan::possibleCount() const
{
    return int(std::count_if(
        steps.begin(), steps.end(), [](const NodeActionStep &step) { return !step.error; }));
}

NodeActionPlan planNodeAction(
    NodeAction action, const std::vector<NodeRef> &nodes, const inventory::Snapshot &standing)
{
    NodeActionPlan plan;
    plan.action = action;
    for (const NodeRef &ref : withSiblings(action, nodes, standing)) {
        const inventory::NodeEntry *entry = standing.find(ref);
        if (entry == nullptr) {
            continue;
        }
        NodeActionStep step{entry->node, refusal(action, entry->node), {}, {}};
        if (!step.error) {
            step.consequences = consequencesOf(action, entry->node, standing);
            step.dollarsPerDay = dollarsPerDay(action, entry->node);
        }
        plan.steps.push_back(std::move(step));
    }
    lockTogether(plan);
    return plan;
}

QStringList stepText(const NodeActionPlan &plan, const NodeActionStep &step)
{
    QStringList lines{QStringLiteral("%1 (%2, %3%4)")
                          .arg(
                              step.node.ref.text(), step.node.acceleratorType, step.node.stateText,
                              step.node.spot ? QStringLiteral(", spot") : QString())};
    if (step.error) {
        lines << step.error->detail;
        if (!step.error->hint.isEmpty()) {
            lines << step.error->hint;
        }
        return lines;
    }
    lines += step.consequences;
    if (step.dollarsPerDay) {
        const QString sum = QString::number(*step.dollarsPerDay, 'f', 2);
        lines << (plan.action == NodeAction::Start
                      ? QStringLiteral("List price of the TPU: %1 US dollars a day from then on.")
                      : QStringLiteral("List price of the TPU: %1 US dollars a day until then."))
                     .arg(sum);
    }
    return lines;
}

} // namespace podium::lifecycle
