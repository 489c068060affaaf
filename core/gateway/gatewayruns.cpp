// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/gateway/gatewayruns.h"

#include "core/gateway/gatewaytransport.h"

#include <QPointer>

#include <utility>

namespace podium::gateway {

run::RunService::GatewayFor
gatewayRuns(InternalEndpointOf internalEndpointOf, QString agentSocket, const Clock &clock)
{
    return [internalEndpointOf = std::move(internalEndpointOf),
            agentSocket = std::move(agentSocket), &clock](
               const run::RunSpec &spec, ssh::Transport &transport,
               const run::Run::EndpointOf &endpointOf) -> run::RunService::Gateway {
        GatewayRoute route;
        route.workers = spec.workers;
        route.gateway = spec.gatewayPlace();
        route.endpointOf = endpointOf;
        route.internalEndpointOf = internalEndpointOf;
        route.agentSocket = agentSocket;
        route.runId = spec.runId;
        route.atOnce = spec.fanOut;
        // Its parent ends it where its own end does not come before.
        auto *made = new GatewayTransport(transport, std::move(route), clock, &transport);
        const auto endWhenIdle = [guarded = QPointer(made)](ssh::Transport *) {
            if (guarded) {
                guarded->endWhenIdle();
            }
        };
        // It need not have an address that this machine could reach.
        const auto internal = [endpointOf, internalEndpointOf](const WorkerRef &worker) {
            ssh::Endpoint endpoint = endpointOf(worker);
            const QString address = internalEndpointOf(worker).address;
            endpoint.address = address.isEmpty() ? endpoint.address : address;
            return endpoint;
        };
        return {std::shared_ptr<ssh::Transport>(made, endWhenIdle), internal};
    };
}

} // namespace podium::gateway
