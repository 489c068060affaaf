// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/tpu/load/loadhistory.h"

#include <vector>

namespace podium::tpu {

/// A stretch of a history, for a small picture.
struct SparkSpan
{
    qint64 untilMs = 0; ///< of the history's clock
    qint64 lengthMs = 0;
    int parts = 0; ///< equal ones
};

/// The mean of a value in each part, oldest first; where no look fell into a part what the look
/// before said, unless that is a gap. Not a number: unknown. Pure.
[[nodiscard]] std::vector<float>
sparkline(const LoadHistory &history, LoadValue which, const SparkSpan &span);

/// The middle one of those that are known; none: nothing is. Pure.
[[nodiscard]] std::optional<double> middleOf(const std::vector<std::optional<double>> &values);

/// Which of some workers that should be alike is not: further than `least` from the middle one.
/// Nobody is odd among fewer than four that are known. Pure.
[[nodiscard]] std::vector<bool>
oddOnes(const std::vector<std::optional<double>> &values, double least);

} // namespace podium::tpu
