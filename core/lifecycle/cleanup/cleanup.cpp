// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/lifecycle/cleanup/cleanup.h"

#include "core/lifecycle/request/noderequest.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace podium::lifecycle {

namespace {

Error staysBecause(const cloud::QueuedResource &resource, const QString &why)
{
    return {
        ErrorKind::Refused,
        QStringLiteral("Podium does not delete %1.").arg(resource.id),
        why,
        {},
        resource.fullName()};
}

/// Why a queued resource is left alone; none: it may go.
std::optional<Error>
leftoverRefusal(const cloud::QueuedResource &resource, const inventory::Snapshot &standing)
{
    for (const inventory::NodeEntry &entry : standing.nodes) {
        if (!isMadeBy(resource, entry.node)) {
            continue;
        }
        const QString name = entry.node.ref.name.text();
        if (isLocked(entry.node)) {
            return staysBecause(
                resource, QStringLiteral("%1, which it made, is locked.").arg(name));
        }
        if (!isLeftover(entry.node)) {
            return staysBecause(
                resource,
                QStringLiteral("%1, which it made, is %2.").arg(name, entry.node.stateText));
        }
    }
    return {};
}

/// Whether the queued resource that made a node is gone: only a list of all there are proves that.
bool hasLostQueue(const cloud::Node &node, const ProjectQueue &queue)
{
    return !queue.error && !queue.unreachable.contains(node.ref.zone.text()) &&
           std::none_of(
               queue.resources.begin(), queue.resources.end(),
               [&node](const cloud::QueuedResource &each) { return isMadeBy(each, node); });
}

QStringList queueConsequences(const cloud::QueuedResource &resource)
{
    QStringList told{
        QStringLiteral("A queued resource that holds its quota until it is deleted. It never comes "
                       "back by itself.")};
    if (resource.error) {
        told << QStringLiteral("It failed: %1").arg(resource.error->detail);
    }
    const bool isRequested = std::any_of(
        resource.nodes.begin(), resource.nodes.end(),
        [](const cloud::QueuedNode &node) { return node.labels.contains(requestLabel()); });
    if (isRequested) {
        told << QStringLiteral("A node request of Podium made it; one that is still active cleans "
                               "up by itself.");
    }
    return told;
}

std::optional<NodeActionStep>
stepFor(const cloud::QueuedResource &resource, const inventory::Snapshot &standing)
{
    const auto name = NodeName::parse(resource.id);
    if (!name) {
        return {};
    }
    NodeActionStep step;
    step.node.ref = {resource.project, resource.zone, *name};
    step.node.stateText = resource.stateText;
    step.node.spot = resource.spot;
    step.node.queuedResource = resource.fullName();
    step.node.state = cloud::NodeState::Terminated;
    QStringList types;
    for (const cloud::QueuedNode &node : resource.nodes) {
        types
            << (node.count > 1 ? QStringLiteral("%1 x %2").arg(node.count).arg(node.acceleratorType)
                               : node.acceleratorType);
    }
    step.node.acceleratorType = types.join(QStringLiteral(", "));
    step.queued = resource;
    step.error = leftoverRefusal(resource, standing);
    if (!step.error) {
        step.consequences = queueConsequences(resource);
    }
    return step;
}

using QuotaKey = std::tuple<Generation, Zone, bool>;

/// The chips of a step by generation; false where not all of them are known.
bool addChips(const NodeActionStep &step, std::map<QuotaKey, int> &chips)
{
    const cloud::Node &node = step.node;
    const auto add = [&](const QString &typeName, int count) {
        const auto type = parseTpuType(typeName);
        if (type) {
            chips[{type->generation, node.ref.zone, node.spot}] += type->chips * count;
        }
        return type.has_value();
    };
    if (!step.queued) {
        return add(node.acceleratorType, 1);
    }
    bool isKnown = true;
    for (const cloud::QueuedNode &each : step.queued->nodes) {
        isKnown = add(each.acceleratorType, each.count) && isKnown;
    }
    return isKnown;
}

} // namespace

NodeActionPlan planCleanUp(
    const ProjectId &project, const inventory::Snapshot &standing, const ProjectQueue &queue)
{
    std::vector<NodeRef> nodes;
    inventory::Snapshot leftovers;
    for (const inventory::NodeEntry &entry : standing.nodes) {
        // What a queued resource made goes with that, once it is a leftover itself. Where that is
        // gone, the node goes by itself, and takes none with it that came from the same.
        if (entry.node.ref.project == project && !entry.stale && isLeftover(entry.node) &&
            (entry.node.queuedResource.isEmpty() || hasLostQueue(entry.node, queue))) {
            nodes.push_back(entry.node.ref);
            leftovers.nodes.push_back(entry);
            leftovers.nodes.back().node.queuedResource.clear();
        }
    }
    NodeActionPlan plan = planNodeAction(NodeAction::Delete, nodes, leftovers);
    for (const cloud::QueuedResource &resource : queue.resources) {
        if (resource.project == project && resource.isLeftover()) {
            if (auto step = stepFor(resource, standing)) {
                plan.steps.push_back(std::move(*step));
            }
        }
    }
    return plan;
}

QString
unseenText(const ProjectId &project, const inventory::Snapshot &standing, const ProjectQueue &queue)
{
    QStringList unseen;
    if (queue.error) {
        unseen << QStringLiteral("the queued resources of %1").arg(project.text());
    }
    for (const QString &zone : queue.unreachable) {
        unseen << QStringLiteral("the queued resources of %1").arg(zone);
    }
    const auto &scopes = standing.coverage.scopes();
    const auto scope = scopes.find(project);
    if (scope == scopes.end() || !scope->second.isListed) {
        unseen << QStringLiteral("the nodes of %1").arg(project.text());
    } else {
        for (const Zone &zone : scope->second.silent) {
            unseen << QStringLiteral("the nodes of %1").arg(zone.text());
        }
    }
    return unseen.isEmpty() ? QString()
                            : QStringLiteral("Not seen: %1; more may be left over there.")
                                  .arg(unseen.join(QStringLiteral(", ")));
}

QString freedText(const NodeActionPlan &plan)
{
    std::map<QuotaKey, int> chips;
    int unknown = 0;
    for (const NodeActionStep &step : plan.steps) {
        if (!step.error && !addChips(step, chips)) {
            ++unknown;
        }
    }
    QStringList texts;
    for (const auto &[key, count] : chips) {
        const auto &[generation, zone, spot] = key;
        texts << QStringLiteral("%1 %2 %3 chips in %4")
                     .arg(
                         QString::number(count),
                         spot ? QStringLiteral("spot") : QStringLiteral("on-demand"),
                         generationName(generation), zone.text());
    }
    if (unknown > 0) {
        texts << QStringLiteral("%1 of unknown size").arg(unknown);
    }
    return texts.join(QStringLiteral(", "));
}

} // namespace podium::lifecycle
