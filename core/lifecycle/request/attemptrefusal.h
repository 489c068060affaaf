// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cloud/values/queuedresource.h"
#include "core/lifecycle/request/noderequest.h"

namespace podium::lifecycle {

// What an answer to a try of a request refuses it for. All pure.

/// Whether the cloud may have heard a request that ended so.
[[nodiscard]] bool isOpenAfter(ErrorKind kind);

/// A reservation that is missing is a stockout, but for one who has asked for it.
[[nodiscard]] Refusal refusalFor(const NodeRequest &request, const Error &error);

/// A failure that says nothing more than that is how Google ends what it has no room for.
[[nodiscard]] Refusal
refusalOfQueue(const NodeRequest &request, const cloud::QueuedResource &resource);

/// Another node has the name, for good or until it is gone.
[[nodiscard]] Refusal refusalByName(const NodeAttempt &attempt, const cloud::Node &theirs);

} // namespace podium::lifecycle
