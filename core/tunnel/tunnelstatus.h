// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/error.h"
#include "core/ssh/forwardsockets.h"
#include "core/ssh/transport.h"
#include "core/tunnel/tunnelspec.h"

#include <chrono>
#include <optional>

namespace podium::tunnel {

enum class TunnelState {
    Connecting, ///< for the first time
    Open,
    Reconnecting, ///< it was open, or could not be: it is tried again by itself
    Failed        ///< only a person, or news of the worker, can change that
};

struct TunnelStatus
{
    int id = 0;
    TunnelSpec spec;
    TunnelState state = TunnelState::Connecting;
    quint16 localPort = 0;      ///< where it listens, on 127.0.0.1; 0: nowhere
    quint16 takenPort = 0;      ///< the one that was to be had instead; 0: it has that
    std::optional<Error> error; ///< why it is not open, or the worker's last refusal
    ssh::ForwardSockets::Counts counts;
};

/// A stable word for scripts: connecting, open, reconnecting, failed.
[[nodiscard]] QString tunnelStateName(TunnelState state);
/// Of such a word; Failed where it is none.
[[nodiscard]] TunnelState tunnelStateOf(const QString &name);

/// What follows from an ending of the connection to the worker.
struct Setback
{
    Error error;
    bool triesAgain = true; ///< else it would be refused once more
};
/// Nothing for one that was stopped. Pure.
[[nodiscard]] std::optional<Setback> setbackOf(const ssh::Ending &ending, const WorkerRef &worker);

/// Before the next try, after so many in a row that failed, from 1. Pure.
[[nodiscard]] std::chrono::milliseconds pauseBefore(int tries);

} // namespace podium::tunnel
