// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/inventory/inventory.h"

#include <vector>

namespace podium::inventory {

/// A snapshot and how it came to be from the one before.
struct Advance
{
    Snapshot snapshot;
    std::vector<Event> events; ///< by node, in the order of the snapshot
};

/// The snapshot after `old`, given what the cloud answered at `now`. Pure. Nodes whose project or
/// zone did not answer are kept as they were, marked stale, and never Gone.
[[nodiscard]] Advance advance(const Snapshot &old, Listing listing, const QDateTime &now);

/// What changed from one state of a node to the next; the refs are the same.
[[nodiscard]] std::vector<Event>
diffNode(const cloud::Node &before, const cloud::Node &after, const QDateTime &now);

/// Whether both are the same machines: the same node id, or the same creation time where an id
/// is not known (yet). If not, the node was recreated.
[[nodiscard]] bool isSameMachine(const cloud::Node &before, const cloud::Node &after);

} // namespace podium::inventory
