// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/gateway/gatewaystep.h"

#include <algorithm>

namespace podium::gateway {

namespace {

bool hasAny(const GatewayProgress &progress, PartState state)
{
    return std::find(progress.parts.begin(), progress.parts.end(), state) != progress.parts.end();
}

bool haveAllEnded(const GatewayProgress &progress)
{
    return std::all_of(progress.parts.begin(), progress.parts.end(), [](PartState state) {
        return state == PartState::Ended;
    });
}

GatewayStep stepWhileOpen(const GatewayProgress &progress)
{
    if (progress.isStopped) {
        return GatewayStep::CloseGate;
    }
    if (hasAny(progress, PartState::NotBegun)) {
        return GatewayStep::AdmitAll;
    }
    if (hasAny(progress, PartState::Admitting)) {
        return GatewayStep::Wait;
    }
    const bool isWanted = !progress.hasSpread && hasAny(progress, PartState::Admitted);
    return isWanted ? GatewayStep::Spread : GatewayStep::CloseGate;
}

} // namespace

GatewayStep nextStep(const GatewayProgress &progress)
{
    switch (progress.gate) {
    case GateState::NotBegun:
        if (progress.hasCopy && !progress.isStopped && !haveAllEnded(progress)) {
            return GatewayStep::OpenGate;
        }
        break;
    case GateState::Open:
        return stepWhileOpen(progress);
    case GateState::Opening:
    case GateState::Spreading:
    case GateState::Closing:
        return GatewayStep::Wait;
    case GateState::Closed:
        break;
    }
    if (hasAny(progress, PartState::Admitted)) {
        return GatewayStep::Release;
    }
    if (hasAny(progress, PartState::NotBegun)) {
        return GatewayStep::GiveUp;
    }
    return haveAllEnded(progress) ? GatewayStep::Finish : GatewayStep::Wait;
}

} // namespace podium::gateway
