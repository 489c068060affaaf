// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/podiumctl/outofreach.h"

#include "app/podiumctl/terminal.h"
#include "core/inventory/targets.h"
#include "core/people/asked.h"

#include <algorithm>

namespace podium::ctl {

void leaveOutOfReach(
    std::vector<WorkerRef> &workers, const people::Roster &roster,
    const inventory::Snapshot &snapshot, const run::SshDefaults &defaults)
{
    if (!roster.formerMembers.empty()) {
        return; // their keys may be anywhere
    }
    std::vector<WorkerRef> left;
    std::erase_if(workers, [&](const WorkerRef &worker) {
        const inventory::NodeEntry *entry = snapshot.find(worker.node);
        const bool isLeft = entry && !people::isAskedAbout(entry->node, roster) &&
                            !run::endpointFor(snapshot, worker, defaults).unreachable.isEmpty();
        if (isLeft) {
            left.push_back(worker);
        }
        return isLeft;
    });
    if (!left.empty()) {
        printNote(QStringLiteral("Not checked, as they have no address and nobody on the "
                                 "roster is granted them: %1.")
                      .arg(inventory::describeWorkers(snapshot, left)));
    }
}

} // namespace podium::ctl
