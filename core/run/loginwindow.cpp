// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/run/loginwindow.h"

#include <algorithm>
#include <utility>

namespace podium::run {

namespace {

/// Nothing is looked at so seldom; the machine slept, or the clock was set.
constexpr qint64 LongestLookMs = 5000;
constexpr qint64 LookMs = 250;
/// At least: logins that were begun before it shrank tell of the time before.
constexpr qint64 RoundMs = 1000;
constexpr double Busy = 0.75;

} // namespace

int loginsFor(int processors)
{
    constexpr int ForEach = 16;
    return std::clamp(processors * ForEach, 32, 128);
}

LoginWindow::LoginWindow(int processors, std::chrono::milliseconds limit)
    : m_usual(loginsFor(processors))
    , m_first(m_usual / 2)
    , m_longestMs(double(limit.count()))
    , m_window(m_first)
    , m_paced(m_first)
{}

void LoginWindow::started(int slot, int group, qint64 nowMs)
{
    passTo(nowMs);
    m_logins[slot] = {.startedMs = *m_nowMs, .silentMs = *m_nowMs, .group = group};
}

void LoginWindow::advanced(int slot, qint64 nowMs)
{
    passTo(nowMs);
    const auto found = m_logins.find(slot);
    if (found == m_logins.end()) {
        return;
    }
    // What has begun goes on, so that for one answer two begin: twice as many with each round trip.
    if (!std::exchange(found->second.isAnswered, true) && m_window < m_slowFrom) {
        grow(2);
    }
}

void LoginWindow::loggedIn(int slot, qint64 nowMs)
{
    passTo(nowMs);
    const auto found = m_logins.find(slot);
    if (found == m_logins.end()) {
        return;
    }
    measure(found->second);
    waitsForAgent(slot, false);
    m_logins.erase(found);
    if (m_window >= m_slowFrom) {
        grow(1 / m_window);
    }
}

void LoginWindow::ended(int slot, End how, qint64 nowMs)
{
    passTo(nowMs);
    waitsForAgent(slot, false);
    const double inProgress = double(m_logins.size());
    if (m_logins.erase(slot) > 0 && how == End::TurnedAway) {
        shrinkTo(std::min(m_window, inProgress) / 2);
    }
}

void LoginWindow::waitsForAgent(int slot, bool waits)
{
    const auto found = m_logins.find(slot);
    if (found != m_logins.end() && std::exchange(found->second.waitsForAgent, waits) != waits) {
        m_waitingForAgent += waits ? 1 : -1;
        found->second.isMeasured = false;
    }
}

/// The time of one that needed no login, slept, or waited for a person would say nothing.
void LoginWindow::measure(const Login &login)
{
    if (!login.isAnswered || !login.isMeasured) {
        return;
    }
    const double took = double(std::max<qint64>(1, *m_nowMs - login.startedMs));
    m_shortestMs.resize(std::max(m_shortestMs.size(), std::size_t(login.group) + 1));
    double &shortest = m_shortestMs[std::size_t(login.group)];
    shortest = shortest == 0 ? took : std::min(shortest, took);
    m_slowdown += (took / shortest - m_slowdown) / 8;
    m_tookMs = took;
    // Soon some would take too long; or most only wait.
    if ((m_longestMs > 0 && took > m_longestMs / 2) || queued() > 2 * m_usual) {
        shrinkTo(std::max(m_first, m_window * 3 / 4));
    }
}

/// What is in progress beyond that which the shortest time needs stands in a queue somewhere, as
/// TCP Vegas reckons.
double LoginWindow::queued() const
{
    return m_slowdown > 2 ? m_window * (1 - 1 / m_slowdown) : 0;
}

/// Whether more would only wait for each other.
bool LoginWindow::isFull() const
{
    const bool isMoreThanUsual = m_window >= m_usual;
    return m_busy > Busy || (isMoreThanUsual && (m_waitingForAgent > 0 || queued() > m_usual));
}

void LoginWindow::grow(double by)
{
    if (!isFull()) {
        m_window = std::min(m_window + by, double(Most));
    }
}

void LoginWindow::shrinkTo(double size)
{
    const double round = std::max(double(RoundMs), m_tookMs);
    if (double(*m_nowMs - m_shrunkMs) < round && m_slowFrom < Most) {
        return;
    }
    m_shrunkMs = *m_nowMs;
    m_window = std::max(1.0, size);
    m_slowFrom = m_window;
}

void LoginWindow::passTo(qint64 nowMs)
{
    const qint64 passed = m_nowMs ? nowMs - *m_nowMs : 0;
    if (passed > LongestLookMs) {
        for (auto &[slot, login] : m_logins) {
            login.isMeasured = false;
            login.silentMs = nowMs;
        }
    } else if (passed > 0) {
        m_paced = std::min(m_paced + double(passed) / MsForEach, double(Most));
    }
    m_nowMs = m_nowMs ? std::max(nowMs, *m_nowMs) : nowMs;
}

int LoginWindow::size(qint64 nowMs)
{
    passTo(nowMs);
    int silent = 0;
    for (const auto &[slot, login] : m_logins) {
        silent += !login.isAnswered && *m_nowMs - login.silentMs > SilentAfterMs ? 1 : 0;
    }
    return std::clamp(int(std::min(m_window, m_paced)) + silent, 1, Most);
}

qint64 LoginWindow::nextLookMs() const
{
    constexpr qint64 frame = 16;
    return m_paced < m_window ? frame : LookMs;
}

} // namespace podium::run
