// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/tpu/load/hostload.h"

#include <algorithm>

namespace podium::tpu {

namespace {

/// How much a counter has grown; nothing where either is unknown, or it went back.
std::optional<double> growth(const std::optional<qint64> &before, const std::optional<qint64> &now)
{
    return before && now && *now >= *before ? std::optional(double(*now - *before)) : std::nullopt;
}

std::optional<double> ratio(std::optional<double> part, std::optional<double> whole)
{
    return part && whole && *whole > 0 ? std::optional(*part / *whole) : std::nullopt;
}

} // namespace

bool hasRestarted(const HostCounters &before, const HostCounters &now)
{
    return before.uptime && now.uptime && *now.uptime < *before.uptime;
}

HostLoad hostLoad(const std::optional<HostCounters> &before, const HostCounters &now)
{
    HostLoad load;
    load.load = now.load;
    if (now.memoryTotal && now.memoryAvailable && *now.memoryTotal > 0) {
        const double available = double(*now.memoryAvailable) / double(*now.memoryTotal);
        load.memory = 1 - std::clamp(available, 0.0, 1.0);
    }
    if (!before || hasRestarted(*before, now)) {
        return load;
    }
    const auto cpu =
        ratio(growth(before->cpuBusy, now.cpuBusy), growth(before->cpuTotal, now.cpuTotal));
    if (cpu) {
        load.cpu = std::clamp(*cpu, 0.0, 1.0);
    }
    const auto seconds =
        before->uptime && now.uptime ? std::optional(*now.uptime - *before->uptime) : std::nullopt;
    load.receivedPerSecond = ratio(growth(before->received, now.received), seconds);
    load.sentPerSecond = ratio(growth(before->sent, now.sent), seconds);
    return load;
}

} // namespace podium::tpu
