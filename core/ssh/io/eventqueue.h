// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/ssh/transport.h"

#include <atomic>
#include <deque>
#include <functional>
#include <mutex>
#include <vector>

namespace podium::ssh {

/// What the I/O threads have to tell the transport's thread. Thread-safe. Bounded: when the
/// reader is slow, isFull() says so and the sessions stop reading, so the workers have to wait.
/// Given out in batches, so that the reader can do something else in between.
class EventQueue final
{
public:
    static constexpr std::size_t MostBytes = 8 * 1024 * 1024;
    /// Of output in a batch, unless its first piece is larger: to take in so many empty lines is
    /// a fraction of a frame.
    static constexpr std::size_t BatchBytes = 64 * 1024;

    EventQueue();
    ~EventQueue();
    EventQueue(const EventQueue &) = delete;
    EventQueue &operator=(const EventQueue &) = delete;

    void push(TransportEvent event);
    void pushOutput(CommandId id, OutputStream stream, const char *data, std::size_t size);
    [[nodiscard]] bool isFull() const { return m_bytes >= MostBytes; }

    /// Readable when the first event has come to an empty queue, and again when the first ending
    /// has; sometimes also a moment after it was taken.
    [[nodiscard]] int wakeFd() const { return m_wakeFd; }
    void clearWake(); ///< before take()
    /// An ending waits: to be passed on sooner than output.
    [[nodiscard]] bool hasEnding() const { return m_endings > 0; }
    struct Batch
    {
        std::vector<TransportEvent> events; ///< in order
        bool isLast = true;                 ///< nothing is left in the queue
        bool wasFull = false; ///< and is half empty again: sessions wait to be told to go on
    };
    [[nodiscard]] Batch take();

private:
    void wake();

    std::mutex m_mutex;
    std::deque<TransportEvent> m_events;
    std::atomic<std::size_t> m_bytes{0};
    std::atomic<std::size_t> m_endings{0};
    bool m_wasFull = false; ///< and nobody was told that there is room again
    int m_wakeFd = -1;
};

} // namespace podium::ssh
