// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/ssh/session/commandtimer.h"
#include "core/ssh/session/connection.h"

#include <chrono>
#include <functional>
#include <optional>

namespace podium::ssh {

/// Follows a connection up to the end of its login: which step's limit runs, and how it waits for
/// the person's ssh agent. That is told where it lasts; and where the worker gives up meanwhile
/// (sshd drops a login after two minutes), that is no reason to give up the worker. Pure but for
/// the calls to the timer and to `tell`.
class LoginWatch final
{
public:
    using Moment = CommandTimer::Moment;
    /// An agent that needs nobody has answered long before.
    static constexpr std::chrono::milliseconds ShortMoment{700};
    /// In a row of many behind one key; a worker that always hangs up is left alone after that.
    static constexpr int MostAgain = 10;

    /// `timer` must outlive this.
    LoginWatch(CommandTimer &timer, std::function<void(AgentWait)> tell);

    /// After each step of a connection that is not Ready before it, and when next() has come.
    void look(const Connection &connection, Moment now);
    /// When to look again, whatever else happens or not.
    [[nodiscard]] std::optional<Moment> next() const;
    /// The connection has failed: true where the worker dropped it since the agent took its time,
    /// and another is to be made, for which the limits have begun anew.
    [[nodiscard]] bool beginsAgain(const Connection &failed, Moment now);

private:
    void tellOf(AgentWait wait);

    CommandTimer &m_timer;
    std::function<void(AgentWait)> m_tell;
    std::optional<Moment> m_waitsSince;
    AgentWait m_told = AgentWait::None;
    int m_again = 0;
};

} // namespace podium::ssh
