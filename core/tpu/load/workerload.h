// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/error.h"
#include "core/base/ids.h"
#include "core/tpu/load/hostload.h"
#include "core/tpu/load/loadhistory.h"
#include "core/tpu/load/runtimemetrics.h"

#include <optional>

namespace podium::tpu {

/// How busy one worker is and was, as far as it was looked at.
struct WorkerLoad
{
    WorkerRef worker;
    std::optional<Error> error{};           ///< the last look failed: what is below is older
    std::optional<HostCounters> counters{}; ///< none: no look has been answered
    HostLoad host{};
    RuntimeMetrics tpu{};
    LoadHistory history{};
    std::optional<qint64> answeredAtMs{}; ///< of the history's clock
    int restarts = 0;                     ///< seen while it was looked at
    qint64 oomKills = 0;                  ///< the same

    /// Takes in what a look found.
    void take(const HostCounters &now, const RuntimeMetrics &metrics, qint64 nowMs);
};

/// The last that is known of a value; none: unknown. Pure.
[[nodiscard]] std::optional<double> lastValue(const WorkerLoad &worker, LoadValue which);

} // namespace podium::tpu
