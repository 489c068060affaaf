// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/tpu/load/hostcounters.h"

namespace podium::tpu {

/// How busy a worker was between two looks. What is missing is unknown.
struct HostLoad
{
    std::optional<double> cpu;    ///< 0 … 1, of all processors
    std::optional<double> load;   ///< see HostCounters
    std::optional<double> memory; ///< 0 … 1: the part that programs cannot have any more
    std::optional<double> receivedPerSecond; ///< bytes
    std::optional<double> sentPerSecond;
    bool operator==(const HostLoad &) const = default;
};

/// The difference, over the time that the worker itself counted. Where it was started anew in
/// between, or counters went back, only what needs no difference. Pure.
[[nodiscard]] HostLoad hostLoad(const std::optional<HostCounters> &before, const HostCounters &now);

/// The worker was started anew between the two. Pure.
[[nodiscard]] bool hasRestarted(const HostCounters &before, const HostCounters &now);

} // namespace podium::tpu
