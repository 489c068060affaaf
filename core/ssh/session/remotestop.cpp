// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/ssh/session/remotestop.h"

#include <algorithm>
#include <utility>

namespace podium::ssh {

using namespace std::chrono_literals;

namespace {

constexpr auto KillLimit = 5s;      ///< from KILL to giving up
constexpr auto LingerLimit = 1s;    ///< from gone to the end of its output
constexpr auto SurvivorLimit = 10s; ///< from the end of its channel to giving up on the rest
constexpr auto AnswerLimit = 3s;    ///< for an answer after the end of its channel
constexpr auto SilenceLimit = 30s;  ///< for an answer: the line, or the worker, is dead
constexpr auto LongestLookPause = 500ms;

} // namespace

QByteArray RemoteStop::script(Reach reach)
{
    return groupScript(
        reach, "while read -r o; do [ -n \"$g\" ] || find; "
               "case $o in TERM|KILL) for i in $g; do kill -$o -$i; done;; esac; "
               "if [ -z \"$g\" ]; then echo podium none; "
               "elif look; then echo podium left; else echo podium gone; fi; done");
}

RemoteStop::RemoteStop(Connection &connection, CommandChannel &command, Reach reach)
    : m_connection(connection)
    , m_command(command)
    , m_reach(reach)
{}

void RemoteStop::order(StopKind kind, Clock::time_point now)
{
    if (m_control && kind == m_kind) {
        return;
    }
    if (m_kind == StopKind::Kill && m_control) {
        return; // nothing is firmer
    }
    m_kind = kind;
    if (!m_control) {
        m_control = m_connection.open(
            script(m_reach),
            [this](OutputStream stream, const char *data, std::size_t size) {
                if (stream == OutputStream::Out) {
                    handleOutput(data, size);
                }
            },
            std::nullopt);
    }
    m_isUnsignalled = true;
    send(kind == StopKind::Kill ? QByteArrayLiteral("KILL\n") : QByteArrayLiteral("TERM\n"));
    if (kind == StopKind::Kill) {
        m_giveUp = now + KillLimit;
    }
}

void RemoteStop::send(const QByteArray &line)
{
    m_control->write(line);
    ++m_ordersSent;
    m_nextLook.reset();
}

bool RemoteStop::wantsToWrite() const
{
    return m_control && m_control->wantsToWrite();
}

bool RemoteStop::isUnavailable() const
{
    const auto state = m_control->state();
    return state == CommandChannel::State::OpenDenied ||
           state == CommandChannel::State::ExecDenied || state == CommandChannel::State::Closed;
}

void RemoteStop::handleOutput(const char *data, std::size_t size)
{
    m_line.append(data, int(size));
    for (int end = m_line.indexOf('\n'); end >= 0; end = m_line.indexOf('\n')) {
        const QByteArray line = m_line.left(end);
        m_line.remove(0, end + 1);
        if (!line.startsWith("podium ")) {
            continue; // the account's start files talk
        }
        ++m_answers;
        m_answer = line.endsWith("gone")   ? Answer::Gone
                   : line.endsWith("left") ? Answer::Left
                                           : Answer::NothingThere;
        m_wasSignalled = m_wasSignalled || m_answer != Answer::NothingThere;
    }
    m_line = m_line.right(4096);
}

void RemoteStop::askWorkerToSignal()
{
    if (std::exchange(m_isUnsignalled, false)) {
        m_command.requestSignal(m_kind == StopKind::Kill ? "KILL" : "TERM");
    }
}

void RemoteStop::lookAgain(Clock::time_point now)
{
    if (m_answers < m_ordersSent || m_answer == Answer::Gone || isUnavailable()) {
        return;
    }
    if (!m_nextLook) {
        m_nextLook = now + m_lookPause;
        m_lookPause = std::min<std::chrono::milliseconds>(m_lookPause * 2, LongestLookPause);
    } else if (*m_nextLook <= now) {
        // Nothing was there to be signalled yet: the command may have been just starting.
        const bool isRepeat = m_answer == Answer::NothingThere;
        send(
            !isRepeat                  ? QByteArrayLiteral("LOOK\n")
            : m_kind == StopKind::Kill ? QByteArrayLiteral("KILL\n")
                                       : QByteArrayLiteral("TERM\n"));
    }
}

void RemoteStop::noteSilence(Clock::time_point now)
{
    const bool hasAnswered = std::exchange(m_answersNoted, m_answers) != m_answers;
    if (m_answers == m_ordersSent || isUnavailable()) {
        m_silentSince.reset();
    } else if (hasAnswered || !m_silentSince) {
        m_silentSince = now;
    }
}

RemoteStop::Verdict RemoteStop::step(Clock::time_point now)
{
    if (!m_control) {
        return Verdict::Going;
    }
    m_control->step();
    const bool hasEnded =
        m_command.state() == CommandChannel::State::Closed || m_command.isDenied();
    if (hasEnded && !m_commandEnd) {
        m_commandEnd = now;
        m_nextLook = now; // it is probably gone: look at once
    }
    if (m_answer == Answer::Gone && !m_goneSince) {
        m_goneSince = now;
    }
    if (isUnavailable()) {
        askWorkerToSignal();
    }
    lookAgain(now);
    m_control->step(); // sends what has just been written
    noteSilence(now);
    const Verdict verdict = judge(now);
    m_deadline.reset();
    for (const auto &moment :
         {m_nextLook, m_giveUp,
          m_silentSince ? std::optional(*m_silentSince + SilenceLimit) : std::nullopt,
          m_goneSince ? std::optional(*m_goneSince + LingerLimit) : std::nullopt,
          m_commandEnd ? std::optional(*m_commandEnd + AnswerLimit) : std::nullopt,
          m_commandEnd ? std::optional(*m_commandEnd + SurvivorLimit) : std::nullopt}) {
        if (moment && *moment > now && (!m_deadline || *moment < *m_deadline)) {
            m_deadline = moment;
        }
    }
    return verdict;
}

RemoteStop::Verdict RemoteStop::judge(Clock::time_point now)
{
    if ((m_giveUp && *m_giveUp <= now) || (m_silentSince && *m_silentSince + SilenceLimit <= now)) {
        return Verdict::NotGone;
    }
    if (m_goneSince && (m_commandEnd || *m_goneSince + LingerLimit <= now)) {
        return Verdict::Gone;
    }
    if (!m_commandEnd) {
        return Verdict::Going;
    }
    if (isUnavailable()) {
        return Verdict::NotGone;
    }
    if (m_control->state() == CommandChannel::State::Opening ||
        (m_answer == Answer::NothingThere && m_answers == m_ordersSent)) {
        return Verdict::NotNeeded;
    }
    if (m_answers < m_ordersSent) {
        return *m_commandEnd + AnswerLimit <= now ? Verdict::NotGone : Verdict::Going;
    }
    return *m_commandEnd + SurvivorLimit <= now ? Verdict::NotGone : Verdict::Going;
}

} // namespace podium::ssh
