// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/tunnel/tunnelstatus.h"

#include <algorithm>

namespace podium::tunnel {

namespace {

Error timeoutError(const WorkerRef &worker)
{
    return {
        ErrorKind::Timeout,
        QStringLiteral("%1 did not answer in time.").arg(worker.text()),
        {},
        QStringLiteral("It is tried again."),
        worker.text()};
}

/// The same login would be refused again: a person has to do something, or the worker changes.
bool isFinal(const Error &error)
{
    switch (error.kind) {
    case ErrorKind::HostKey:
    case ErrorKind::Authentication:
    case ErrorKind::InvalidArgument:
    case ErrorKind::PermissionDenied:
        return true;
    default:
        return false;
    }
}

} // namespace

QString tunnelStateName(TunnelState state)
{
    switch (state) {
    case TunnelState::Connecting:
        return QStringLiteral("connecting");
    case TunnelState::Open:
        return QStringLiteral("open");
    case TunnelState::Reconnecting:
        return QStringLiteral("reconnecting");
    case TunnelState::Failed:
        break;
    }
    return QStringLiteral("failed");
}

TunnelState tunnelStateOf(const QString &name)
{
    for (const TunnelState state :
         {TunnelState::Connecting, TunnelState::Open, TunnelState::Reconnecting}) {
        if (name == tunnelStateName(state)) {
            return state;
        }
    }
    return TunnelState::Failed;
}

std::optional<Setback> setbackOf(const ssh::Ending &ending, const WorkerRef &worker)
{
    if (const auto *refused = std::get_if<ssh::Refused>(&ending)) {
        return Setback{refused->error, !isFinal(refused->error)};
    }
    if (const auto *unreachable = std::get_if<ssh::Unreachable>(&ending)) {
        return Setback{unreachable->error, true};
    }
    if (const auto *lost = std::get_if<ssh::Lost>(&ending)) {
        return Setback{lost->error, true};
    }
    if (std::holds_alternative<ssh::TimedOut>(ending)) {
        return Setback{timeoutError(worker), true};
    }
    return std::nullopt;
}

std::chrono::milliseconds pauseBefore(int tries)
{
    constexpr std::chrono::milliseconds First{1000};
    constexpr std::chrono::milliseconds Longest{30'000};
    constexpr int MostDoublings = 5;
    return std::min(Longest, First * (1 << std::clamp(tries - 1, 0, MostDoublings)));
}

} // namespace podium::tunnel
