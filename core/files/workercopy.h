// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/error.h"
#include "core/files/copyplan.h"

#include <QByteArrayList>

#include <algorithm>
#include <optional>
#include <vector>

namespace podium::files {

/// How a copy stands on one worker.
enum class CopyState {
    Planned,    ///< not begun
    Sending,    ///< its connection is being made, or bytes go there
    Verified,   ///< all arrived, its sha256 was compared there; or it was there already
    Incomplete, ///< what arrived is verified and in place; `missing` is not
    Failed,     ///< see `error`; files there are the old or the new ones
    Stopped     ///< by the person; files there are the old or the new ones
};

/// Nothing more comes of it.
[[nodiscard]] inline bool hasEnded(CopyState state)
{
    return state != CopyState::Planned && state != CopyState::Sending;
}

/// A copy to one worker: its plan, how far it is, what came of it.
struct WorkerCopy
{
    WorkerPlan plan;
    CopyState state = CopyState::Planned;
    std::vector<FileProblem> missing;  ///< did not arrive, and why
    std::vector<FileProblem> seenHere; ///< why some did not: what was seen when they were read
    std::optional<Error> error;
    qint64 doneBytes = 0; ///< of files, read to be sent, or received
    qint64 keptBytes = 0; ///< of those: what an earlier transfer, which was cut, had brought
    qint64 sentBytes = 0; ///< over the connection
    qint64 tookMs = 0;
    bool isPlaced = false;
    /// It failed between a gateway and the worker; no connection of ours was lost.
    bool wasCutBeyond = false;

    [[nodiscard]] qint64 movedBytes() const { return std::max<qint64>(0, doneBytes - keptBytes); }
};

/// How far some workers are together.
struct CopyTotals
{
    std::size_t ended = 0; ///< workers
    qint64 done = 0;       ///< bytes
    qint64 wanted = 0;     ///< bytes; what those who ended did without is not in it
    qint64 rate = 0;       ///< bytes a second that were moved; 0: not known
    /// Until the rest is done, if it goes on so; nothing where that cannot be told.
    [[nodiscard]] std::optional<qint64> secondsLeft() const;
};

/// Pure. `elapsedMs`: since the first began.
[[nodiscard]] CopyTotals totalsOf(const std::vector<WorkerCopy> &workers, qint64 elapsedMs);

/// What script/receive.sh told, put into the copy. Pure.
void readReceived(const QByteArrayList &items, WorkerCopy &copy);
/// When its part has ended; `how`: see StreamRun::ended(). Pure.
void concludeCopy(WorkerCopy &copy, const Result<> &how);
/// Where nothing has to be sent: what the plan says. Pure.
void concludePlanned(WorkerCopy &copy);

/// Cancelled.
[[nodiscard]] Error stoppedByPerson();
/// The worker was not reached, or the connection to it was lost. Pure.
[[nodiscard]] bool isUnreached(const Error &error);

/// The recipe that sets up what their gateway lacks (Error::recipe); empty: nothing does. Pure.
[[nodiscard]] QString recipeFor(const std::vector<WorkerCopy> &workers);

/// A stable word for scripts: planned, sending, verified, incomplete, failed, stopped.
[[nodiscard]] QString copyStateName(CopyState state);

} // namespace podium::files
