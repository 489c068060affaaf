// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/ssh/session/loginwatch.h"

#include <utility>
#include <variant>

namespace podium::ssh {

namespace {

CommandTimer::Step stepOf(const Connection &connection)
{
    switch (connection.state()) {
    case Connection::State::Connecting:
    case Connection::State::Failed:
        break;
    case Connection::State::KeyExchange:
        return connection.hasBanner() ? CommandTimer::Step::KeyExchange
                                      : CommandTimer::Step::Banner;
    case Connection::State::Login:
    case Connection::State::Ready:
        return CommandTimer::Step::Login;
    }
    return CommandTimer::Step::Tcp;
}

} // namespace

LoginWatch::LoginWatch(CommandTimer &timer, std::function<void(AgentWait)> tell)
    : m_timer(timer)
    , m_tell(std::move(tell))
{}

void LoginWatch::look(const Connection &connection, Moment now)
{
    m_timer.enter(stepOf(connection), now);
    const AgentWait wait = connection.agentWait();
    if (wait == AgentWait::None) {
        m_timer.endAgentWait(now);
        m_waitsSince.reset();
        return tellOf(wait);
    }
    m_timer.waitForAgent(connection.agentLastAnswered(), now);
    m_waitsSince = m_waitsSince.value_or(now);
    if (*m_waitsSince + ShortMoment <= now) {
        tellOf(wait);
    }
}

void LoginWatch::tellOf(AgentWait wait)
{
    if (std::exchange(m_told, wait) != wait) {
        m_tell(wait);
    }
}

std::optional<LoginWatch::Moment> LoginWatch::next() const
{
    return m_waitsSince && m_told == AgentWait::None ? std::optional(*m_waitsSince + ShortMoment)
                                                     : std::nullopt;
}

bool LoginWatch::beginsAgain(const Connection &failed, Moment now)
{
    // One that hangs up at once would do so again at once.
    if (m_told == AgentWait::None || m_again == MostAgain ||
        !std::holds_alternative<Unreachable>(failed.failure())) {
        return false;
    }
    ++m_again;
    m_waitsSince.reset();
    m_timer.connectAgain(now);
    tellOf(AgentWait::None);
    return true;
}

} // namespace podium::ssh
