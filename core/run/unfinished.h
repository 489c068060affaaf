// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/run/runengine.h"
#include "core/run/runledger.h"
#include "core/run/runspec.h"

namespace podium::run {

/// What runs on a worker after the program that ran it was killed, found from beside it. sshd
/// started the command in a session of its own; with the connection, sshd went, and the command
/// may have stayed. So it is a process group of our own, without a terminal and without a living
/// sshd above it, that begins a session, has an SSH_CONNECTION in its environment, began while
/// that program lived, and is not a run that was left running on purpose. If the command's text
/// tells that a process of it is meant, the group is the run's; others may belong to somebody
/// else, are told, and are never ended.
///
/// Each worker prints a line for what it has found, and ends with 1 where something still runs
/// there, else with 0.
[[nodiscard]] RunSpec unfinishedLook(const UnfinishedRun &its);
/// Ends the run's own: TERM to all of it, or KILL; then looks whether it is gone.
[[nodiscard]] RunSpec unfinishedEnd(const UnfinishedRun &its, bool isKill);

/// Of those that were asked by either of them: all that have not said that nothing of it runs
/// there.
[[nodiscard]] std::vector<WorkerRef> mayStillRun(const Run &answers);

} // namespace podium::run
