// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/run/detached/runjournal.h"
#include "core/run/runengine.h"
#include "core/run/runspec.h"

namespace podium::run {

/// What runs on a worker after the program that ran it was killed, found by the mark in its
/// environment (see sentCommand()), whatever its command line says: the processes that have the
/// mark, all in the sessions that they began, and what they started, as far as the tree still
/// tells; sudo gives its children another environment. Where the account may use sudo without a
/// password, root's processes are looked into, and ended, too. Nothing else is ever signalled.
///
/// Not found: what sudo started and then left the tree by itself, as a daemon does, and what threw
/// its environment away and outlived its shell.
///
/// Each worker prints a line for what it has found, and ends with 1 where something still runs
/// there or that cannot be told, else with 0.
[[nodiscard]] RunSpec orphanCheck(const OrphanedRun &orphan);
/// Ends the run's own: TERM to all of it, or KILL; then looks whether it is gone.
[[nodiscard]] RunSpec orphanEnd(const OrphanedRun &orphan, bool isKill);

/// Of those that were asked by either of them: all that have not said that nothing of it runs
/// there.
[[nodiscard]] std::vector<WorkerRef> mayStillRun(const Run &answers);

} // namespace podium::run
