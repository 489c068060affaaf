// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/tpu/load/hostcounters.h"
#include "core/tpu/load/runtimemetrics.h"

#include <QString>

#include <vector>

namespace podium::tpu {

/// "37 %"; "-": unknown.
[[nodiscard]] QString partText(const std::optional<double> &part);
/// "▁▃█": a block for each of some parts (0 … 1), as high as it is large; blank where it is
/// unknown.
[[nodiscard]] QString blocksText(const std::vector<float> &parts);
/// "1.2 GiB".
[[nodiscard]] QString bytesText(double bytes);
/// "1.2 MiB/s"; "-": unknown.
[[nodiscard]] QString rateText(const std::optional<double> &bytesPerSecond);
/// A stable word for scripts: unknown, no-workload, no-data, known.
[[nodiscard]] QString metricsStateName(RuntimeMetrics::State state);
/// The same for a person: "no workload", "in use".
[[nodiscard]] QString metricsStateText(RuntimeMetrics::State state);
/// How full the fullest of a worker's disks is; none: unknown.
[[nodiscard]] std::optional<double> fullestDisk(const HostCounters &counters);

} // namespace podium::tpu
