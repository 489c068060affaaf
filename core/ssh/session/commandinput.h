// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/ssh/session/commandchannel.h"
#include "core/ssh/transport.h"

#include <QByteArray>

#include <atomic>
#include <memory>
#include <optional>

namespace podium::ssh {

/// What one command is given: its input, what is typed while it runs, the size of its terminal.
/// Keeps what is typed until the command has been sent, since the channel for it may have to be
/// opened once more on another connection. On the session's I/O thread.
class CommandInput final
{
public:
    /// How many typed bytes the worker has taken; written here, read on the transport's thread.
    using Taken = std::shared_ptr<std::atomic<qint64>>;

    static constexpr int LongestCommand = 128 * 1024 - 1; ///< MAX_ARG_STRLEN of Linux, less the NUL
    [[nodiscard]] static bool canBeSent(const CommandRequest &request);

    CommandInput(const CommandRequest &request, Taken taken);

    /// A channel for the command, which has just been made with terminal().
    void giveTo(CommandChannel &channel);
    [[nodiscard]] std::optional<TerminalSize> terminal() const { return m_terminal; }

    /// `channel`: null before there is one.
    void write(CommandChannel *channel, const QByteArray &bytes);
    void end(CommandChannel *channel);
    void resize(CommandChannel *channel, TerminalSize size);
    /// Call when the channel has had its step.
    void noteTaken(const CommandChannel &channel);

private:
    const QByteArray m_input;
    QByteArray m_typed; ///< before the command was sent
    std::optional<TerminalSize> m_terminal;
    bool m_hasEnded = false;
    Taken m_taken;
};

} // namespace podium::ssh
