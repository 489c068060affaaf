// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/descriptor.h"
#include "core/base/error.h"

#include <QtGlobal>

#include <deque>
#include <functional>
#include <mutex>
#include <optional>
#include <vector>

namespace podium::ssh {

/// Connected sockets of this machine on their way to whoever forwards them, and what has become of
/// them. Thread-safe.
class ForwardSockets final
{
public:
    struct Counts
    {
        qint64 up = 0;      ///< bytes to the worker's side
        qint64 down = 0;    ///< bytes from there
        int open = 0;       ///< connections served now
        qint64 served = 0;  ///< in all, those of now too
        qint64 refused = 0; ///< for which the worker made no connection; they were closed
        std::optional<Error> lastRefusal; ///< none once one was served after it
    };

    /// Waits in order until it is served. The descriptor should not block.
    void add(Descriptor socket);
    [[nodiscard]] Counts counts() const;
    [[nodiscard]] std::size_t waiting() const;
    /// Closes those that wait.
    void closeWaiting();

    // For who serves them: one at a time.

    /// `wake` is called for each that comes, on any thread, also when who set it has gone; never
    /// after it was set anew.
    void setWake(std::function<void()> wake);
    [[nodiscard]] std::vector<Descriptor> take(std::size_t most);
    /// One that could not be served, of which nothing was read: it is the next again.
    void giveBack(Descriptor socket);
    void noteOpened();
    void noteClosed(); ///< after noteOpened()
    void noteRefused(const Error &error);
    void noteBytes(qint64 up, qint64 down);

private:
    mutable std::mutex m_mutex;
    std::deque<Descriptor> m_waiting;
    std::function<void()> m_wake;
    Counts m_counts;
};

} // namespace podium::ssh
