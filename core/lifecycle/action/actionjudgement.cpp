// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/lifecycle/action/actionjudgement.h"

namespace podium::lifecycle {

using cloud::Node;
using cloud::NodeState;

cloud::NodeChange changeOf(NodeAction action)
{
    switch (action) {
    case NodeAction::Start:
        return cloud::NodeChange::Start;
    case NodeAction::Stop:
        return cloud::NodeChange::Stop;
    case NodeAction::Delete:
        return cloud::NodeChange::Delete;
    case NodeAction::Maintain:
        break;
    }
    return cloud::NodeChange::PerformMaintenance;
}

bool mayHaveBeenHeard(ErrorKind kind)
{
    return kind == ErrorKind::Network || kind == ErrorKind::Timeout ||
           kind == ErrorKind::Unavailable || kind == ErrorKind::Protocol;
}

bool tellsNoMore(ErrorKind kind)
{
    return kind == ErrorKind::NotFound || kind == ErrorKind::PermissionDenied;
}

bool isOther(const Node &planned, const Node &now)
{
    return !planned.id.isEmpty() && !now.id.isEmpty() && planned.id != now.id;
}

bool isReached(NodeAction action, const Node &planned, const Node &now)
{
    switch (action) {
    case NodeAction::Start:
        return now.state == NodeState::Ready;
    case NodeAction::Stop:
        return now.state == NodeState::Stopped;
    case NodeAction::Delete:
        return isOther(planned, now); // it is gone, and this is another one
    case NodeAction::Maintain:
        break;
    }
    const bool isUnderWay = now.maintenance && now.maintenance->status ==
                                                   QLatin1String("ONGOING"); // whatever its state
    return now.state == NodeState::Ready && !isUnderWay && now.maintenance != planned.maintenance;
}

Error recreated(const Node &planned)
{
    return {
        ErrorKind::Conflict,
        QStringLiteral("%1 is not the node that was shown.").arg(planned.ref.name.text()),
        QStringLiteral("It was recreated meanwhile under the same name. Nothing was done to it."),
        {},
        planned.ref.text()};
}

Error isNoLeftover(const Node &planned, const QString &state)
{
    return {
        ErrorKind::Conflict,
        QStringLiteral("%1 is no leftover any more.").arg(planned.ref.name.text()),
        QStringLiteral("It is %1 now. Nothing was done to it.").arg(state),
        {},
        planned.ref.text()};
}

bool isGoing(NodeAction action, const Result<Node> &now)
{
    if (action != NodeAction::Delete) {
        return false;
    }
    return now ? now->state == NodeState::Deleting && !isLocked(*now)
               : now.error().kind == ErrorKind::NotFound;
}

std::optional<Error> objection(NodeAction action, const Node &planned, const Result<Node> &now)
{
    if (now && isOther(planned, *now)) {
        return recreated(planned);
    }
    if (isGoing(action, now)) {
        return {};
    }
    return now ? refusal(action, *now) : now.error();
}

Error staysWith(const Node &node, const Node &sibling, const Error &error)
{
    return {
        error.kind, QStringLiteral("Podium does not delete %1.").arg(node.ref.name.text()),
        QStringLiteral("%1, which the same queued resource made, stays. %2")
            .arg(sibling.ref.name.text(), error.detail),
        error.hint, node.ref.text()};
}

} // namespace podium::lifecycle
