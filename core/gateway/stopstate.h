// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/ssh/transport.h"

#include <optional>

namespace podium::gateway {

/// Of a command that is stopped by another one, which looks whether it is gone: when it has ended,
/// and how. Each of its endings is told once, by whichever function returns it. Pure.
class StopState final
{
public:
    void begin() { m_hasBegun = true; }
    [[nodiscard]] bool hasBegun() const { return m_hasBegun; }
    /// It is to stop; a stop by KILL ends it here whether it is gone or not.
    [[nodiscard]] std::optional<ssh::Ending> stop(ssh::StopKind kind);
    /// What is told of a stop from here on is that its time was over. False: somebody had stopped
    /// it before.
    [[nodiscard]] bool endTime();
    [[nodiscard]] bool isStopping() const { return m_kind.has_value(); }

    /// Whether the other command has to be sent: TERM or KILL.
    [[nodiscard]] bool needsStop(ssh::StopKind kind) const
    {
        return m_hasBegun && m_kind == kind && !m_isAsked;
    }
    void stopSent() { m_isAsked = true, ++m_underWay; }
    [[nodiscard]] std::optional<ssh::Ending> onAnswer(bool isGone);
    [[nodiscard]] std::optional<ssh::Ending> onEnding(const ssh::Ending &ending);

private:
    [[nodiscard]] ssh::Ending stopped(bool isGone) const;

    bool m_hasBegun = false;
    bool m_isTimedOut = false;
    std::optional<ssh::StopKind> m_kind;
    bool m_isAsked = false;  ///< a stop of this kind was sent
    int m_underWay = 0;      ///< stops without an answer
    bool m_isGone = false;   ///< as the last answer says
    bool m_hasEnded = false; ///< by itself, while it was to stop: what it has left may still run
};

} // namespace podium::gateway
