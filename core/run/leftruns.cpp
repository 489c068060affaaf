// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/run/leftruns.h"

#include "core/base/jobs.h"

#include <algorithm>
#include <utility>

namespace podium::run {

namespace {

bool contains(const std::vector<WorkerRef> &workers, const WorkerRef &worker)
{
    return std::find(workers.begin(), workers.end(), worker) != workers.end();
}

void addWorkers(std::vector<WorkerRef> &to, const std::vector<WorkerRef> &workers)
{
    for (const WorkerRef &worker : workers) {
        if (!contains(to, worker)) {
            to.push_back(worker);
        }
    }
}

bool isAnswered(const WorkerState &worker)
{
    return worker.ending && std::holds_alternative<ssh::Exited>(*worker.ending);
}

/// Adds a worker to the runs of the same id that are as this one.
void addTo(std::vector<LeftRun> &runs, LeftRun its)
{
    const auto same = std::find_if(runs.begin(), runs.end(), [&its](const LeftRun &other) {
        return other.id == its.id && other.state == its.state && other.status == its.status;
    });
    if (same == runs.end()) {
        runs.push_back(std::move(its));
        return;
    }
    same->workers.insert(same->workers.end(), its.workers.begin(), its.workers.end());
    same->marks.insert(same->marks.end(), its.marks.begin(), its.marks.end());
}

LeftRun remembered(const DetachedRecord &record, const std::vector<WorkerRef> &workers)
{
    return {
        record.id,
        record.command,
        record.startedAt,
        std::nullopt,
        0,
        {},
        workers,
        std::vector<ReadMark>(workers.size())};
}

} // namespace

std::vector<LeftRun> leftRuns(const Run &list, const std::vector<DetachedRecord> &records)
{
    std::vector<LeftRun> runs;
    std::vector<WorkerRef> silent;
    const auto &states = list.state().workers();
    for (std::size_t slot = 0; slot < states.size(); ++slot) {
        if (!isAnswered(states[slot])) {
            silent.push_back(states[slot].worker);
            continue;
        }
        for (const DetachedRun &its :
             parseDetachedRuns(list.output().bytes(int(slot), ssh::OutputStream::Out))) {
            addTo(
                runs, {its.id,
                       its.command,
                       its.startedAt,
                       its.state,
                       its.status,
                       its.how,
                       {states[slot].worker},
                       {its.mark}});
        }
    }
    for (const DetachedRecord &record : records) {
        std::vector<WorkerRef> unknown;
        std::copy_if(
            record.workers.begin(), record.workers.end(), std::back_inserter(unknown),
            [&silent](const WorkerRef &worker) { return contains(silent, worker); });
        if (!unknown.empty()) {
            runs.push_back(remembered(record, unknown));
        }
    }
    std::stable_sort(runs.begin(), runs.end(), [](const LeftRun &a, const LeftRun &b) {
        return a.startedAt < b.startedAt;
    });
    return runs;
}

LeftRuns::LeftRuns(
    ssh::Transport &transport, Run::EndpointOf endpointOf, const Clock &clock, QString folder,
    QObject *parent)
    : QObject(parent)
    , m_transport(transport)
    , m_endpointOf(std::move(endpointOf))
    , m_clock(clock)
    , m_folder(std::move(folder))
{}

LeftRuns::~LeftRuns() = default;

void LeftRuns::start(RunSpec spec, Done done)
{
    auto *run = new Run(std::move(spec), m_transport, m_endpointOf, m_clock, this);
    // Later: the run is still in its own signal, and goes.
    connect(
        run, &Run::finished, this,
        [run, done = std::move(done)] {
            done(*run);
            run->deleteLater();
        },
        Qt::QueuedConnection);
    run->start();
}

void LeftRuns::loadKnown()
{
    runJob(
        this, [folder = m_folder] { return loadDetachedRecords(folder); },
        [this](const std::vector<DetachedRecord> &records) {
            if (m_isBusy) {
                return; // whoever is asked knows better
            }
            m_runs.clear();
            for (const DetachedRecord &record : records) {
                m_runs.push_back(remembered(record, record.workers));
            }
            emit changed();
        });
}

void LeftRuns::look(const std::vector<WorkerRef> &workers)
{
    addWorkers(m_asked, workers);
    if (m_isBusy) {
        return;
    }
    m_isBusy = true;
    emit changed();
    runJob(
        this, [folder = m_folder] { return loadDetachedRecords(folder); },
        [this](const std::vector<DetachedRecord> &records) { ask(records); });
}

void LeftRuns::ask(const std::vector<DetachedRecord> &records)
{
    std::vector<WorkerRef> workers = m_asked;
    for (const DetachedRecord &record : records) {
        addWorkers(workers, record.workers);
    }
    const auto show = [this](std::vector<LeftRun> runs, std::vector<WorkerRef> silent) {
        m_runs = std::move(runs);
        m_silent = std::move(silent);
        m_isBusy = false;
        emit changed();
    };
    if (workers.empty()) {
        return show({}, {});
    }
    start(detachedList(workers), [show, records](const Run &run) {
        std::vector<WorkerRef> silent;
        for (const WorkerState &state : run.state().workers()) {
            if (!isAnswered(state)) {
                silent.push_back(state.worker);
            }
        }
        show(leftRuns(run, records), std::move(silent));
    });
}

void LeftRuns::tellFailures(const Run &run, const QString &what)
{
    for (const WorkerState &state : run.state().workers()) {
        if (state.hasFailed()) {
            emit failed(
                {ErrorKind::Unavailable, what.arg(state.worker.text()),
                 describeEnding(*state.ending), QStringLiteral("Look again, then try once more."),
                 state.worker.text()});
            return; // one is enough: the list says the rest
        }
    }
}

void LeftRuns::end(const LeftRun &its, bool isKill)
{
    // Not to be held up by a look: somebody wants it to stop.
    const bool wasBusy = std::exchange(m_isBusy, true);
    emit changed();
    start(detachedEnd(its.workers, its.id, isKill), [this, wasBusy](const Run &run) {
        tellFailures(run, QStringLiteral("The run could not be ended on %1."));
        if (!wasBusy) {
            m_isBusy = false;
            look();
        }
    });
}

void LeftRuns::forget(const LeftRun &its)
{
    if (std::exchange(m_isBusy, true)) {
        return;
    }
    emit changed();
    const auto isSame = [&its](const LeftRun &other) { return other.id == its.id; };
    const bool isWhole = std::count_if(m_runs.begin(), m_runs.end(), isSame) == 1;
    start(detachedForget(its.workers, its.id), [this, isWhole, id = its.id](const Run &run) {
        tellFailures(run, QStringLiteral("The run could not be forgotten on %1."));
        const bool isGone = isWhole && run.state().summary().ok == int(run.spec().workers.size());
        runJob(
            this,
            [folder = m_folder, id, isGone] {
                if (isGone) {
                    removeDetachedRecord(folder, id);
                }
                return isGone;
            },
            [this](bool) {
                m_isBusy = false;
                look();
            });
    });
}

void LeftRuns::remember(const DetachedRecord &record, std::function<void(const Result<> &)> done)
{
    runJob(
        this, [folder = m_folder, record] { return saveDetachedRecord(folder, record); },
        std::move(done));
}

void LeftRuns::keepMarks(
    const std::vector<WorkerRef> &workers, const QString &id, const std::vector<ReadMark> &marks,
    std::function<void()> done)
{
    start(detachedMark(workers, id, marks), [done = std::move(done)](const Run &) {
        if (done) {
            done();
        }
    });
}

ReadMarks::ReadMarks(Run &run, std::vector<ReadMark> from) : QObject(&run), m_marks(std::move(from))
{
    m_marks.resize(run.spec().workers.size());
    connect(
        &run, &Run::outputArrived, this,
        [this](int slot, ssh::OutputStream stream, const QByteArray &bytes) {
            ReadMark &mark = m_marks[std::size_t(slot)];
            (stream == ssh::OutputStream::Out ? mark.out : mark.err) += bytes.size();
        });
}

} // namespace podium::run
