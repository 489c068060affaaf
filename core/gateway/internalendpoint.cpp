// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/gateway/internalendpoint.h"

#include "core/ssh/keys/hostkeycheck.h"

namespace podium::gateway {

InternalEndpoint internalEndpointOf(
    const inventory::Snapshot &snapshot, const WorkerRef &worker, const run::SshDefaults &defaults,
    ssh::HostKeyStore &hostKeys)
{
    const inventory::NodeEntry *entry = snapshot.find(worker.node);
    if (entry == nullptr || worker.index < 0 ||
        std::size_t(worker.index) >= entry->node.workers.size()) {
        return {};
    }
    InternalEndpoint endpoint{
        entry->node.workers[std::size_t(worker.index)].internalIp, defaults.port, {}};
    const auto keys = ssh::acceptableKeys(run::endpointFor(snapshot, worker, defaults), hostKeys);
    if (keys) {
        endpoint.hostKeys = *keys;
    }
    return endpoint;
}

} // namespace podium::gateway
