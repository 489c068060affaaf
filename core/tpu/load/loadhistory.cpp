// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/tpu/load/loadhistory.h"

#include <algorithm>
#include <cmath>

namespace podium::tpu {

std::optional<double> LoadSample::value(LoadValue which) const
{
    const float value = values.at(std::size_t(which));
    return std::isnan(value) ? std::nullopt : std::optional(double(value));
}

bool LoadSample::isIdle() const
{
    constexpr double nothing = 0.01;
    const auto duty = value(LoadValue::DutyCycle);
    return hasNoWorkload || (duty && *duty <= nothing);
}

void LoadHistory::add(const LoadSample &sample)
{
    const auto count = m_samples.size();
    if (count >= 2 && sample.timeMs - m_samples[count - 2].timeMs < ClosestMs) {
        m_samples.pop_back();
    }
    m_samples.push_back(sample);
    const auto kept =
        std::find_if(m_samples.begin(), m_samples.end(), [&sample](const LoadSample &each) {
            return sample.timeMs - each.timeMs <= SpanMs;
        });
    // Not one by one: moving all of them costs.
    constexpr std::ptrdiff_t atOnce = 64;
    if (kept - m_samples.begin() >= atOnce) {
        m_samples.erase(m_samples.begin(), kept);
    }
}

std::optional<TpuIdle> tpuIdle(const LoadHistory &history)
{
    const auto &samples = history.samples();
    std::optional<TpuIdle> idle;
    qint64 next = 0;
    for (auto each = samples.rbegin(); each != samples.rend(); ++each) {
        if (!each->isIdle() || (idle && next - each->timeMs > LoadHistory::GapMs)) {
            break;
        }
        next = each->timeMs;
        idle = {samples.back().timeMs - next, (!idle || idle->isTold) && !each->hasNoWorkload};
    }
    return idle;
}

} // namespace podium::tpu
