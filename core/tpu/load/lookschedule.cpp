// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/tpu/load/lookschedule.h"

#include <algorithm>
#include <limits>

namespace podium::tpu {

LookSchedule::LookSchedule(int workers, LookPace pace)
    : m_pace(pace)
    , m_workers(std::size_t(workers))
{}

void LookSchedule::setVisible(const std::vector<int> &places)
{
    for (Worker &worker : m_workers) {
        worker.isVisible = false;
    }
    for (const int place : places) {
        m_workers.at(std::size_t(place)).isVisible = true;
    }
}

qint64 LookSchedule::dueAt(const Worker &worker) const
{
    if (!worker.endedAt) {
        return std::numeric_limits<qint64>::min();
    }
    if (worker.failedPauseMs > 0) {
        return *worker.endedAt + worker.failedPauseMs;
    }
    return worker.startedAt + (worker.isVisible ? m_pace.visibleMs : m_pace.hiddenMs);
}

std::vector<int> LookSchedule::take(qint64 now)
{
    std::vector<int> places;
    for (std::size_t place = 0; place < m_workers.size(); ++place) {
        Worker &worker = m_workers[place];
        if (!worker.isUnderWay && dueAt(worker) <= now) {
            worker.isUnderWay = true;
            worker.startedAt = now;
            places.push_back(int(place));
        }
    }
    return places;
}

void LookSchedule::ended(int place, bool hasAnswered, qint64 now)
{
    Worker &worker = m_workers.at(std::size_t(place));
    worker.isUnderWay = false;
    worker.endedAt = now;
    worker.failedPauseMs = hasAnswered ? 0
                           : worker.failedPauseMs == 0
                               ? m_pace.failedMs
                               : std::min(m_pace.longestMs, worker.failedPauseMs * 2);
}

void LookSchedule::forgetFailures()
{
    for (Worker &worker : m_workers) {
        worker.failedPauseMs = 0;
    }
}

bool LookSchedule::isUnderWay() const
{
    return std::any_of(
        m_workers.begin(), m_workers.end(), [](const Worker &worker) { return worker.isUnderWay; });
}

std::optional<qint64> LookSchedule::next() const
{
    std::optional<qint64> next;
    for (const Worker &worker : m_workers) {
        if (!worker.isUnderWay) {
            next = std::min(next.value_or(dueAt(worker)), dueAt(worker));
        }
    }
    return next;
}

} // namespace podium::tpu
