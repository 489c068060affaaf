// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace podium::ctl {

/// The contract with scripts; the highest of what applies, in the order 130, 5, 4, 3, 1.
enum ExitCode : int {
    ExitDone = 0,
    ExitDifferent = 1, ///< a command failed on a worker, or a check found a difference
    ExitUsage = 2,
    ExitUnreachable = 3, ///< a worker or zone could not be reached, or was lost
    ExitRefused = 4,     ///< unsafe, not confirmed, or what came of it could not be written
    ExitCloud = 5,       ///< cloud or credentials
    ExitInterrupted = 130,
};

} // namespace podium::ctl
