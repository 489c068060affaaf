// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "app/podium-sim/host/fd.h"
#include "app/podium-sim/host/lane.h"

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <queue>
#include <vector>

namespace podium::sim {

/// Carries the bytes of many connections over distances, on one thread: each with its delay, in
/// order, half closes as half closes and breaks as breaks, and never more under way than two lanes
/// of a connection hold. Never blocks: its user waits for descriptor() to be readable, or until
/// nextDue(), and calls pump().
class DistanceRelay final
{
public:
    using TimePoint = Lane::Clock::time_point;

    DistanceRelay();
    ~DistanceRelay();
    DistanceRelay(const DistanceRelay &) = delete;
    DistanceRelay &operator=(const DistanceRelay &) = delete;

    /// `client` is who connected at `now`; both are stream sockets.
    void add(Fd client, Fd server, const Distance &distance, TimePoint now);
    /// Takes what was sent until `now`, and delivers what is there then.
    void pump(TimePoint now);

    [[nodiscard]] int descriptor() const { return m_epoll.get(); }
    /// When the next bytes will be there, for all it knows; none: nothing is under way.
    [[nodiscard]] std::optional<TimePoint> nextDue() const;
    [[nodiscard]] size_t connections() const { return m_connections.size(); }

private:
    struct Connection;
    struct Side; ///< a socket, and the lane to it

    void receive(Connection &connection, int side, TimePoint now);
    void deliver(Connection &connection, int side, TimePoint now);
    void finish(Connection &connection, int side, Lane::End how);
    void watch(Connection &connection, int side);
    void schedule(Connection &connection, int side);

    /// A lane whose first bytes may be there; what it names may have gone meanwhile.
    struct Appointment
    {
        TimePoint due;
        std::uint64_t key;
        bool operator>(const Appointment &other) const { return due > other.due; }
    };

    Fd m_epoll;
    std::uint64_t m_next = 0;
    std::map<std::uint64_t, std::unique_ptr<Connection>> m_connections;
    std::priority_queue<Appointment, std::vector<Appointment>, std::greater<>> m_appointments;
};

} // namespace podium::sim
