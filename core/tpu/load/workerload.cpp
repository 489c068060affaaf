// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/tpu/load/workerload.h"

#include <algorithm>
#include <limits>

namespace podium::tpu {

void WorkerLoad::take(const HostCounters &now, const RuntimeMetrics &metrics, qint64 nowMs)
{
    if (counters) {
        const bool isNew = hasRestarted(*counters, now);
        restarts += isNew ? 1 : 0;
        const qint64 before = isNew ? 0 : counters->oomKills.value_or(now.oomKills.value_or(0));
        oomKills += std::max<qint64>(0, now.oomKills.value_or(before) - before);
    }
    host = hostLoad(counters, now);
    counters = now;
    tpu = metrics;
    error.reset();
    answeredAtMs = nowMs;
    LoadSample sample;
    sample.timeMs = nowMs;
    sample.hasNoWorkload = metrics.state == RuntimeMetrics::State::NoWorkload;
    const auto set = [&sample](LoadValue which, const std::optional<double> &value) {
        sample.values.at(std::size_t(which)) =
            value ? float(*value) : std::numeric_limits<float>::quiet_NaN();
    };
    set(LoadValue::DutyCycle, metrics.dutyCycle());
    set(LoadValue::TpuMemory, metrics.memory());
    set(LoadValue::Cpu, host.cpu);
    set(LoadValue::Memory, host.memory);
    set(LoadValue::Received, host.receivedPerSecond);
    set(LoadValue::Sent, host.sentPerSecond);
    history.add(sample);
}

std::optional<double> lastValue(const WorkerLoad &worker, LoadValue which)
{
    const auto &samples = worker.history.samples();
    return samples.empty() ? std::nullopt : samples.back().value(which);
}

} // namespace podium::tpu
