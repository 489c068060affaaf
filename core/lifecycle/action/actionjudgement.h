// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/cloud/clients/tpuclient.h"
#include "core/lifecycle/action/nodeaction.h"

#include <optional>

namespace podium::lifecycle {

// What a look at the cloud means for a step of a NodeActionPlan. All pure.

[[nodiscard]] cloud::NodeChange changeOf(NodeAction action);

/// Whether the cloud may have heard a request that ended so.
[[nodiscard]] bool mayHaveBeenHeard(ErrorKind kind);

/// Of the question how far an operation is: it is forgotten after a while, and may be seen by those
/// alone who have a permission of its own. What it was to do is looked at instead.
[[nodiscard]] bool tellsNoMore(ErrorKind kind);

/// Whether another node has the name by now.
[[nodiscard]] bool isOther(const cloud::Node &planned, const cloud::Node &now);

/// Whether the action has done its work, as the node now is.
[[nodiscard]] bool isReached(NodeAction action, const cloud::Node &planned, const cloud::Node &now);

/// Of a deletion: whether the node is gone, or is being deleted by somebody else.
[[nodiscard]] bool isGoing(NodeAction action, const Result<cloud::Node> &now);

/// Why the action must not be asked for, as the node now is; none: it may, or isGoing().
[[nodiscard]] std::optional<Error>
objection(NodeAction action, const cloud::Node &planned, const Result<cloud::Node> &now);

/// For the steps whose node is not the one that was shown, or whose queued resource came back.
[[nodiscard]] Error recreated(const cloud::Node &planned);
[[nodiscard]] Error isNoLeftover(const cloud::Node &planned, const QString &state);

/// For a node that is not deleted, as one that would go with it must stay, for that reason.
[[nodiscard]] Error
staysWith(const cloud::Node &node, const cloud::Node &sibling, const Error &error);

} // namespace podium::lifecycle
