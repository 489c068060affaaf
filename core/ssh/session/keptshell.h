// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/ssh/session/connection.h"

#include <QByteArray>
#include <QByteArrayList>

#include <chrono>
#include <memory>
#include <optional>

namespace podium::ssh {

/// A shell on a worker that stays, in a channel of its connection, for the texts of
/// CommandOptions::keptShell: who is asked every few seconds starts a login shell, sudo and a shell
/// once, not each time. On the connection's I/O thread.
///
/// It reads commands from its stdin, as any `sh -s` does. There each text becomes a function, once,
/// and runs in a subshell without stdin. A line before and behind it, with a number that nobody on
/// the worker can know before, tells where its output begins and ends, and its status.
///
/// Ends with its channel: no process of it stays on the worker.
class KeptShell final
{
public:
    using Clock = std::chrono::steady_clock;
    static constexpr std::chrono::seconds LongestIdle{60};
    /// Then a new one is started: what sudo allows is asked again.
    static constexpr std::chrono::minutes LongestLife{10};

    /// `connection` is ready, and must outlive this.
    KeptShell(Connection &connection, QByteArray command, Clock::time_point now);
    ~KeptShell();
    KeptShell(const KeptShell &) = delete;
    KeptShell &operator=(const KeptShell &) = delete;

    /// It was started by this command, and may run one more text.
    [[nodiscard]] bool serves(const QByteArray &command, Clock::time_point now) const;
    /// Runs a text; only where none runs. Running from the moment that the worker begins with it.
    /// Whose channel is freed before it is Closed leaves a shell that serves nobody any more.
    [[nodiscard]] std::unique_ptr<CommandChannel>
    run(const QByteArray &text, CommandChannel::Output output);
    /// Call when the connection was pumped. False: it serves nobody any more.
    [[nodiscard]] bool step();

    /// What it is told first, for tests.
    [[nodiscard]] static QByteArray prelude();
    /// What it is told to run a text that it has as this function, for tests.
    [[nodiscard]] static QByteArray order(int function, const QByteArray &mark);
    [[nodiscard]] static QByteArray definition(int function, const QByteArray &text);

private:
    class RunningText;
    void handleOutput(OutputStream stream, const char *data, std::size_t size);
    [[nodiscard]] int functionOf(const QByteArray &text);

    const QByteArray m_command;
    const Clock::time_point m_startedAt;
    std::unique_ptr<CommandChannel> m_channel;
    QByteArrayList m_texts; ///< that it has; their places are the functions' numbers
    RunningText *m_running = nullptr;
    bool m_isSpoilt = false; ///< it has said something unasked, or was left in the middle of a text
};

} // namespace podium::ssh
