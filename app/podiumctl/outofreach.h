// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/people/roster/collaborator.h"
#include "core/run/endpoints.h"

#include <vector>

namespace podium::ctl {

/// Takes away the workers that nobody asked about: they have no address, and nobody on the roster
/// is granted their node. They are named in one line, and are no failure.
void leaveOutOfReach(
    std::vector<WorkerRef> &workers, const people::Roster &roster,
    const inventory::Snapshot &snapshot, const run::SshDefaults &defaults);

} // namespace podium::ctl
