// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/run/endpoints.h"
#include "core/secret/placing.h"

#include <vector>

namespace podium::secret {

/// The machines that workers are now, and as whom they are logged in on. Pure.
[[nodiscard]] std::vector<PlacedOn> placedOn(
    const inventory::Snapshot &snapshot, const std::vector<WorkerRef> &workers,
    const run::SshDefaults &defaults);

} // namespace podium::secret
