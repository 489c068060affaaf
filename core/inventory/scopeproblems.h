// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cloud/values/nodejson.h"
#include "core/inventory/snapshot.h"

#include <vector>

namespace podium::inventory {

/// What the answer of a project leaves open: silent zones, nodes that could not be read. Pure.
[[nodiscard]] std::vector<ScopeProblem>
problemsOf(const ProjectId &project, const cloud::NodeList &list);

/// The project has not answered yet; Podium still waits for it. `lastTry`: why it had to be asked
/// again meanwhile, if so.
[[nodiscard]] ScopeProblem
stillWaiting(const ProjectId &project, const std::optional<Error> &lastTry = {});
/// The same of a program that ends with what it has.
[[nodiscard]] ScopeProblem
notWaitedFor(const ProjectId &project, const std::optional<Error> &lastTry = {});

} // namespace podium::inventory
