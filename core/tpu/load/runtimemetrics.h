// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/tpu/load/grpcexchange.h"

#include <optional>
#include <vector>

namespace podium::tpu {

/// What libtpu says of one chip, or of one core where its generation has cores of their own.
struct DeviceMetrics
{
    int device = 0;                   ///< libtpu's number
    std::optional<qint64> memoryUsed; ///< HBM, bytes
    std::optional<qint64> memoryTotal;
    std::optional<double> dutyCycle; ///< 0 … 1: the part of the time that it computed
    bool operator==(const DeviceMetrics &) const = default;
};

/// The TPU of one worker, as the program that holds it tells.
struct RuntimeMetrics
{
    enum class State {
        Unknown,    ///< not asked yet, or it could not be asked
        NoWorkload, ///< nothing listens: libtpu's server is there while a program holds the TPU
        NoData,     ///< something listens, and what it says is of no use
        Known
    };
    State state = State::Unknown;
    std::vector<DeviceMetrics> devices; ///< of Known
    bool operator==(const RuntimeMetrics &) const = default;

    /// Of all devices together; none: it was not told.
    [[nodiscard]] std::optional<double> dutyCycle() const;
    [[nodiscard]] std::optional<double> memory() const; ///< 0 … 1
};

/// Where libtpu's server is, as seen from its worker.
constexpr quint16 RuntimeMetricsPort = 8431;

/// The calls that give them, to be carried over a connection to RuntimeMetricsPort.
[[nodiscard]] std::unique_ptr<GrpcExchange> askRuntimeMetrics();
/// What came of it: NoData or Known. Pure; never trusts a byte.
[[nodiscard]] RuntimeMetrics readRuntimeMetrics(const GrpcExchange &exchange);

} // namespace podium::tpu
