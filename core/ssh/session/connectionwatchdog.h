// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/ssh/session/connection.h"
#include "core/ssh/transport.h"

#include <QByteArray>

#include <chrono>
#include <memory>
#include <optional>

namespace podium::ssh {

/// Sees to it that a command ends on its worker when we are not heard of any more: a second channel
/// of its connection, in which a constant script knows the command's process group (remotegroup.h)
/// and waits for a sign of life from here, again and again. Where none has come for the limit, or
/// the connection is gone, it ends the group, by TERM and five seconds later KILL. It ends itself
/// with the command, or when it is told that all is well.
///
/// The account on the worker needs coreutils' `timeout` and `head` for that.
class ConnectionWatchdog final
{
public:
    using Clock = std::chrono::steady_clock;

    /// `limit`: at least a second; 0: nothing is watched, ever.
    explicit ConnectionWatchdog(std::chrono::seconds limit) : m_limit(limit) {}

    /// Call when the session was pumped, and at deadline(). Begins with the command's first step
    /// that finds it running. The connection must outlive this, or close() be called before.
    void step(Connection &connection, const CommandChannel &command, Clock::time_point now);
    [[nodiscard]] const std::optional<Clock::time_point> &deadline() const { return m_nextSign; }
    [[nodiscard]] bool wantsToWrite() const { return m_channel && m_channel->wantsToWrite(); }
    /// All is well: the command is to be left alone from here on.
    void release();
    /// The worker has not taken that yet: the connection must not end before.
    [[nodiscard]] bool isLeaving() const { return m_isReleased && !hasEnded(); }
    /// The same as release(), and frees its channel, which must be done before another command uses
    /// the connection. False: that leaves something behind there.
    [[nodiscard]] bool close();

    /// The worker has found the command and waits.
    [[nodiscard]] bool isWatching() const { return m_isWatching; }
    /// Once, where nobody watches the command, which runs on, and nobody will: why.
    [[nodiscard]] std::optional<Unguarded> handleFailure(const CommandChannel &command);
    /// It had not heard of us, and has begun to end the command.
    [[nodiscard]] bool hasFired() const { return m_hasFired; }

    /// What runs on the worker; for tests.
    [[nodiscard]] static QByteArray script();

private:
    void handleOutput(const char *data, std::size_t size);
    void handleLine(const QByteArray &line);
    void begin(Connection &connection);
    [[nodiscard]] bool hasEnded() const;

    const std::chrono::seconds m_limit;
    std::unique_ptr<CommandChannel> m_channel;
    std::optional<Clock::time_point> m_nextSign;
    QByteArray m_line;
    bool m_isWatching = false;
    bool m_hasFired = false;
    Unguarded::Why m_whyNot = Unguarded::Why::NotStarted;
    bool m_isFailureTaken = false;
    bool m_isReleased = false;
};

} // namespace podium::ssh
