// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/ssh/session/connection.h"
#include "core/ssh/session/remotegroup.h"

#include <QByteArray>

#include <chrono>
#include <memory>
#include <optional>

namespace podium::ssh {

/// Ends a running command on its worker and sees that it is gone.
///
/// A constant script in a second channel of the same connection finds its process group from beside
/// (remotegroup.h; nothing of the person's is ever part of it), reads orders from its stdin, one a
/// line (TERM, KILL, LOOK), and answers each with a line.
///
/// Where the worker gives no second channel (MaxSessions 1), it is asked to signal by itself;
/// then nothing can be seen, and the command does not count as gone.
class RemoteStop final
{
public:
    using Clock = std::chrono::steady_clock;
    enum class Verdict {
        Going,
        NotNeeded, ///< the command had ended by itself before it was told to
        Gone,      ///< seen to be gone
        NotGone,   ///< given up, or it cannot be seen
    };

    /// Both must outlive this. Does nothing before the first order.
    RemoteStop(Connection &connection, CommandChannel &command, Reach reach);

    /// TERM now; Kill: KILL now, and give up after a while. Polite waits for as long as the
    /// command takes to end, and the worker answers, if it can at all, what it is asked meanwhile.
    void order(StopKind kind, Clock::time_point now);
    /// Call when the session was pumped, and at deadline().
    Verdict step(Clock::time_point now);
    [[nodiscard]] std::optional<Clock::time_point> deadline() const { return m_deadline; }
    [[nodiscard]] bool wantsToWrite() const;
    /// After a broken connection.
    [[nodiscard]] bool wasSeenGone() const { return m_answer == Answer::Gone; }

    /// What runs on the worker; for tests.
    [[nodiscard]] static QByteArray script(Reach reach = Reach::LeftBehindToo);

private:
    enum class Answer { None, NothingThere, Left, Gone };
    void handleOutput(const char *data, std::size_t size);
    void send(const QByteArray &line);
    void askWorkerToSignal();
    void lookAgain(Clock::time_point now);
    void noteSilence(Clock::time_point now);
    [[nodiscard]] Verdict judge(Clock::time_point now);
    [[nodiscard]] bool isUnavailable() const;

    Connection &m_connection;
    CommandChannel &m_command;
    const Reach m_reach;
    std::unique_ptr<CommandChannel> m_control;
    StopKind m_kind = StopKind::Polite;
    bool m_isUnsignalled = false; ///< where the worker gives no second channel
    int m_ordersSent = 0;
    int m_answers = 0;
    int m_answersNoted = 0;
    bool m_wasSignalled = false;
    QByteArray m_line;
    Answer m_answer = Answer::None;
    std::optional<Clock::time_point> m_deadline;
    std::optional<Clock::time_point> m_giveUp;      ///< after KILL
    std::optional<Clock::time_point> m_silentSince; ///< while an answer is due
    std::optional<Clock::time_point> m_commandEnd;  ///< when its channel was closed
    std::optional<Clock::time_point> m_goneSince;
    std::optional<Clock::time_point> m_nextLook;
    std::chrono::milliseconds m_lookPause{50};
};

} // namespace podium::ssh
