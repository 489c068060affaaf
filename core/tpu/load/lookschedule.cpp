// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/tpu/load/lookschedule.h"

#include <algorithm>

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
    for (std::size_t place = 0; place < m_workers.size(); ++place) {
        plan(place);
    }
}

void LookSchedule::plan(std::size_t place)
{
    Worker &worker = m_workers[place];
    if (!worker.endedAt) {
        return; // at once
    }
    const qint64 soonest = worker.failedPauseMs > 0 ? *worker.endedAt + worker.failedPauseMs
                                                    : worker.startedAt + m_pace.visibleMs;
    worker.dueAt = worker.isVisible ? soonest : ownMomentFrom(place, soonest);
}

/// The first one of a worker that nobody sees.
qint64 LookSchedule::ownMomentFrom(std::size_t place, qint64 time) const
{
    const qint64 pace = std::max<qint64>(1, m_pace.hiddenMs);
    const qint64 own = pace * qint64(place) / qint64(m_workers.size());
    const qint64 until = (own - time) % pace;
    return time + (until < 0 ? until + pace : until);
}

std::vector<int> LookSchedule::take(qint64 now)
{
    std::vector<int> places;
    for (std::size_t place = 0; place < m_workers.size(); ++place) {
        Worker &worker = m_workers[place];
        if (!worker.isUnderWay && worker.dueAt <= now) {
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
    plan(std::size_t(place));
}

void LookSchedule::forgetFailures()
{
    for (std::size_t place = 0; place < m_workers.size(); ++place) {
        m_workers[place].failedPauseMs = 0;
        plan(place);
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
            next = std::min(next.value_or(worker.dueAt), worker.dueAt);
        }
    }
    return next;
}

} // namespace podium::tpu
