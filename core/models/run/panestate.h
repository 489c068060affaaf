// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/models/mark.h"
#include "core/run/runstate.h"

#include <QString>

namespace podium::models {

/// What a pane says of its worker: one word, one shape, one colour each.
enum class PaneState {
    Waiting,     ///< its turn has not come
    Connecting,  ///< until logged in
    Running,     ///< the command runs
    Stopping,    ///< asked to stop, not yet gone
    Ok,          ///< exit status 0
    Failed,      ///< another status, a signal, or out of time while running
    Unreachable, ///< no connection, refused, lost
    HostKey,     ///< it showed another host key than the known one: nothing was sent
    Stopped,     ///< by the person, or never started
};
inline constexpr int PaneStateCount = 9;

[[nodiscard]] PaneState paneState(const run::WorkerState &worker);
[[nodiscard]] bool isEnded(PaneState state);
[[nodiscard]] Mark paneMark(PaneState state);

/// "waiting", "running", "failed" …, translated.
[[nodiscard]] QString paneStateWord(PaneState state);
/// What a header has room for: "exit 2", "host key changed", "logging in".
[[nodiscard]] QString paneHeadline(const run::WorkerState &worker);
/// Why a worker has nothing, in whole sentences: what failed, why, what to do. Empty where there
/// is nothing to explain. May hold hostile text; plain text only.
[[nodiscard]] QString paneSentence(const run::WorkerState &worker);
/// How the transport went there, and what of the person's ssh config it does not do: a line each,
/// for the details. Empty where there is nothing to tell. Plain text only.
[[nodiscard]] QString paneRoute(const run::WorkerState &worker);
/// What stands in a pane that has no output, so that it is never blank.
[[nodiscard]] QString emptyPaneText(const run::WorkerState &worker);

/// "0.4 s", "12 s", "3m 05s", "2h 07m"; empty for a negative time.
[[nodiscard]] QString durationText(qint64 milliseconds);
/// How long the worker's part has taken until `nowMs` (of the run's monotonic clock); -1: not
/// begun.
[[nodiscard]] qint64 elapsedMs(const run::WorkerState &worker, qint64 nowMs);

} // namespace podium::models
