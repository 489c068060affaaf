// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/base/clock.h"

#include <ctime>

namespace podium {

QDateTime SystemClock::now() const
{
    return QDateTime::currentDateTimeUtc();
}

qint64 SystemClock::monotonicMs() const
{
    timespec time{};
    ::clock_gettime(CLOCK_BOOTTIME, &time); // steady_clock stands still while the machine sleeps
    return qint64(time.tv_sec) * 1000 + time.tv_nsec / 1'000'000;
}

} // namespace podium
