// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/inventory/snapshot.h"
#include "core/people/plan/revocationproof.h"
#include "core/people/roster/collaborator.h"
#include "core/run/runstate.h"

#include <QString>
#include <QStringList>

#include <functional>
#include <vector>

namespace podium::people {

/// Over which workers a plan, a change or a proof was, and over which it was not: no claim is made
/// about these. A value.
struct Asked
{
    std::vector<WorkerRef> reached;
    std::vector<WorkerRef> unreached; ///< known, and not to be asked now
    std::vector<NodeRef> stopped;     ///< with the accounts that they had once they are started
    /// Where there may be workers that are not known: "projects that could not be listed", a
    /// project, a zone of one.
    QStringList unknown;

    [[nodiscard]] int total() const { return int(reached.size() + unreached.size()); }
    [[nodiscard]] bool isAll() const
    {
        return unreached.empty() && stopped.empty() && unknown.isEmpty();
    }
};

/// What became of a change.
struct AppliedCounts
{
    int tried = 0;    ///< workers that were to be changed
    int changed = 0;  ///< of these, where all went well
    int proven = 0;   ///< of these, where sshd refuses every key that was taken away
    int unproven = 0; ///< where it takes one, or did not say
};

[[nodiscard]] Asked askedOf(
    const std::vector<WorkerRef> &workers, const inventory::Snapshot &snapshot,
    const std::function<bool(const WorkerRef &)> &isReached, std::vector<NodeRef> stopped = {});

/// Whether anybody on the roster is granted this node, at whatever time.
[[nodiscard]] bool isAskedAbout(const cloud::Node &node, const Roster &roster);
/// The nodes that are stopped, and may have accounts of people: of whoever is granted them, or has
/// left. With `words` those of the targets that they name.
[[nodiscard]] std::vector<NodeRef> stoppedNodes(
    const inventory::Snapshot &snapshot, const Roster &roster, const QStringList &words = {});

/// `proofOf`: what a worker's sshd said after the run; null: it was not asked. Pure.
[[nodiscard]] AppliedCounts appliedCounts(
    const run::RunState &run, const std::function<const KeyProof *(const WorkerRef &)> &proofOf);

/// "9 workers checked; nothing to do.", and what is not known.
[[nodiscard]] QString plannedText(const Asked &asked, int toChange);
/// "1 of 9 workers changed; every key that was taken away is refused there.", and what is not
/// known.
[[nodiscard]] QString appliedText(const Asked &asked, const AppliedCounts &counts);
/// What nothing can be said about; empty: all was asked.
[[nodiscard]] QString notAskedText(const Asked &asked);

} // namespace podium::people
