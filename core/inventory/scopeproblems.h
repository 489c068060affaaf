// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cloud/nodejson.h"
#include "core/inventory/snapshot.h"

#include <vector>

namespace podium::inventory {

/// What the answer of a project leaves open: silent zones, nodes that could not be read. Pure.
[[nodiscard]] std::vector<ScopeProblem>
problemsOf(const ProjectId &project, const cloud::NodeList &list);

/// The project has not answered yet; Podium still waits for it.
[[nodiscard]] ScopeProblem stillWaiting(const ProjectId &project);

} // namespace podium::inventory
