// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/ssh/session/idleconnections.h"

#include "core/ssh/session/connection.h"

#include <iterator>
#include <utility>

namespace podium::ssh {

/// One that waits: reads what the worker says meanwhile, such as its own keep-alive.
class IdleConnections::Waiting final : public IoClient
{
public:
    Waiting(
        IdleConnections &owner, std::unique_ptr<Connection> connection, IoLoop::Token formerOwner)
        : m_owner(owner)
        , m_connection(std::move(connection))
        , m_token(owner.m_loop.add(this))
    {
        m_owner.m_loop.setDeadline(m_token, IoLoop::Clock::now() + m_owner.m_limits.idle);
        m_owner.m_loop.handOver(formerOwner, m_token);
        watch();
    }
    ~Waiting()
    {
        if (m_connection) { // closed only when it is watched no more
            m_owner.m_loop.unwatch(m_token, m_connection->descriptor() >= 0);
        }
        m_owner.m_loop.remove(m_token);
    }
    Waiting(const Waiting &) = delete;
    Waiting &operator=(const Waiting &) = delete;

    void setPlace(Place place) { m_place = place; }
    [[nodiscard]] Place place() const { return m_place; }
    [[nodiscard]] const Endpoint &endpoint() const { return m_connection->endpoint(); }
    [[nodiscard]] std::unique_ptr<Connection> release(IoLoop::Token newOwner)
    {
        m_owner.m_loop.handOver(m_token, newOwner);
        return std::exchange(m_connection, nullptr);
    }

    void onReady(std::uint32_t) override
    {
        if (m_connection->pump()) {
            watch();
        } else {
            m_owner.drop(m_place);
        }
    }
    void onDeadline() override { m_owner.drop(m_place); }

private:
    void watch()
    {
        m_owner.m_loop.watch(m_token, m_connection->descriptor(), m_connection->wantedEvents());
    }

    IdleConnections &m_owner;
    std::unique_ptr<Connection> m_connection;
    IoLoop::Token m_token;
    Place m_place;
};

IdleConnections::IdleConnections(IoLoop &loop, Limits limits) : m_loop(loop), m_limits(limits) {}

IdleConnections::~IdleConnections() = default;

std::unique_ptr<Connection> IdleConnections::take(const Endpoint &endpoint, IoLoop::Token newOwner)
{
    const auto candidates = m_byAddress.values(endpoint.address);
    for (Waiting *waiting : candidates) {
        if (waiting->endpoint() != endpoint) {
            continue;
        }
        std::unique_ptr<Connection> connection = waiting->release(newOwner);
        m_byAddress.remove(endpoint.address, waiting);
        m_waiting.erase(waiting->place());
        return connection;
    }
    return nullptr;
}

void IdleConnections::keep(std::unique_ptr<Connection> connection, IoLoop::Token formerOwner)
{
    if (m_limits.most == 0 || m_limits.idle <= std::chrono::milliseconds::zero() ||
        connection->isBroken()) {
        m_loop.unwatch(formerOwner, connection->descriptor() >= 0);
        return;
    }
    connection->setProgress([] {});
    const QString address = connection->endpoint().address;
    m_waiting.push_back(std::make_unique<Waiting>(*this, std::move(connection), formerOwner));
    m_waiting.back()->setPlace(std::prev(m_waiting.end()));
    m_byAddress.insert(address, m_waiting.back().get());
    if (m_waiting.size() > m_limits.most) {
        drop(m_waiting.begin());
    }
}

void IdleConnections::drop(Place place)
{
    m_byAddress.remove((*place)->endpoint().address, place->get());
    m_waiting.erase(place);
}

void IdleConnections::closeAll()
{
    m_byAddress.clear();
    m_waiting.clear();
}

} // namespace podium::ssh
