// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/run/detached/detachedrun.h"

#include <QHash>
#include <QSet>

#include <algorithm>
#include <iterator>
#include <utility>
#include <variant>

namespace podium::run {

namespace {

/// The runs of which workers tell, those that are in the same state together.
class ToldRuns final
{
public:
    explicit ToldRuns(const std::vector<DetachedRecord> &records)
    {
        for (const DetachedRecord &record : records) {
            m_tellers.insert(record.id, {});
        }
    }
    void add(const DetachedRunOnWorker &onWorker, const WorkerRef &worker)
    {
        if (const auto tellers = m_tellers.find(onWorker.id); tellers != m_tellers.end()) {
            tellers->insert(worker);
        }
        const QString key =
            onWorker.id + QStringLiteral(" %1 %2").arg(int(onWorker.state)).arg(onWorker.status);
        if (!m_places.contains(key)) {
            m_places.insert(key, m_runs.size());
            m_runs.push_back(
                {onWorker.id,
                 onWorker.command,
                 onWorker.times.startedAt,
                 onWorker.state,
                 onWorker.status,
                 onWorker.how,
                 {},
                 {},
                 {}});
        }
        DetachedRun &run = m_runs.at(m_places.value(key));
        run.workers.push_back(worker);
        run.marks.push_back(onWorker.mark);
        run.times.push_back(onWorker.times);
    }
    [[nodiscard]] bool isToldBy(const QString &id, const WorkerRef &worker) const
    {
        return m_tellers.value(id).contains(worker);
    }
    [[nodiscard]] std::vector<DetachedRun> take() { return std::move(m_runs); }

private:
    QHash<QString, QSet<WorkerRef>> m_tellers; ///< of those that this machine remembers
    std::vector<DetachedRun> m_runs;
    QHash<QString, std::size_t> m_places;
};

DetachedRun
remembered(const DetachedRecord &record, const std::vector<WorkerRef> &workers, bool isAbsent)
{
    return {
        record.id,
        record.command,
        record.startedAt,
        std::nullopt,
        0,
        {},
        workers,
        std::vector<ReadMark>(workers.size()),
        {},
        isAbsent};
}

/// Those of the record of whom this is true.
template <typename Predicate>
void addRemembered(
    const DetachedRecord &record, const Predicate &is, bool isAbsent, std::vector<DetachedRun> &to)
{
    std::vector<WorkerRef> workers;
    std::copy_if(record.workers.begin(), record.workers.end(), std::back_inserter(workers), is);
    if (!workers.empty()) {
        to.push_back(remembered(record, workers, isAbsent));
    }
}

} // namespace

bool knowsNoSuchRun(const WorkerEnding &ending)
{
    return ending == WorkerEnding(ssh::Exited{66}); // see script/end.sh
}

bool hasAnswered(const WorkerState &worker)
{
    return worker.ending && std::holds_alternative<ssh::Exited>(*worker.ending);
}

DetachedRun rememberedRun(const DetachedRecord &record)
{
    return remembered(record, record.workers, false);
}

int runningCount(const std::vector<DetachedRun> &runs)
{
    QSet<QString> running;
    for (const DetachedRun &run : runs) {
        const bool isRunning = run.state == DetachedRunOnWorker::State::Running;
        if (isRunning || (!run.state && !run.isAbsent)) {
            running.insert(run.id);
        }
    }
    return running.size();
}

std::vector<DetachedRun> detachedRuns(const Run &list, const std::vector<DetachedRecord> &records)
{
    ToldRuns told(records);
    QSet<WorkerRef> asked;
    QSet<WorkerRef> open; ///< have told all that they know
    const auto &states = list.state().workers();
    for (std::size_t slot = 0; slot < states.size(); ++slot) {
        asked.insert(states[slot].worker);
        if (!hasAnswered(states[slot])) {
            continue;
        }
        const auto runs = parseDetachedRuns(list.output().bytes(int(slot), ssh::OutputStream::Out));
        for (const DetachedRunOnWorker &onWorker : runs) {
            told.add(onWorker, states[slot].worker);
        }
        if (*states[slot].ending == WorkerEnding(ssh::Exited{0}) &&
            list.output().cutBytes(int(slot)) == 0 &&
            int(runs.size()) < DetachedRunOnWorker::MostOfAWorker) {
            open.insert(states[slot].worker);
        }
    }
    std::vector<DetachedRun> runs = told.take();
    for (const DetachedRecord &record : records) {
        const auto isAbsent = [&](const WorkerRef &worker) {
            return open.contains(worker) && !told.isToldBy(record.id, worker);
        };
        const auto mayRun = [&](const WorkerRef &worker) {
            return asked.contains(worker) && !open.contains(worker) &&
                   !told.isToldBy(record.id, worker);
        };
        addRemembered(record, mayRun, false, runs);
        if (!record.isBeingLaunched) { // else it may begin yet
            addRemembered(record, isAbsent, true, runs);
        }
    }
    std::stable_sort(runs.begin(), runs.end(), [](const DetachedRun &a, const DetachedRun &b) {
        return a.startedAt < b.startedAt;
    });
    return runs;
}

} // namespace podium::run
