// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/run/detached/detached.h"
#include "core/run/detached/detachedrecords.h"
#include "core/run/runengine.h"

#include <QDateTime>
#include <QString>

#include <optional>
#include <vector>

namespace podium::run {

/// A run that was left running, on the workers where it is in the same state.
struct DetachedRun
{
    QString id;
    QByteArray command; ///< its beginning
    QDateTime startedAt;
    std::optional<DetachedRunOnWorker::State>
        state;      ///< none: this machine remembers it, nobody told
    int status = 0; ///< of Exited
    QString how;
    std::vector<WorkerRef> workers;
    std::vector<ReadMark> marks; ///< one a worker
    std::vector<RunTimes> times; ///< one a worker; empty: nobody told
    /// These workers have answered and know nothing of it: it never began there, or was forgotten.
    bool isAbsent = false;
};

/// By how detachedEnd() has ended on a worker: it keeps nothing of that run, which never began
/// there or was forgotten. Pure.
[[nodiscard]] bool knowsNoSuchRun(const WorkerEnding &ending);

/// Whether it has said what it knows, as far as it may. Pure.
[[nodiscard]] bool hasAnswered(const WorkerState &worker);

/// What this machine remembers of a run, before anybody was asked. Pure.
[[nodiscard]] DetachedRun rememberedRun(const DetachedRecord &record);

/// How many of them run, or may: each once, wherever it is in which state. Pure.
[[nodiscard]] int runningCount(const std::vector<DetachedRun> &runs);

/// What one look has found: by the words of the workers, and of those that did not answer, or know
/// nothing of it, what this machine remembers. The oldest first. Pure.
[[nodiscard]] std::vector<DetachedRun>
detachedRuns(const Run &list, const std::vector<DetachedRecord> &records);

} // namespace podium::run
