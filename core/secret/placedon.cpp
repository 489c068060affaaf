// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/secret/placedon.h"

namespace podium::secret {

std::vector<PlacedOn> placedOn(
    const inventory::Snapshot &snapshot, const std::vector<WorkerRef> &workers,
    const run::SshDefaults &defaults)
{
    std::vector<PlacedOn> on;
    on.reserve(workers.size());
    for (const WorkerRef &worker : workers) {
        const inventory::NodeEntry *entry = snapshot.find(worker.node);
        on.push_back(
            {worker, entry ? entry->node.id : QString(),
             run::endpointFor(snapshot, worker, defaults).user});
    }
    return on;
}

} // namespace podium::secret
