// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/gateway/internalendpoint.h"
#include "core/run/service/runservice.h"

namespace podium::gateway {

/// For RunService::setGateways(): runs through one of their workers. `agentSocket`: of the
/// person's ssh agent; empty: none. `clock`, and what `internalEndpointOf` refers to, must outlive
/// the runs.
[[nodiscard]] run::RunService::GatewayFor
gatewayRuns(InternalEndpointOf internalEndpointOf, QString agentSocket, const Clock &clock);

} // namespace podium::gateway
