// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QtGlobal>

#include <chrono>
#include <optional>
#include <unordered_map>
#include <vector>

namespace podium::run {

/// How many logins at once fit a machine with so many processors, wherever its workers are: each
/// takes about a millisecond of one, and else waits for the worker. Pure.
[[nodiscard]] int loginsFor(int processors);

/// How many logins of a run may be in progress, by what they show: few at first, more with each
/// that is answered, as TCP's slow start does, for as long as more help. What stops it: this
/// process's own CPU, logins that take longer the more there are, workers that turn them away
/// before a word (sshd's MaxStartups), and an agent that signs one after the other. Who never
/// answers stops nothing: after a while its login is not counted. Pure; times are in milliseconds
/// of a clock that should not go back, and may jump.
class LoginWindow final
{
public:
    /// Whatever is measured: descriptors are finite.
    static constexpr int Most = 512;
    /// A login that nobody has answered for so long is not counted.
    static constexpr qint64 SilentAfterMs = 2000;
    /// A new one each, at most, beyond those at first: routers at home drop a burst.
    static constexpr qint64 MsForEach = 2;

    /// `limit`: how long a login may take; 0: for ever.
    LoginWindow(int processors, std::chrono::milliseconds limit);

    /// `group`: workers of one are about as far away, from 0 on.
    void started(int slot, int group, qint64 nowMs);
    /// A step is done: the worker answers.
    void advanced(int slot, qint64 nowMs);
    void loggedIn(int slot, qint64 nowMs);
    /// Before it was logged in, and why; Other: whatever says nothing of too many at once.
    enum class End { TurnedAway, Other };
    void ended(int slot, End how, qint64 nowMs);
    void waitsForAgent(int slot, bool waits);
    /// What this process took of all processors lately, 0 to 1.
    void setBusy(double share) { m_busy = share; }

    /// So many logins may be in progress now.
    [[nodiscard]] int size(qint64 nowMs);
    /// In so many milliseconds it may have grown though nothing happens.
    [[nodiscard]] qint64 nextLookMs() const;

private:
    struct Login
    {
        qint64 startedMs = 0;
        qint64 silentMs = 0; ///< since then
        int group = 0;
        bool isAnswered = false;
        bool isMeasured = true; ///< its time tells of the way to the worker
        bool waitsForAgent = false;
    };
    void passTo(qint64 nowMs);
    void measure(const Login &login);
    void grow(double by);
    void shrinkTo(double size);
    [[nodiscard]] double queued() const;
    [[nodiscard]] bool isFull() const;

    const double m_usual; ///< up to here there is no queue to speak of
    const double m_first;
    const double m_longestMs;
    double m_window;
    double m_slowFrom = Most; ///< from here on it grows by one a round
    double m_paced;           ///< what the pace allows
    double m_busy = 0;
    std::vector<double> m_shortestMs; ///< login of a group; 0: none yet
    double m_tookMs = 0;              ///< the last login
    double m_slowdown = 1;            ///< of the last logins, against those
    std::unordered_map<int, Login> m_logins;
    std::optional<qint64> m_nowMs;
    qint64 m_shrunkMs = 0;
    int m_waitingForAgent = 0;
};

} // namespace podium::run
