// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cloud/values/queuedresource.h"
#include "core/inventory/snapshot.h"

#include <QStringList>

#include <optional>
#include <vector>

namespace podium::lifecycle {

/// What a person can ask for of a node that stands. Maintain: begin a pending maintenance now.
enum class NodeAction { Start, Stop, Delete, Maintain };

/// "start", "stop", "delete", "start the maintenance of".
[[nodiscard]] QString verbOf(NodeAction action);

/// The label that locks a node, with any value: Podium does nothing to it then.
[[nodiscard]] QString lockLabel();
[[nodiscard]] bool isLocked(const cloud::Node &node);

/// Why an action is not possible on a node as it is, with what to do; none: it is.
[[nodiscard]] std::optional<Error> refusal(NodeAction action, const cloud::Node &node);

/// What an action would do to one node, to be shown before it is done.
struct NodeActionStep
{
    cloud::Node node;           ///< as it was last seen
    std::optional<Error> error; ///< why it is not done
    QStringList consequences;   ///< sentences
    /// List price of the TPU for a day: what begins to be charged for by a start, what ends by a
    /// stop or a deletion. None: nothing does, or the price is not known.
    std::optional<double> dollarsPerDay;
    /// Of a deletion: this queued resource is what is deleted, with what is left of its nodes;
    /// `node` shows it.
    std::optional<cloud::QueuedResource> queued = {};
};

struct NodeActionPlan
{
    NodeAction action = NodeAction::Start;
    std::vector<NodeActionStep> steps; ///< in the order of the nodes

    /// How many steps would be done.
    [[nodiscard]] int possibleCount() const;
};

/// The plan for these nodes of the snapshot. Nodes that go with them, as the same queued resource
/// made them, are part of it. Pure.
[[nodiscard]] NodeActionPlan planNodeAction(
    NodeAction action, const std::vector<NodeRef> &nodes, const inventory::Snapshot &standing);

/// A step in lines for a person: the node, its state and type, then why not, or what it means.
[[nodiscard]] QStringList stepText(const NodeActionPlan &plan, const NodeActionStep &step);

} // namespace podium::lifecycle
