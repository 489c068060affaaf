// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/ssh/eventqueue.h"

#include <sys/eventfd.h>
#include <unistd.h>
#include <utility>

namespace podium::ssh {

namespace {

/// Output of one command grows in one piece up to this.
constexpr std::size_t LargestPiece = 256 * 1024;

} // namespace

EventQueue::EventQueue() : m_wakeFd(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {}

EventQueue::~EventQueue()
{
    ::close(m_wakeFd);
}

void EventQueue::wake()
{
    const std::uint64_t one = 1;
    [[maybe_unused]] const ssize_t written = ::write(m_wakeFd, &one, sizeof one);
}

void EventQueue::clearWake()
{
    std::uint64_t count = 0;
    [[maybe_unused]] const ssize_t got = ::read(m_wakeFd, &count, sizeof count);
}

void EventQueue::push(TransportEvent event)
{
    std::unique_lock lock(m_mutex);
    const bool isEnding = std::holds_alternative<Ending>(event.what);
    m_events.push_back(std::move(event));
    const bool isFirstEnding = isEnding && !m_hasEnding.exchange(true);
    const bool isFirst = m_events.size() == 1;
    lock.unlock();
    if (isFirst || isFirstEnding) {
        wake();
    }
}

void EventQueue::pushOutput(CommandId id, OutputStream stream, const char *data, std::size_t size)
{
    std::unique_lock lock(m_mutex);
    m_bytes += size;
    if (!m_events.empty() && m_events.back().id == id) {
        auto *last = std::get_if<OutputArrived>(&m_events.back().what);
        if (last != nullptr && last->stream == stream &&
            std::size_t(last->bytes.size()) + size <= LargestPiece) {
            last->bytes.append(data, int(size));
            return;
        }
    }
    m_events.push_back({id, OutputArrived{stream, QByteArray(data, int(size))}});
    const bool isFirst = m_events.size() == 1;
    lock.unlock();
    if (isFirst) {
        wake();
    }
}

EventQueue::Batch EventQueue::take()
{
    const std::lock_guard lock(m_mutex);
    m_hasEnding = false;
    const bool wasFull = m_bytes.exchange(0) >= MostBytes;
    return {std::exchange(m_events, {}), wasFull};
}

} // namespace podium::ssh
