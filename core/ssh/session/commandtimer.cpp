// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/ssh/session/commandtimer.h"

#include <algorithm>

namespace podium::ssh {

namespace {

using Milliseconds = std::chrono::milliseconds;

std::optional<CommandTimer::Moment> after(CommandTimer::Moment start, Milliseconds limit)
{
    return limit > Milliseconds::zero() ? std::optional(start + limit) : std::nullopt;
}

} // namespace

std::optional<std::chrono::steady_clock::time_point>
earliest(std::initializer_list<std::optional<std::chrono::steady_clock::time_point>> moments)
{
    const auto *first =
        std::min_element(moments.begin(), moments.end(), [](const auto &a, const auto &b) {
            return a && (!b || *a < *b);
        });
    return *first;
}

void CommandTimer::start(Moment now)
{
    m_start = now;
    m_connectStart = now;
    m_step = Step::Tcp;
    m_stepStart = now;
    m_lastOutput = now;
}

void CommandTimer::enter(Step step, Moment now)
{
    if (step != m_step) {
        m_step = step;
        m_stepStart = now;
        m_lastOutput = now;
    }
}

void CommandTimer::noteOutput(Moment now)
{
    m_hasOutput = true;
    m_lastOutput = now;
}

void CommandTimer::waitForAgent(Moment lastAnswered, Moment now)
{
    m_pauseStart = m_pauseStart.value_or(now);
    m_agentSince = std::max(m_agentSince.value_or(now), lastAnswered);
}

void CommandTimer::endAgentWait(Moment now)
{
    if (m_pauseStart) {
        m_connectStart += now - *m_pauseStart;
        m_stepStart += now - *m_pauseStart;
        m_pauseStart.reset();
        m_agentSince.reset();
    }
}

void CommandTimer::connectAgain(Moment now)
{
    m_pauseStart.reset();
    m_connectStart = now;
    m_step = Step::Tcp;
    m_stepStart = now;
}

void CommandTimer::setReaderIsSlow(bool isSlow, Moment now)
{
    if (m_isReaderSlow && !isSlow) {
        m_lastOutput = now;
    }
    m_isReaderSlow = isSlow;
}

Phase CommandTimer::phase() const
{
    switch (m_step) {
    case Step::Tcp:
        return Phase::Connecting;
    case Step::Banner:
    case Step::KeyExchange:
        return Phase::KeyExchange;
    case Step::Login:
        return Phase::Login;
    case Step::Running:
        break;
    }
    return Phase::Running;
}

CommandTimer::Limit CommandTimer::ofConnecting() const
{
    if (m_step == Step::Running || m_pauseStart) {
        return {};
    }
    return {m_connectStart + m_request.connectLimit, {phase(), Silence::None}};
}

CommandTimer::Limit CommandTimer::ofStep() const
{
    if (m_pauseStart) {
        return {};
    }
    const PhaseLimits &limits = m_request.phaseLimits;
    switch (m_step) {
    case Step::Tcp:
        return {after(m_stepStart, limits.tcp), {phase(), Silence::None}};
    case Step::Banner:
        return {after(m_stepStart, limits.banner), {phase(), Silence::NoBanner}};
    case Step::KeyExchange:
        return {after(m_stepStart, limits.keyExchange), {phase(), Silence::None}};
    case Step::Login:
        return {after(m_stepStart, limits.login), {phase(), Silence::None}};
    case Step::Running:
        break;
    }
    return {};
}

CommandTimer::Limit CommandTimer::ofAgent() const
{
    if (!m_pauseStart) {
        return {};
    }
    return {after(*m_agentSince, m_request.agentLimit), {phase(), Silence::None}};
}

CommandTimer::Limit CommandTimer::ofSilence() const
{
    if (m_step != Step::Running || m_isReaderSlow) {
        return {};
    }
    if (!m_hasOutput && m_request.firstOutputLimit > Milliseconds::zero()) {
        return {after(m_stepStart, m_request.firstOutputLimit), {phase(), Silence::NoFirstOutput}};
    }
    return {after(m_lastOutput, m_request.idleLimit), {phase(), Silence::NoMoreOutput}};
}

CommandTimer::Limit CommandTimer::ofAll() const
{
    return m_isTotalLifted ? Limit{}
                           : Limit{after(m_start, m_request.totalLimit), {phase(), Silence::None}};
}

std::optional<TimedOut> CommandTimer::passed(Moment now) const
{
    for (const Limit &limit : {ofStep(), ofConnecting(), ofAgent(), ofSilence(), ofAll()}) {
        if (limit.end && *limit.end <= now) {
            return limit.what;
        }
    }
    return std::nullopt;
}

std::optional<CommandTimer::Moment> CommandTimer::next() const
{
    std::optional<Moment> next;
    for (const Limit &limit : {ofStep(), ofConnecting(), ofAgent(), ofSilence(), ofAll()}) {
        if (limit.end && (!next || *limit.end < *next)) {
            next = limit.end;
        }
    }
    return next;
}

} // namespace podium::ssh
