// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QtGlobal>

#include <array>
#include <optional>
#include <vector>

namespace podium::tpu {

/// What is followed over time. All but the last two are parts, 0 … 1.
enum class LoadValue { DutyCycle, TpuMemory, Cpu, Memory, Received, Sent };
constexpr int LoadValueCount = int(LoadValue::Sent) + 1;

/// What was seen of a worker at one moment. Not a number: unknown.
struct LoadSample
{
    qint64 timeMs = 0; ///< of a clock that never goes back
    std::array<float, LoadValueCount> values{};
    bool hasNoWorkload = false; ///< see RuntimeMetrics::State

    [[nodiscard]] std::optional<double> value(LoadValue which) const;
    /// The TPU did nothing, as far as was told.
    [[nodiscard]] bool isIdle() const;
};

/// The last hour of a worker, oldest first, in a bounded number of samples. Where samples stand
/// further apart than GapMs nothing was seen in between.
class LoadHistory final
{
public:
    static constexpr qint64 SpanMs = 60 * 60 * 1000;
    static constexpr qint64 ClosestMs = 1500; ///< of two that come sooner the later counts
    static constexpr qint64 GapMs = 75'000;

    void add(const LoadSample &sample);
    [[nodiscard]] const std::vector<LoadSample> &samples() const { return m_samples; }

private:
    std::vector<LoadSample> m_samples;
};

/// That a TPU has done nothing up to the last sample.
struct TpuIdle
{
    qint64 forMs = 0;
    /// libtpu told so each time. Else nothing listened: some programs use a TPU without a server.
    bool isTold = false;
};
/// None: it is not so now. A gap or what is unknown proves nothing: it begins anew behind it. Pure.
[[nodiscard]] std::optional<TpuIdle> tpuIdle(const LoadHistory &history);

} // namespace podium::tpu
