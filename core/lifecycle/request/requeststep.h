// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/lifecycle/request/noderequest.h"

#include <chrono>

namespace podium::lifecycle {

/// How often the cloud is asked about a try that is under way.
struct RequestPace
{
    std::chrono::milliseconds look{5000};
    std::chrono::milliseconds longestSleep{30000}; ///< then it is looked at the clock again
    /// Looks that find no node, before a lost request counts as not heard and the next is sent: a
    /// minute of them.
    int missesAfterLoss = 12;
    std::chrono::milliseconds queueLook{25000}; ///< at a queued resource that waits
    std::chrono::milliseconds watch{30000};     ///< at a kept node that stands
    std::chrono::milliseconds afterRetry{30000};
    /// The same where its operation is known, but may not be asked for: an hour of them.
    int missesUntold = 720;
    /// For how long no node of a race may answer ssh, before the one that was READY first is kept.
    /// After as long again that one counts as made without, as does the only one of a request.
    std::chrono::milliseconds silence{15 * 60 * 1000};
    /// Looks that find nothing of a request whose reply was lost, after it counted as not heard,
    /// before nobody looks any more: five minutes of them.
    int missesUnheard = 60;
};

/// What is to be done next for a request: one thing at a time.
struct RequestStep
{
    enum class Kind {
        Begin,     ///< a try in `zone`, to be written down before it is sent
        Send,      ///< ask for the node of `attempt`
        Follow,    ///< ask how far its operation is
        LookQueue, ///< look at its queued resource
        Look,      ///< look at its node
        Greet,     ///< see whether ssh answers on it
        Delete,    ///< delete what it made: it was looked at just now, and is the request's own
        After,     ///< carry out `part` of what comes after
        Wait,      ///< until `at`; invalid: until a person says something
        End,       ///< it is over, with `state` and `reason`
    };
    Kind kind = Kind::Wait;
    std::size_t attempt = 0;
    std::size_t part = 0;
    std::optional<Zone> zone = {};
    QDateTime at = {};
    NodeRequest::State state = NodeRequest::State::Active;
    QString reason = {};
};

} // namespace podium::lifecycle
