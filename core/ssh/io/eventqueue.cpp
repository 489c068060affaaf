// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/ssh/io/eventqueue.h"

#include <sys/eventfd.h>
#include <unistd.h>
#include <utility>

namespace podium::ssh {

namespace {

/// Of its output; 0 for all else.
std::size_t bytesOf(const TransportEvent &event)
{
    const auto *output = std::get_if<OutputArrived>(&event.what);
    return output != nullptr ? std::size_t(output->bytes.size()) : 0;
}

bool isEnding(const TransportEvent &event)
{
    return std::holds_alternative<Ending>(event.what);
}

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
    const bool isFirstEnding = isEnding(event) && m_endings++ == 0;
    m_events.push_back(std::move(event));
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
    m_wasFull = m_wasFull || isFull();
    if (!m_events.empty() && m_events.back().id == id) {
        auto *last = std::get_if<OutputArrived>(&m_events.back().what);
        if (last != nullptr && last->stream == stream &&
            std::size_t(last->bytes.size()) + size <= BatchBytes) {
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
    Batch batch;
    std::size_t bytes = 0;
    while (!m_events.empty()) {
        TransportEvent &next = m_events.front();
        const std::size_t more = bytesOf(next);
        if (bytes > 0 && bytes + more > BatchBytes) {
            break;
        }
        bytes += more;
        m_endings -= isEnding(next) ? 1 : 0;
        batch.events.push_back(std::move(next));
        m_events.pop_front();
    }
    m_bytes -= bytes;
    if (m_wasFull && m_bytes <= MostBytes / 2) {
        m_wasFull = false;
        batch.wasFull = true;
    }
    batch.isLast = m_events.empty();
    return batch;
}

} // namespace podium::ssh
