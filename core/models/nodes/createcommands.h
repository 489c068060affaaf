// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/lifecycle/request/noderequest.h"

namespace podium::models {

/// The gcloud command that asks for the same in one zone, to be copied into a shell.
[[nodiscard]] QString gcloudCommand(const lifecycle::NodeRequest &request, const Zone &zone);
/// The podiumctl command that asks for the same, of what the window can ask for.
[[nodiscard]] QString podiumctlCommand(const lifecycle::NodeRequest &request);

} // namespace podium::models
