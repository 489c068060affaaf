// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/lifecycle/request/noderequest.h"

namespace podium::models {

/// What asks for the same by gcloud, to be copied into a shell: a command for each zone, each only
/// where the one before it failed. gcloud has no race of its own.
[[nodiscard]] QString gcloudCommand(const lifecycle::NodeRequest &request);
/// The podiumctl command that asks for the same, of what the window can ask for.
[[nodiscard]] QString podiumctlCommand(const lifecycle::NodeRequest &request);

} // namespace podium::models
