// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/cloud/http/httpexchange.h"

#include <QDateTime>

#include <chrono>
#include <optional>

namespace podium::cloud {

/// When and how often a call that may be repeated is tried again.
struct RetryPolicy
{
    int tries = 4;                                  ///< in all
    std::chrono::milliseconds first{1000};          ///< before the second try; doubles
    std::chrono::milliseconds afterRateLimit{5000}; ///< the same after 429 without Retry-After
    std::chrono::milliseconds longest{15000};       ///< a longer wait is not waited: the call fails
};

/// Whether the same call may well succeed a moment later: no connection, a broken answer, 408, 429,
/// 5xx. Not after a time-out: the person has waited long enough.
[[nodiscard]] bool isWorthAnotherTry(const Result<HttpAnswer> &outcome);

/// How long to wait before the next try, or nothing if there is to be none. `triesDone` counts
/// from 1; `random` from 0 to 1 is the jitter (a quarter, both ways); `now` is for a
/// Retry-After that names a date.
[[nodiscard]] std::optional<std::chrono::milliseconds> retryWait(
    const RetryPolicy &policy, int triesDone, const Result<HttpAnswer> &outcome, double random,
    const QDateTime &now);

} // namespace podium::cloud
