// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

namespace podium::gateway {

/// How far the gateway's side is.
enum class GatewayState {
    NotBegun,
    Opening,      ///< its key is being made
    Open,         ///< the others may be let in
    Distributing, ///< clush runs
    Closing,      ///< it was told that nothing more comes
    Closed        ///< it has ended, however
};

/// How far one of the others is.
enum class RecipientState {
    NotBegun,
    Authorizing, ///< its script begins
    Authorized,  ///< the key is let in there; it waits
    Released,    ///< it was told what to do: to take the bundle, or that none comes
    Ended
};

/// How far all of it is, once the gateway's own copy has ended.
struct GatewayProgress
{
    bool hasCopy = false; ///< the gateway has what the others are to get
    bool isStopped = false;
    GatewayState gateway = GatewayState::NotBegun;
    bool hasDistributed = false; ///< all groups had their turn
    std::vector<RecipientState> recipients;
};

enum class GatewayStep {
    Wait,         ///< for what is under way
    StartGateway, ///< begin the gateway's side
    AuthorizeAll, ///< begin the others'
    Distribute,   ///< let the gateway pass on to those that let it in
    Release,      ///< tell those who wait that nothing comes
    EndGateway,
    GiveUp, ///< those not begun will not begin
    Finish
};

/// What comes next. Nobody is let in before the gateway is ready, nothing is passed on before each
/// of the others is either let in or has ended, and it ends when all have. Pure.
[[nodiscard]] GatewayStep nextStep(const GatewayProgress &progress);

} // namespace podium::gateway
