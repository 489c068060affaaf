// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/run/runspec.h"

#include <optional>
#include <vector>

namespace podium::run {

/// Who of a run starts next: a sliding window over the slots, in their order. Pure; the caller
/// tells what happened and starts what it is given.
class RunPlan final
{
public:
    RunPlan() = default;
    explicit RunPlan(const RunSpec &spec);

    /// The next slot to start now, which takes a place in the window; nothing where the window is
    /// full, no slot is left or the plan is closed.
    [[nodiscard]] std::optional<int> next();
    /// The worker is logged in: makes room for the next login.
    void loggedIn(int slot);
    /// Makes room for the next. A failure closes the plan of a run that fails fast, or ends
    /// together.
    void ended(int slot, bool failed);
    /// Takes out a slot that has not been started; false where it has.
    bool skip(int slot);
    /// Starts no more.
    void close() { m_closed = true; }
    [[nodiscard]] bool isClosed() const { return m_closed; }
    [[nodiscard]] bool hasFailed() const { return m_hasFailed; }
    /// Once closed: the slots that will never start; each is given once.
    [[nodiscard]] std::vector<int> takeUnstarted();

    /// At most so many that are not logged in yet; 0: all. Those that are on their way go on.
    void setLoginsAtOnce(int logins) { m_loginsAtOnce = logins; }
    /// Somebody could start, were it not for the logins that are on their way.
    [[nodiscard]] bool isHeldUp() const;

    [[nodiscard]] int active() const { return m_active; }
    [[nodiscard]] int loggingIn() const { return m_loggingIn; }

private:
    enum class Place : char { Waiting, LoggingIn, LoggedIn, Done };
    void leave(int slot, Place next);

    std::vector<Place> m_places;
    std::size_t m_next = 0; ///< no waiting slot is before it
    int m_fanOut = 0;       ///< 0: no limit
    int m_loginsAtOnce = 0; ///< 0: no limit
    int m_active = 0;
    int m_loggingIn = 0;
    bool m_failFast = false;
    bool m_hasFailed = false; ///< one of them
    bool m_closed = false;
};

} // namespace podium::run
