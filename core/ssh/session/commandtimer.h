// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/ssh/transport.h"

#include <chrono>
#include <initializer_list>
#include <optional>

namespace podium::ssh {

/// Of those that there are.
[[nodiscard]] std::optional<std::chrono::steady_clock::time_point>
earliest(std::initializer_list<std::optional<std::chrono::steady_clock::time_point>> moments);

/// The limits of one command: which of them has passed, and when the next one will. Pure: the
/// owner says what happens and when.
class CommandTimer final
{
public:
    using Clock = std::chrono::steady_clock;
    using Moment = Clock::time_point;
    enum class Step { Tcp, Banner, KeyExchange, Login, Running };

    /// `request` must outlive this.
    explicit CommandTimer(const CommandRequest &request) : m_request(request) {}

    void start(Moment now);
    /// Steps may be skipped, and come again where a connection is replaced; each time anew.
    void enter(Step step, Moment now);
    [[nodiscard]] Phase phase() const; ///< of the step
    void noteOutput(Moment now);
    /// The login waits for the person's agent, which last answered anybody then. Not the worker's
    /// time: its limits stand still, and the agent's runs.
    void waitForAgent(Moment lastAnswered, Moment now);
    void endAgentWait(Moment now); ///< it has answered; fine where it was not waited for
    /// The worker did not wait as long: all limits of the login anew, but not the agent's.
    void connectAgain(Moment now);
    /// While nobody takes the output, its silence is not the worker's.
    void setReaderIsSlow(bool isSlow, Moment now);

    void liftTotal() { m_isTotalLifted = true; }

    /// The first limit that has passed.
    [[nodiscard]] std::optional<TimedOut> passed(Moment now) const;
    /// When to ask again; none: no limit is running.
    [[nodiscard]] std::optional<Moment> next() const;

private:
    struct Limit
    {
        std::optional<Moment> end;
        TimedOut what;
    };
    [[nodiscard]] Limit ofConnecting() const;
    [[nodiscard]] Limit ofStep() const;
    [[nodiscard]] Limit ofAgent() const;
    [[nodiscard]] Limit ofSilence() const;
    [[nodiscard]] Limit ofAll() const;

    const CommandRequest &m_request;
    Moment m_start;
    Moment m_connectStart;
    Moment m_stepStart;
    std::optional<Moment> m_pauseStart; ///< while the login waits for the agent
    std::optional<Moment> m_agentSince; ///< nothing from the agent; goes on where it connects again
    Moment m_lastOutput;
    Step m_step = Step::Tcp;
    bool m_hasOutput = false;
    bool m_isReaderSlow = false;
    bool m_isTotalLifted = false;
};

} // namespace podium::ssh
