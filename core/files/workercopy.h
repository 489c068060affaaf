// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/error.h"
#include "core/files/copyplan.h"

#include <QByteArrayList>

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

/// A copy to one worker: its plan, how far it is, what came of it.
struct WorkerCopy
{
    WorkerPlan plan;
    CopyState state = CopyState::Planned;
    std::vector<FileProblem> missing;  ///< did not arrive, and why
    std::vector<FileProblem> seenHere; ///< why some did not: what was seen when they were read
    std::optional<Error> error;
    qint64 doneBytes = 0; ///< of files, read to be sent
    qint64 sentBytes = 0; ///< over the connection
    qint64 tookMs = 0;
    bool isPlaced = false;
};

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

/// A stable word for scripts: planned, sending, verified, incomplete, failed, stopped.
[[nodiscard]] QString copyStateName(CopyState state);

} // namespace podium::files
