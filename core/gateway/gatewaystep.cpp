// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/gateway/gatewaystep.h"

#include <algorithm>

namespace podium::gateway {

namespace {

bool hasAny(const GatewayProgress &progress, RecipientState state)
{
    return std::find(progress.recipients.begin(), progress.recipients.end(), state) !=
           progress.recipients.end();
}

bool haveAllEnded(const GatewayProgress &progress)
{
    return std::all_of(
        progress.recipients.begin(), progress.recipients.end(),
        [](RecipientState state) { return state == RecipientState::Ended; });
}

GatewayStep stepWhileOpen(const GatewayProgress &progress)
{
    if (progress.isStopped) {
        return GatewayStep::EndGateway;
    }
    if (hasAny(progress, RecipientState::NotBegun)) {
        return GatewayStep::AuthorizeAll;
    }
    if (hasAny(progress, RecipientState::Authorizing)) {
        return GatewayStep::Wait;
    }
    const bool isWanted = !progress.hasDistributed && hasAny(progress, RecipientState::Authorized);
    return isWanted ? GatewayStep::Distribute : GatewayStep::EndGateway;
}

} // namespace

GatewayStep nextStep(const GatewayProgress &progress)
{
    switch (progress.gateway) {
    case GatewayState::NotBegun:
        if (progress.hasCopy && !progress.isStopped && !haveAllEnded(progress)) {
            return GatewayStep::StartGateway;
        }
        break;
    case GatewayState::Open:
        return stepWhileOpen(progress);
    case GatewayState::Opening:
    case GatewayState::Distributing:
    case GatewayState::Closing:
        return GatewayStep::Wait;
    case GatewayState::Closed:
        break;
    }
    if (hasAny(progress, RecipientState::Authorized)) {
        return GatewayStep::Release;
    }
    if (hasAny(progress, RecipientState::NotBegun)) {
        return GatewayStep::GiveUp;
    }
    return haveAllEnded(progress) ? GatewayStep::Finish : GatewayStep::Wait;
}

} // namespace podium::gateway
