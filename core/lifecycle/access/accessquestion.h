// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/callback.h"
#include "core/lifecycle/access/projectaccess.h"

namespace podium::cloud {
class AccessClient;
}

namespace podium::lifecycle {

/// Asks which APIs are on in a project and what its caller may do there: three reads at once. What
/// could not be had is unknown in the answer, with why; its `askedAt` is the caller's to set. The
/// client must live until then; on its thread.
void askAccess(
    cloud::AccessClient &client, const ProjectId &project, const Callback<ProjectAccess> &done);

} // namespace podium::lifecycle
