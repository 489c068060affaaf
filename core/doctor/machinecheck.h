// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/paths.h"
#include "core/doctor/finding.h"

#include <QProcessEnvironment>

namespace podium::doctor {

/// What this machine has of the things that Podium works with: gcloud, ssh, an agent, a ~/.ssh that
/// ssh accepts, room on the disk. Starts no program and changes nothing. Blocks, for the agent
/// two seconds at most: for the pool.
[[nodiscard]] Findings checkMachine(const Paths &paths, const QProcessEnvironment &environment);

} // namespace podium::doctor
