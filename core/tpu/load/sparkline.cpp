// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/tpu/load/sparkline.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace podium::tpu {

namespace {

constexpr float Unknown = std::numeric_limits<float>::quiet_NaN();

/// Fills parts without a look by what the look before said.
void fillParts(std::vector<float> &parts, qint64 partMs)
{
    constexpr qint64 longest = LoadHistory::GapMs;
    const auto mostParts = std::size_t(partMs > 0 ? longest / partMs : 0);
    std::size_t last = parts.size();
    for (std::size_t i = 0; i < parts.size(); ++i) {
        if (std::isnan(parts[i])) {
            continue;
        }
        if (last < i && i - last <= mostParts) {
            std::fill(
                parts.begin() + std::ptrdiff_t(last) + 1, parts.begin() + std::ptrdiff_t(i),
                parts[last]);
        }
        last = i;
    }
}

} // namespace

std::vector<float> sparkline(const LoadHistory &history, LoadValue which, const SparkSpan &span)
{
    std::vector<float> parts(std::size_t(std::max(0, span.parts)), Unknown);
    if (parts.empty() || span.lengthMs < span.parts) {
        return parts;
    }
    std::vector<int> counts(parts.size(), 0);
    const qint64 partMs = span.lengthMs / span.parts;
    const qint64 begin = span.untilMs - partMs * span.parts;
    for (const LoadSample &sample : history.samples()) {
        const auto value = sample.value(which);
        if (!value || sample.timeMs <= begin || sample.timeMs > span.untilMs) {
            continue;
        }
        const auto part = std::size_t((sample.timeMs - begin - 1) / partMs);
        const int count = counts[part]++;
        parts[part] = count == 0 ? float(*value)
                                 : (parts[part] * float(count) + float(*value)) / float(count + 1);
    }
    fillParts(parts, partMs);
    return parts;
}

std::optional<double> middleOf(const std::vector<std::optional<double>> &values)
{
    std::vector<double> known;
    for (const auto &value : values) {
        if (value) {
            known.push_back(*value);
        }
    }
    if (known.empty()) {
        return std::nullopt;
    }
    const auto middle = known.begin() + std::ptrdiff_t(known.size() / 2);
    std::nth_element(known.begin(), middle, known.end());
    return *middle;
}

std::vector<bool> oddOnes(const std::vector<std::optional<double>> &values, double least)
{
    constexpr std::ptrdiff_t fewest = 4;
    std::vector<bool> odd(values.size(), false);
    const auto known = std::count_if(
        values.begin(), values.end(), [](const auto &value) { return value.has_value(); });
    const auto middle = middleOf(values);
    if (known < fewest || !middle) {
        return odd;
    }
    for (std::size_t i = 0; i < values.size(); ++i) {
        odd[i] = values[i] && std::abs(*values[i] - *middle) > least;
    }
    return odd;
}

} // namespace podium::tpu
