// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "app/podium-sim/api/router.h"

#include <condition_variable>
#include <list>
#include <mutex>
#include <optional>
#include <regex>

namespace podium::sim {

/// A fault that calls run into while it has a count left.
struct Fault
{
    std::string pattern; ///< of the path, as it was given
    std::regex path;
    std::string method;              ///< empty: any
    std::optional<int> status;       ///< answer this instead of serving the call
    std::optional<std::string> body; ///< answer this text, JSON or not
    int delayMs = 0;
    std::optional<size_t> cutAt;   ///< close the connection after so many bytes of the body
    std::optional<int> retryAfter; ///< seconds, of the header that says when to ask again
    int count = -1;                ///< calls left; -1: no end
};

/// The faults that are switched on. All methods may be called from any thread.
class Faults final
{
public:
    /// Throws ApiError 400 for a regex that is none.
    void add(const nlohmann::json &description);
    void clear();
    [[nodiscard]] nlohmann::json list() const;

    /// The first fault that this call meets, its count taken down.
    [[nodiscard]] std::optional<Fault> take(const std::string &method, const std::string &path);

    /// Waits as the fault says, but not longer than the program runs.
    void wait(const Fault &fault);
    /// Ends all waits.
    void stop();

private:
    mutable std::mutex m_mutex;
    std::condition_variable m_stopping;
    bool m_stopped = false;
    std::list<Fault> m_faults;
};

/// The body of a fault that has a status and no body: what Google sends with it.
Response faultResponse(const Fault &fault);

} // namespace podium::sim
