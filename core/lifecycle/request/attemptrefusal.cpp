// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/lifecycle/request/attemptrefusal.h"

namespace podium::lifecycle {

bool isOpenAfter(ErrorKind kind)
{
    return kind == ErrorKind::Network || kind == ErrorKind::Timeout ||
           kind == ErrorKind::Unavailable || kind == ErrorKind::Protocol ||
           kind == ErrorKind::AlreadyExists; // by an earlier sending of the same try, maybe
}

Refusal refusalFor(const NodeRequest &request, const Error &error)
{
    const bool isMissing = !request.reservation.isEmpty() &&
                           error.detail.contains(QLatin1String("Reservation not found"));
    return isMissing ? Refusal::SetUp : refusalOf(error);
}

Refusal refusalOfQueue(const NodeRequest &request, const cloud::QueuedResource &resource)
{
    if (!resource.error) {
        return Refusal::Preempted;
    }
    const Refusal refusal = refusalFor(request, *resource.error);
    return refusal == Refusal::Other || refusal == Refusal::Passing ? Refusal::Stockout : refusal;
}

Refusal refusalByName(const NodeAttempt &attempt, const cloud::Node &theirs)
{
    const bool isGoing = theirs.state == cloud::NodeState::Deleting;
    return attempt.stands() ? Refusal::Deleted : isGoing ? Refusal::NameGoing : Refusal::NameTaken;
}

} // namespace podium::lifecycle
