// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/models/run/leftrun.h"

#include <algorithm>
#include <map>

namespace podium::models {

namespace {

using State = run::DetachedRunOnWorker::State;

void count(const run::DetachedRun &seen, SeenEndings &to)
{
    const int workers = int(seen.workers.size());
    if (!seen.state) {
        (seen.isAbsent ? to.absent : to.summary.unreachable) += workers;
        return;
    }
    to.workers.insert(to.workers.end(), seen.workers.begin(), seen.workers.end());
    switch (*seen.state) {
    case State::Running:
        to.summary.running += workers;
        break;
    case State::Stopped:
        to.summary.stopped += workers;
        break;
    case State::Exited:
        (seen.status == 0 ? to.summary.ok : to.summary.failed) += workers;
        break;
    case State::Died:
        to.summary.failed += workers;
        break;
    }
}

} // namespace

std::vector<SeenEndings> seenEndings(const std::vector<run::DetachedRun> &runs)
{
    std::map<QString, SeenEndings> byId;
    for (const run::DetachedRun &run : runs) {
        SeenEndings &seen = byId[run.id];
        seen.id = run.id;
        count(run, seen);
    }
    std::vector<SeenEndings> all;
    all.reserve(byId.size());
    for (auto &[id, seen] : byId) {
        all.push_back(std::move(seen));
    }
    return all;
}

SeenEndings seenEndings(const QString &id, const run::RunState &reading)
{
    SeenEndings seen;
    seen.id = id;
    seen.summary = reading.summary();
    for (const run::WorkerState &worker : reading.workers()) {
        if (worker.ending && std::holds_alternative<run::NeverStarted>(*worker.ending)) {
            --seen.summary.stopped; // the reading was, not the run
            ++seen.summary.unreachable;
        } else if (worker.ending) {
            seen.workers.push_back(worker.worker);
        }
    }
    return seen;
}

std::optional<store::PastRun>
endedRun(store::PastRun left, const SeenEndings &seen, const QDateTime &now)
{
    const run::RunSummary &summary = seen.summary;
    const int ended = summary.ok + summary.failed + summary.stopped;
    if (left.end != store::PastRun::End::Left || left.id != seen.id || ended == 0 ||
        !summary.isFinished() || summary.unreachable > 0 || ended + seen.absent < left.workers) {
        return {};
    }
    // Where it never began, its launch has said why.
    const int rest = std::max(0, left.workers - ended);
    const int unreachable = std::min(rest, left.summary.unreachable);
    left.summary = summary;
    left.summary.unreachable = unreachable;
    left.summary.stopped += rest - unreachable;
    left.end = store::PastRun::End::Finished;
    left.endedAt = now;
    return left;
}

} // namespace podium::models
