// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/cloud/http/retry.h"

#include <algorithm>

namespace podium::cloud {

namespace {

using std::chrono::milliseconds;

/// Seconds or an HTTP date (RFC 9110, 10.2.3).
std::optional<milliseconds> retryAfter(const QByteArray &header, const QDateTime &now)
{
    bool isNumber = false;
    const int seconds = header.trimmed().toInt(&isNumber);
    if (isNumber && seconds >= 0) {
        return std::chrono::seconds(seconds);
    }
    const QDateTime date =
        QDateTime::fromString(QString::fromLatin1(header.trimmed()), Qt::RFC2822Date);
    if (date.isValid()) {
        return milliseconds(std::max<qint64>(0, now.msecsTo(date)));
    }
    return std::nullopt;
}

} // namespace

bool isWorthAnotherTry(const Result<HttpAnswer> &outcome)
{
    if (!outcome) {
        // After a time-out the person has waited long enough; the next refresh asks again.
        return outcome.error().kind == ErrorKind::Network ||
               outcome.error().kind == ErrorKind::Protocol;
    }
    return outcome->status == 429 || outcome->status == 408 ||
           (outcome->status >= 500 && outcome->status != 501);
}

std::optional<milliseconds> retryWait(
    const RetryPolicy &policy, int triesDone, const Result<HttpAnswer> &outcome, double random,
    const QDateTime &now)
{
    if (triesDone >= policy.tries || !isWorthAnotherTry(outcome)) {
        return std::nullopt;
    }
    const bool isRateLimit = outcome && outcome->status == 429;
    const milliseconds base = isRateLimit ? policy.afterRateLimit : policy.first;
    const double backOff = double(base.count()) * double(1 << std::min(triesDone - 1, 16));
    milliseconds wait(qint64(backOff * (0.75 + 0.5 * random)));
    if (outcome && !outcome->retryAfter.isEmpty()) {
        if (const auto asked = retryAfter(outcome->retryAfter, now)) {
            wait = std::max(*asked, milliseconds(qint64(double(policy.first.count()) * random)));
        }
    }
    return wait <= policy.longest ? std::optional(wait) : std::nullopt;
}

} // namespace podium::cloud
