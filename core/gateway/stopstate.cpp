// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/gateway/stopstate.h"

namespace podium::gateway {

ssh::Ending StopState::stopped(bool isGone) const
{
    if (m_isTimedOut) {
        return m_hasBegun ? ssh::TimedOut{ssh::Phase::Running, ssh::Silence::None, isGone}
                          : ssh::TimedOut{ssh::Phase::Login, ssh::Silence::None};
    }
    return ssh::Stopped{isGone};
}

bool StopState::endTime()
{
    m_isTimedOut = m_isTimedOut || !isStopping();
    return m_isTimedOut;
}

std::optional<ssh::Ending> StopState::stop(ssh::StopKind kind)
{
    m_isAsked = m_isAsked && m_kind == kind;
    m_kind = kind;
    if (kind == ssh::StopKind::Kill && !m_hasBegun) {
        return stopped(false); // its login is under way
    }
    return std::nullopt;
}

std::optional<ssh::Ending> StopState::onAnswer(bool isGone)
{
    --m_underWay;
    m_isGone = isGone;
    if (m_hasEnded || (m_kind == ssh::StopKind::Kill && m_underWay == 0)) {
        return stopped(isGone);
    }
    return std::nullopt;
}

std::optional<ssh::Ending> StopState::onEnding(const ssh::Ending &ending)
{
    const bool wasRun = !std::holds_alternative<ssh::Unreachable>(ending) &&
                        !std::holds_alternative<ssh::Refused>(ending);
    if (!isStopping() || !wasRun) {
        return ending;
    }
    if (!m_hasBegun) {
        const auto *early = std::get_if<ssh::Stopped>(&ending);
        return stopped(early && early->gone);
    }
    if (m_isGone) {
        return stopped(true);
    }
    m_hasEnded = true;
    if (m_underWay == 0) {
        m_isAsked = false; // it was still there then: look again
    }
    return std::nullopt;
}

} // namespace podium::gateway
