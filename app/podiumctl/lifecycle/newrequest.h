// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/podiumctl/lifecycle/createarguments.h"
#include "core/lifecycle/request/noderequest.h"

namespace podium::ctl {

/// The node request that the words ask for, with an id of its own; InvalidArgument says all that is
/// wrong with them.
[[nodiscard]] Result<lifecycle::NodeRequest>
newRequest(const CreateArguments &arguments, const QDateTime &now);

} // namespace podium::ctl
