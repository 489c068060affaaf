// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/run/detached/detachedrun.h"
#include "core/store/pastrun.h"

#include <optional>
#include <vector>

namespace podium::models {

/// What was seen of a run that had been left running.
struct SeenEndings
{
    QString id;
    std::vector<WorkerRef> workers; ///< on which it was seen
    run::RunSummary summary;        ///< of these, and of those that did not answer
    int absent = 0;                 ///< workers that have answered and know nothing of it
};

/// What a look at the workers says of each run, in order of the ids. Pure.
[[nodiscard]] std::vector<SeenEndings> seenEndings(const std::vector<run::DetachedRun> &runs);
/// The same of one whose output was read to its end. Pure.
[[nodiscard]] SeenEndings seenEndings(const QString &id, const run::RunState &reading);
/// The run as it has ended; nothing where it was not left running, or may run somewhere still.
/// Pure.
[[nodiscard]] std::optional<store::PastRun>
endedRun(store::PastRun left, const SeenEndings &seen, const QDateTime &now);

} // namespace podium::models
