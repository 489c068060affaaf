// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0

#include "app/podium-sim/host/distancerelay.h"

#include "app/podium-sim/host/system.h"

#include <fcntl.h>
#include <sys/epoll.h>
#include <sys/socket.h>

#include <algorithm>
#include <cerrno>
#include <cmath>

namespace podium::sim {

constexpr size_t mostAtOnce = 16384;
constexpr int mostEvents = 128;

struct DistanceRelay::Side
{
    Fd socket;
    Lane lane; ///< of the bytes that go to it
    std::uint32_t watched = 0;
    bool hasEnded = false;   ///< nothing more comes from it
    bool isFull = false;     ///< it takes nothing for now
    bool isClosed = false;   ///< it takes nothing any more
    bool isExpected = false; ///< has an appointment
};

struct DistanceRelay::Connection
{
    std::uint64_t number;
    Side sides[2];
    bool isOver = false;
};

static bool mayComeLater(int error)
{
    return error == EAGAIN || error == EINTR;
}

DistanceRelay::DistanceRelay() : m_epoll(must(::epoll_create1(EPOLL_CLOEXEC), "make an epoll")) {}

DistanceRelay::~DistanceRelay() = default;

void DistanceRelay::add(Fd client, Fd server, const Distance &distance, TimePoint now)
{
    for (const int fd : {client.get(), server.get()})
        ::fcntl(fd, F_SETFL, ::fcntl(fd, F_GETFL) | O_NONBLOCK);
    // So that connections that begin together do not lose their segments together.
    constexpr double golden = 0.6180339887;
    const std::uint64_t number = m_next++;
    const auto phase = [number](int side) {
        return std::fmod(static_cast<double>(2 * number + static_cast<unsigned>(side)) * golden, 1);
    };
    auto connection = std::make_unique<Connection>(Connection{
        number,
        {{std::move(client), Lane(distance, now, phase(0))},
         {std::move(server), Lane(distance, now, phase(1))}}});
    watch(*connection, 0);
    watch(*connection, 1);
    m_connections.emplace(number, std::move(connection));
}

std::optional<DistanceRelay::TimePoint> DistanceRelay::nextDue() const
{
    if (m_appointments.empty())
        return std::nullopt;
    return m_appointments.top().due;
}

void DistanceRelay::pump(TimePoint now)
{
    epoll_event events[mostEvents];
    const int ready = ::epoll_wait(m_epoll.get(), events, mostEvents, 0);
    for (int i = 0; i < ready; ++i) {
        const auto found = m_connections.find(events[i].data.u64 / 2);
        if (found == m_connections.end())
            continue;
        const int side = static_cast<int>(events[i].data.u64 % 2);
        const std::uint32_t watched = found->second->sides[side].watched;
        if ((watched & EPOLLIN) != 0)
            receive(*found->second, side, now);
        if ((watched & EPOLLOUT) != 0)
            deliver(*found->second, side, now);
        if (found->second->isOver)
            m_connections.erase(found);
    }
    while (!m_appointments.empty() && m_appointments.top().due <= now) {
        const std::uint64_t key = m_appointments.top().key;
        m_appointments.pop();
        const auto found = m_connections.find(key / 2);
        if (found == m_connections.end())
            continue;
        found->second->sides[key % 2].isExpected = false;
        deliver(*found->second, static_cast<int>(key % 2), now);
        if (found->second->isOver)
            m_connections.erase(found);
    }
}

/// What one side says goes into the lane to the other.
void DistanceRelay::receive(Connection &connection, int side, TimePoint now)
{
    Side &from = connection.sides[side];
    Lane &lane = connection.sides[1 - side].lane;
    char block[mostAtOnce];
    while (!from.hasEnded && lane.room() > 0) {
        const ssize_t n = ::recv(from.socket.get(), block, std::min(lane.room(), sizeof block), 0);
        if (n < 0 && mayComeLater(errno))
            break;
        if (n > 0) {
            lane.put({block, static_cast<size_t>(n)}, now);
            continue;
        }
        from.hasEnded = true;
        lane.end(n == 0 ? Lane::End::Finished : Lane::End::Broken, now);
    }
    watch(connection, side);
    schedule(connection, 1 - side);
}

/// What is there of the lane to a side goes to it.
void DistanceRelay::deliver(Connection &connection, int side, TimePoint now)
{
    Side &to = connection.sides[side];
    Side &from = connection.sides[1 - side];
    to.isFull = false;
    while (!to.isClosed) {
        const std::string_view bytes = to.lane.arrived(now);
        if (bytes.empty())
            break;
        const ssize_t n = ::send(to.socket.get(), bytes.data(), bytes.size(), MSG_NOSIGNAL);
        if (n > 0) {
            to.lane.take(static_cast<size_t>(n));
            continue;
        }
        to.isFull = n < 0 && mayComeLater(errno);
        if (to.isFull)
            break;
        // Nobody takes it over there: the sender hears of that on its way back.
        to.isClosed = to.hasEnded = true;
        from.lane.end(Lane::End::Broken, now);
        if (from.isClosed)
            finish(connection, 1 - side, Lane::End::Broken);
        schedule(connection, 1 - side);
    }
    if (to.lane.endedBy(now) != Lane::End::Open)
        finish(connection, side, to.lane.endedBy(now));
    watch(connection, side);
    watch(connection, 1 - side);
    schedule(connection, side);
}

void DistanceRelay::finish(Connection &connection, int side, Lane::End how)
{
    Side &to = connection.sides[side];
    if (how == Lane::End::Broken) {
        const linger reset{1, 0};
        ::setsockopt(to.socket.get(), SOL_SOCKET, SO_LINGER, &reset, sizeof reset);
    } else if (!to.isClosed) {
        ::shutdown(to.socket.get(), SHUT_WR);
    }
    to.isClosed = true;
    connection.isOver = how == Lane::End::Broken || connection.sides[1 - side].isClosed;
}

/// Only what something can be done about: of the rest epoll would tell for ever.
void DistanceRelay::watch(Connection &connection, int side)
{
    Side &it = connection.sides[side];
    const Side &other = connection.sides[1 - side];
    std::uint32_t wanted = 0;
    if (!it.hasEnded && !other.isClosed && other.lane.room() > 0)
        wanted |= EPOLLIN;
    if (it.isFull && !it.isClosed)
        wanted |= EPOLLOUT;
    if (wanted == it.watched)
        return;
    const int what = wanted == 0 ? EPOLL_CTL_DEL : it.watched == 0 ? EPOLL_CTL_ADD : EPOLL_CTL_MOD;
    epoll_event event{};
    event.events = wanted;
    event.data.u64 = connection.number * 2 + static_cast<unsigned>(side);
    must(::epoll_ctl(m_epoll.get(), what, it.socket.get(), &event), "watch a connection");
    it.watched = wanted;
}

void DistanceRelay::schedule(Connection &connection, int side)
{
    Side &to = connection.sides[side];
    const auto due = to.lane.due();
    if (!due || to.isExpected || to.isFull || to.isClosed)
        return;
    to.isExpected = true;
    m_appointments.push({*due, connection.number * 2 + static_cast<unsigned>(side)});
}

} // namespace podium::sim
