// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/podiumctl/lifecycle/grantsarguments.h"
#include "core/lifecycle/grantmail.h"

namespace podium::ctl {

/// A TPU grant of what the mail says and what was said beside it; a mail that was not given is
/// empty. InvalidArgument names all that is missing, and where the two differ. Pure.
[[nodiscard]] Result<lifecycle::TpuGrant>
newGrant(const GrantsArguments &arguments, const lifecycle::GrantMail &mail);

} // namespace podium::ctl
