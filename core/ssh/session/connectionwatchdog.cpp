// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/ssh/session/connectionwatchdog.h"

#include "core/ssh/session/remotegroup.h"

#include <utility>

namespace podium::ssh {

namespace {

/// So many signs of life in the time after which the worker would end the command.
constexpr int SignsALimit = 4;

} // namespace

/// The limit comes first, in a line; then a letter for each sign of life, q for the last one. They
/// are read byte by byte, so that none is lost with what reads it.
QByteArray ConnectionWatchdog::script()
{
    // With the connection goes who would read what it says: that must not end it (PIPE, HUP).
    // busybox's timeout knows no --foreground, and needs none.
    return groupScript(
        Reach::Running,
        "trap \"\" HUP PIPE; read -r limit; [ \"$limit\" -gt 0 ] || exit 1; "
        "t=; for i in \"timeout --foreground\" timeout; do "
        "[ -z \"$t\" ] && [ \"$(echo b | $i 9 head -c 1)\" = b ] && t=$i; done; "
        "[ -n \"$t\" ] || { echo podium has no timeout; exit 1; }; "
        "for i in 1 2 3; do [ -n \"$g\" ] || { [ $i = 1 ] || sleep 1; find; }; done; "
        "[ -n \"$g\" ] || { echo podium finds no command; exit 1; }; "
        "echo podium watches; "
        "while look; do o=$($t $limit head -c 1); case $o in "
        "b) ;; "
        "q) exit 0;; "
        "*) echo podium ends; for i in $g; do kill -TERM -$i; done; "
        "for i in 1 2 3 4 5; do look && sleep 1; done; "
        "for i in $g; do kill -KILL -$i; done;; "
        "esac; done");
}

void ConnectionWatchdog::begin(Connection &connection)
{
    m_channel = connection.open(
        script(),
        [this](OutputStream stream, const char *data, std::size_t size) {
            if (stream == OutputStream::Out) {
                handleOutput(data, size);
            }
        },
        std::nullopt);
    m_channel->write(QByteArray::number(qint64(m_limit.count())) + '\n');
}

void ConnectionWatchdog::handleOutput(const char *data, std::size_t size)
{
    m_line.append(data, int(size));
    for (int end = m_line.indexOf('\n'); end >= 0; end = m_line.indexOf('\n')) {
        handleLine(m_line.left(end));
        m_line.remove(0, end + 1);
    }
    m_line = m_line.right(4096);
}

/// Start files talk too.
void ConnectionWatchdog::handleLine(const QByteArray &line)
{
    if (line == "podium watches") {
        m_isWatching = true;
    } else if (line == "podium ends") {
        m_hasFired = true;
    } else if (line == "podium has no timeout") {
        m_whyNot = Unguarded::Why::NoTimeout;
    } else if (line == "podium finds no command") {
        m_whyNot = Unguarded::Why::CommandNotFound;
    }
}

void ConnectionWatchdog::step(
    Connection &connection, const CommandChannel &command, Clock::time_point now)
{
    const bool isWanted = m_limit.count() > 0 && !m_isReleased;
    if (isWanted && !m_channel && command.state() == CommandChannel::State::Running) {
        begin(connection);
    }
    if (!m_channel) {
        return;
    }
    if (isWanted && (!m_nextSign || *m_nextSign <= now)) {
        m_channel->write("b");
        m_nextSign = now + std::chrono::milliseconds(m_limit) / SignsALimit;
    }
    m_channel->step();
}

std::optional<Unguarded> ConnectionWatchdog::handleFailure(const CommandChannel &command)
{
    const bool hasFailed = m_channel && hasEnded() && !m_isWatching && !m_isReleased &&
                           command.state() == CommandChannel::State::Running;
    if (!hasFailed || std::exchange(m_isFailureTaken, true)) {
        return std::nullopt;
    }
    return Unguarded{m_channel->isDenied() ? Unguarded::Why::NoSecondSession : m_whyNot};
}

void ConnectionWatchdog::release()
{
    m_nextSign.reset();
    if (!std::exchange(m_isReleased, true) && m_channel) {
        m_channel->write("q");
        m_channel->step();
    }
}

bool ConnectionWatchdog::hasEnded() const
{
    return !m_channel || m_channel->isDenied() ||
           m_channel->state() == CommandChannel::State::Closed;
}

bool ConnectionWatchdog::close()
{
    release();
    // Where the worker opens it only later, it would stay open.
    const bool isClean =
        hasEnded() || (m_channel->state() == CommandChannel::State::Running && !wantsToWrite());
    m_channel.reset();
    return isClean;
}

} // namespace podium::ssh
