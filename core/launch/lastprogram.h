// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/launch/launchprogram.h"

#include <QString>

namespace podium::launch {

// Which program was chosen the last time to open a worker, for the next time. Window and podiumctl
// share it; all of it blocks.

/// Its id; empty: none was.
[[nodiscard]] QString lastProgram(const QString &stateDir);
/// A convenience: that it could not be kept is not told.
void rememberProgram(const QString &stateDir, const QString &id);

/// The one that was wished; without a wish the last one, where it is installed and has a use for
/// the target's folder or tmux session, else the first that has. NotFound. Pure.
[[nodiscard]] Result<LaunchProgram> chosenProgram(
    const std::vector<LaunchProgram> &installed, const LaunchTarget &target, const QString &wished,
    const QString &last);

} // namespace podium::launch
