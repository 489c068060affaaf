// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/paths.h"
#include "core/doctor/finding.h"

#include <QStringList>

namespace podium::doctor {

/// Whether ssh accepts ~/.ssh, its config and Podium's folder in it, and whether Podium may write
/// there: owner, modes, links that lead nowhere, what an administrator has locked. Blocks briefly.
[[nodiscard]] Findings checkSshFolder(const Paths &paths);

/// Whether there is a key to log in with that ssh accepts. `agentHasKeys`: none is needed here.
/// Reads none of them. Blocks briefly.
[[nodiscard]] Finding checkKeys(const QStringList &identityFiles, bool agentHasKeys);

} // namespace podium::doctor
