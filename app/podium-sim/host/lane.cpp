// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0

#include "app/podium-sim/host/lane.h"

#include <algorithm>
#include <cmath>

namespace podium::sim {

constexpr size_t segment = 1448;
/// What Linux's TCP adds at least before it sends again what was lost.
constexpr std::chrono::milliseconds leastWait{200};

Lane::Lane(const Distance &distance, Clock::time_point opened, double phase)
    : m_distance(distance)
    , m_free(opened + distance.roundTrip)
    , m_lost(phase)
{}

size_t Lane::room() const
{
    return m_end == End::Open ? mostHeld - std::min(m_held, mostHeld) : 0;
}

/// When the last of so many bytes that are sent at `now` is there. What was lost holds up all that
/// comes after it.
Lane::Clock::time_point Lane::leave(size_t bytes, Clock::time_point now)
{
    m_free = std::max(m_free, now);
    if (m_distance.rate > 0)
        m_free += std::chrono::duration_cast<Clock::duration>(
            std::chrono::duration<double>(static_cast<double>(bytes) / m_distance.rate));
    const auto segments = static_cast<double>((bytes + segment - 1) / segment);
    m_lost += segments * m_distance.loss / 100;
    if (m_distance.loss > 0 && m_lost >= 1) {
        const double times = std::floor(m_lost);
        m_free += static_cast<long>(times) * (m_distance.roundTrip + leastWait);
        m_lost -= times;
    }
    return m_free + Clock::duration(m_distance.roundTrip) / 2;
}

void Lane::put(std::string_view bytes, Clock::time_point now)
{
    if (bytes.empty())
        return;
    m_pieces.push_back({leave(bytes.size(), now), std::string(bytes)});
    m_held += bytes.size();
}

void Lane::end(End how, Clock::time_point now)
{
    if (m_end == End::Open)
        m_endDue = leave(0, now);
    m_end = std::max(m_end, how);
}

Lane::End Lane::endedBy(Clock::time_point now) const
{
    return m_pieces.empty() && m_endDue <= now ? m_end : End::Open;
}

std::optional<Lane::Clock::time_point> Lane::due() const
{
    if (!m_pieces.empty())
        return m_pieces.front().due;
    if (m_end != End::Open)
        return m_endDue;
    return std::nullopt;
}

std::string_view Lane::arrived(Clock::time_point now) const
{
    if (m_pieces.empty() || m_pieces.front().due > now)
        return {};
    return std::string_view(m_pieces.front().bytes).substr(m_taken);
}

void Lane::take(size_t count)
{
    m_taken += count;
    m_held -= count;
    if (m_taken < m_pieces.front().bytes.size())
        return;
    m_pieces.pop_front();
    m_taken = 0;
}

} // namespace podium::sim
