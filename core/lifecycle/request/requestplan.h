// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/lifecycle/request/noderequest.h"

#include <chrono>
#include <optional>

namespace podium::lifecycle {

/// Whether a node of it has ever stood.
[[nodiscard]] bool hasStood(const NodeRequest &request);
/// Whether its zone may be asked again though it is open: a node has the same name there, so a
/// later try finds what comes of this one. Queued resources have names of their own.
[[nodiscard]] bool mayBeReplaced(const NodeRequest &request, const NodeAttempt &attempt);
/// Whether its node counts as made only once ssh answers on it, or has been silent for long.
[[nodiscard]] bool mustAnswerSsh(const NodeRequest &request);
/// The one that a request has come to without an answer by ssh: what is READY costs, and all of a
/// race may be silent for one reason, as a firewall.
[[nodiscard]] std::optional<std::size_t>
settledAt(const NodeRequest &request, std::chrono::milliseconds silence, const QDateTime &now);
/// Whether the last nodes were each taken away within minutes.
[[nodiscard]] bool livesAreShort(const NodeRequest &request);

/// What comes next for a request of which no attempt is open but doubtful ones, or where zones
/// race, in a zone of which none is.
struct NextTry
{
    enum class Kind {
        Send,   ///< ask for the node in `zone`
        Wait,   ///< until `at`
        GiveUp, ///< for `reason`
    };
    Kind kind = Kind::Wait;
    std::optional<Zone> zone;
    QDateTime at;
    QString reason; ///< a sentence
};

/// By the tries so far: each zone in order, then, where the request goes on until there is
/// capacity, again after a while that doubles, up to five minutes, longer where quota is used up,
/// and spread by up to as much again, so that two requests do not ask in step. What closes a zone
/// or ends the request is never tried again. Pure.
[[nodiscard]] NextTry nextTry(const NodeRequest &request, const QDateTime &now);

/// What a look at the node of the open attempt means.
enum class Sighting {
    Stands,   ///< ours, and READY
    OnTheWay, ///< ours, being made or under repair: wait
    Leftover, ///< ours, preempted or ended: delete it
    Theirs,   ///< another node has the name: leave it alone
    Missing,  ///< there is none
    Unknown,  ///< nobody can tell now
};
[[nodiscard]] Sighting sightingOf(const NodeRequest &request, const Result<cloud::Node> &answer);

} // namespace podium::lifecycle
