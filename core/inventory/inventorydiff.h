// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/inventory/inventory.h"

#include <vector>

namespace podium::inventory {

/// A snapshot and how it came to be from the one before.
struct SnapshotUpdate
{
    SharedSnapshot snapshot;
    std::vector<Event> events; ///< by node, in the order of the snapshot
    bool looksSame = false;    ///< nothing but times differs from the one before
    bool isOfAnother = false;  ///< another Podium found this, and has kept it
};

/// The snapshot after `old`, given what the cloud answered at `now`. Pure. Nodes whose project or
/// zone did not answer, or of whose project nobody could say whether it is still there, are kept as
/// they were, marked stale, and never Gone; those of projects of which the listing does not speak
/// yet are kept untouched.
[[nodiscard]] SnapshotUpdate advance(const Snapshot &old, Listing listing, const QDateTime &now);

/// The snapshot after `old`, given host keys that the cloud was asked for beside the refreshes:
/// those of `node`'s workers that it has any of. Null where `old` does not have that machine. Pure.
[[nodiscard]] SnapshotUpdate
withHostKeys(const Snapshot &old, const cloud::Node &node, const QDateTime &now);

/// What changed from one state of a node to the next; the refs are the same.
[[nodiscard]] std::vector<Event>
diffNode(const cloud::Node &before, const cloud::Node &after, const QDateTime &now);

/// "SCHEDULED PENDING START END", as far as it is said; empty: none.
[[nodiscard]] QString maintenanceWords(const std::optional<cloud::Maintenance> &maintenance);

/// Whether both are the same machines: the same node id, or the same creation time where an id
/// is not known (yet). If not, the node was recreated.
[[nodiscard]] bool isSameMachine(const cloud::Node &before, const cloud::Node &after);

/// Keys and instance names that were known stay known while the machines are the same and nothing
/// newer is said.
void carryHostKeys(const cloud::Node &before, cloud::Node &after);

} // namespace podium::inventory
