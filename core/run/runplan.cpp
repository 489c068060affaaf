// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/run/runplan.h"

#include <algorithm>

namespace podium::run {

RunPlan::RunPlan(const RunSpec &spec)
    : m_places(spec.workers.size(), Place::Waiting)
    // Through a gateway all start here, and it has so many at a time.
    , m_fanOut(spec.viaGateway ? 0 : std::max(0, spec.fanOut))
    , m_loginsAtOnce(std::max(0, spec.loginsAtOnce))
    , m_failFast(spec.failFast || spec.endTogether)
{}

std::optional<int> RunPlan::next()
{
    while (m_next < m_places.size() && m_places[m_next] != Place::Waiting) {
        ++m_next;
    }
    const bool full = (m_fanOut > 0 && m_active >= m_fanOut) ||
                      (m_loginsAtOnce > 0 && m_loggingIn >= m_loginsAtOnce);
    if (m_closed || full || m_next == m_places.size()) {
        return std::nullopt;
    }
    m_places[m_next] = Place::LoggingIn;
    ++m_active;
    ++m_loggingIn;
    return int(m_next++);
}

bool RunPlan::isHeldUp() const
{
    const bool isFull = m_fanOut > 0 && m_active >= m_fanOut;
    return !m_closed && !isFull && m_loginsAtOnce > 0 && m_loggingIn >= m_loginsAtOnce &&
           std::find(m_places.begin() + std::ptrdiff_t(m_next), m_places.end(), Place::Waiting) !=
               m_places.end();
}

void RunPlan::leave(int slot, Place next)
{
    Place &place = m_places.at(std::size_t(slot));
    if (place == Place::LoggingIn) {
        --m_loggingIn;
    }
    if (next == Place::Done && (place == Place::LoggingIn || place == Place::LoggedIn)) {
        --m_active;
    }
    place = next;
}

void RunPlan::loggedIn(int slot)
{
    if (m_places.at(std::size_t(slot)) == Place::LoggingIn) {
        leave(slot, Place::LoggedIn);
    }
}

void RunPlan::ended(int slot, bool failed)
{
    leave(slot, Place::Done);
    m_hasFailed |= failed;
    m_closed |= failed && m_failFast;
}

bool RunPlan::skip(int slot)
{
    if (m_places.at(std::size_t(slot)) != Place::Waiting) {
        return false;
    }
    leave(slot, Place::Done);
    return true;
}

std::vector<int> RunPlan::takeUnstarted()
{
    std::vector<int> unstarted;
    for (std::size_t slot = m_next; m_closed && slot < m_places.size(); ++slot) {
        if (m_places[slot] == Place::Waiting) {
            m_places[slot] = Place::Done;
            unstarted.push_back(int(slot));
        }
    }
    return unstarted;
}

} // namespace podium::run
