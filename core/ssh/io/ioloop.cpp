// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/ssh/io/ioloop.h"

#include <algorithm>
#include <array>
#include <csignal>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

namespace podium::ssh {

namespace {

constexpr IoLoop::Token WakeToken = 0;
constexpr std::size_t EventsAtOnce = 64;

void blockSignals()
{
    // Signals are for the main thread; SIGPIPE must not end the process either.
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, nullptr);
}

} // namespace

IoInbox::IoInbox() : m_wakeFd(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {}

IoInbox::~IoInbox()
{
    ::close(m_wakeFd);
}

void IoInbox::post(std::function<void()> task)
{
    {
        const std::lock_guard lock(m_mutex);
        if (m_isClosed) {
            return;
        }
        m_tasks.push_back(std::move(task));
        if (m_tasks.size() > 1) {
            return; // woken for the first of them
        }
    }
    wake();
}

void IoInbox::wake()
{
    const std::uint64_t one = 1;
    [[maybe_unused]] const ssize_t written = ::write(m_wakeFd, &one, sizeof one);
}

void IoInbox::close()
{
    std::vector<std::function<void()>> dropped;
    const std::lock_guard lock(m_mutex);
    m_isClosed = true;
    dropped.swap(m_tasks);
}

std::vector<std::function<void()>> IoInbox::take()
{
    std::uint64_t count = 0;
    [[maybe_unused]] const ssize_t got = ::read(m_wakeFd, &count, sizeof count);
    std::vector<std::function<void()>> tasks;
    const std::lock_guard lock(m_mutex);
    tasks.swap(m_tasks);
    return tasks;
}

IoLoop::IoLoop(Now busyClock)
    : m_busyClock(std::move(busyClock))
    , m_inbox(std::make_shared<IoInbox>())
    , m_epoll(::epoll_create1(EPOLL_CLOEXEC))
{
    epoll_event event = {};
    event.events = EPOLLIN;
    event.data.u64 = WakeToken;
    ::epoll_ctl(m_epoll, EPOLL_CTL_ADD, m_inbox->wakeFd(), &event);
}

IoLoop::~IoLoop()
{
    stop();
    ::close(m_epoll);
}

void IoLoop::start()
{
    m_thread = std::thread([this] {
        blockSignals();
        run();
    });
}

void IoLoop::stopSoon()
{
    m_isStopping = true;
    m_inbox->wake();
}

void IoLoop::stop()
{
    stopSoon();
    if (m_thread.joinable()) {
        m_thread.join();
    }
    m_inbox->close();
}

IoLoop::Token IoLoop::add(IoClient *client)
{
    m_clients[++m_lastToken].client = client;
    return m_lastToken;
}

void IoLoop::remove(Token token)
{
    setDeadline(token, std::nullopt);
    unwatch(token);
    hold(token, false);
    m_clients.erase(token);
}

void IoLoop::watch(Token token, int fd, std::uint32_t events)
{
    Entry &entry = m_clients.at(token);
    if (entry.fd == fd && entry.events == events) {
        return;
    }
    if (entry.fd >= 0 && entry.fd != fd) {
        unwatch(token);
    }
    epoll_event event = {};
    event.events = events;
    event.data.u64 = token;
    ::epoll_ctl(m_epoll, entry.fd == fd ? EPOLL_CTL_MOD : EPOLL_CTL_ADD, fd, &event);
    entry.fd = fd;
    entry.events = events;
}

void IoLoop::unwatch(Token token, bool isOpen)
{
    const auto found = m_clients.find(token);
    if (found == m_clients.end() || found->second.fd < 0) {
        return;
    }
    // A closed descriptor has left the epoll by itself, and its number may be another's by now.
    if (isOpen) {
        ::epoll_ctl(m_epoll, EPOLL_CTL_DEL, found->second.fd, nullptr);
    }
    found->second.fd = -1;
    found->second.events = 0;
}

void IoLoop::handOver(Token from, Token to)
{
    Entry &before = m_clients.at(from);
    if (before.fd < 0) {
        return;
    }
    epoll_event event = {};
    event.events = before.events;
    event.data.u64 = to;
    ::epoll_ctl(m_epoll, EPOLL_CTL_MOD, before.fd, &event);
    Entry &after = m_clients.at(to);
    after.fd = std::exchange(before.fd, -1);
    after.events = std::exchange(before.events, 0);
}

void IoLoop::hold(Token token, bool holds)
{
    if (holds) {
        m_holding.insert(token);
    } else if (!m_holding.empty()) {
        m_holding.erase(token);
    }
}

void IoLoop::setDeadline(Token token, std::optional<Clock::time_point> when)
{
    const auto found = m_clients.find(token);
    if (found == m_clients.end() || found->second.deadline == when) {
        return;
    }
    if (found->second.deadline) {
        m_deadlines.erase({*found->second.deadline, token});
    }
    found->second.deadline = when;
    if (when) {
        m_deadlines.insert({*when, token});
    }
}

int IoLoop::waitMs() const
{
    if (m_deadlines.empty() && !m_holdsUntil) {
        return -1;
    }
    auto next = m_holdsUntil.value_or(Clock::time_point::max());
    next = m_deadlines.empty() ? next : std::min(next, m_deadlines.begin()->first);
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(next - Clock::now());
    return int(std::clamp<std::int64_t>(left.count(), 0, 60'000));
}

void IoLoop::run()
{
    std::array<epoll_event, EventsAtOnce> events{};
    while (goesOn()) {
        m_busySince = 0;
        const int count = ::epoll_wait(m_epoll, events.data(), int(events.size()), waitMs());
        m_busySince = m_busyClock().time_since_epoch().count();
        for (int i = 0; i < count && !isOver(); ++i) {
            callReady(events[std::size_t(i)].data.u64, events[std::size_t(i)].events);
        }
        if (std::exchange(m_isWoken, false)) {
            runAll(m_inbox->take());
        }
        fireDeadlines();
        runDeferred();
    }
}

bool IoLoop::goesOn()
{
    if (!m_isStopping) {
        return true;
    }
    if (!m_holdsUntil) {
        m_holdsUntil = Clock::now() + HoldLimit;
        runAll(m_inbox->take());
        runDeferred(); // what they hold may need what goes before this
    }
    return !m_holding.empty() && Clock::now() < *m_holdsUntil;
}

void IoLoop::callReady(Token token, std::uint32_t events)
{
    if (token == WakeToken) {
        m_isWoken = true;
        return;
    }
    // An earlier handler of this round may have removed the client: ask each time.
    const auto found = m_clients.find(token);
    if (found != m_clients.end()) {
        setCurrent(found->second.fd);
        found->second.client->onReady(events);
        setCurrent(-1);
    }
}

void IoLoop::setCurrent(int fd)
{
    const std::lock_guard lock(m_currentMutex);
    m_currentFd = fd;
}

void IoLoop::breakCurrent()
{
    const std::lock_guard lock(m_currentMutex);
    if (m_currentFd >= 0) {
        ::shutdown(m_currentFd, SHUT_RDWR);
    }
}

std::chrono::milliseconds IoLoop::busyFor() const
{
    const Clock::rep since = m_busySince;
    if (since == 0) {
        return std::chrono::milliseconds(0);
    }
    return std::chrono::duration_cast<std::chrono::milliseconds>(
        m_busyClock().time_since_epoch() - Clock::duration(since));
}

void IoLoop::runAll(const std::vector<std::function<void()>> &tasks)
{
    for (const auto &task : tasks) {
        task();
    }
}

void IoLoop::runDeferred()
{
    while (!m_deferred.empty()) {
        runAll(std::exchange(m_deferred, {}));
    }
}

void IoLoop::fireDeadlines()
{
    const auto now = Clock::now();
    while (!isOver() && !m_deadlines.empty() && m_deadlines.begin()->first <= now) {
        const Token token = m_deadlines.begin()->second;
        setDeadline(token, std::nullopt);
        const Entry &entry = m_clients.at(token);
        setCurrent(entry.fd);
        entry.client->onDeadline();
        setCurrent(-1);
    }
}

} // namespace podium::ssh
