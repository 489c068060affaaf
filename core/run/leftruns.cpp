// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/run/leftruns.h"

#include "core/base/jobs.h"

#include <QHash>
#include <QSet>

#include <algorithm>
#include <utility>

namespace podium::run {

namespace {

/// Each worker once, in the order of the first time.
std::vector<WorkerRef> distinct(const std::vector<WorkerRef> &workers)
{
    std::vector<WorkerRef> once;
    QSet<WorkerRef> known;
    for (const WorkerRef &worker : workers) {
        if (!known.contains(worker)) {
            known.insert(worker);
            once.push_back(worker);
        }
    }
    return once;
}

bool isAnswered(const WorkerState &worker)
{
    return worker.ending && std::holds_alternative<ssh::Exited>(*worker.ending);
}

/// The runs of which workers tell, those that are in the same state together.
class ToldRuns final
{
public:
    void add(const DetachedRun &its, const WorkerRef &worker)
    {
        const QString key = its.id + QStringLiteral(" %1 %2").arg(int(its.state)).arg(its.status);
        if (!m_places.contains(key)) {
            m_places.insert(key, m_runs.size());
            m_runs.push_back(
                {its.id, its.command, its.startedAt, its.state, its.status, its.how, {}, {}});
        }
        LeftRun &run = m_runs.at(m_places.value(key));
        run.workers.push_back(worker);
        run.marks.push_back(its.mark);
    }
    [[nodiscard]] std::vector<LeftRun> take() { return std::move(m_runs); }

private:
    std::vector<LeftRun> m_runs;
    QHash<QString, std::size_t> m_places;
};

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
    ToldRuns told;
    QSet<WorkerRef> silent;
    const auto &states = list.state().workers();
    for (std::size_t slot = 0; slot < states.size(); ++slot) {
        if (!isAnswered(states[slot])) {
            silent.insert(states[slot].worker);
            continue;
        }
        for (const DetachedRun &its :
             parseDetachedRuns(list.output().bytes(int(slot), ssh::OutputStream::Out))) {
            told.add(its, states[slot].worker);
        }
    }
    std::vector<LeftRun> runs = told.take();
    for (const DetachedRecord &record : records) {
        std::vector<WorkerRef> unknown;
        std::copy_if(
            record.workers.begin(), record.workers.end(), std::back_inserter(unknown),
            [&silent](const WorkerRef &worker) { return silent.contains(worker); });
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
    m_asked.insert(m_asked.end(), workers.begin(), workers.end());
    m_asked = distinct(m_asked);
    if (m_isBusy) {
        m_looksAgain = true;
        return;
    }
    m_isBusy = true;
    m_looksAgain = false;
    emit changed();
    runJob(
        this, [folder = m_folder] { return loadDetachedRecords(folder); },
        [this](const std::vector<DetachedRecord> &records) { ask(records); });
}

void LeftRuns::ask(const std::vector<DetachedRecord> &records)
{
    std::vector<WorkerRef> workers = m_asked;
    for (const DetachedRecord &record : records) {
        workers.insert(workers.end(), record.workers.begin(), record.workers.end());
    }
    workers = distinct(workers);
    const auto show = [this](std::vector<LeftRun> runs, std::vector<WorkerRef> silent) {
        m_runs = std::move(runs);
        m_silent = std::move(silent);
        m_isBusy = false;
        emit changed();
        if (m_looksAgain) {
            look();
        }
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

void LeftRuns::tellFailures(const RunState &endings, const QString &what)
{
    for (const WorkerState &state : endings.workers()) {
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
    start(detachedEnd(its.workers, its.id, isKill), [this, wasBusy](const Run &run) {
        tellFailures(run.state(), QStringLiteral("The run could not be ended on %1."));
        if (!wasBusy) {
            m_isBusy = false;
        }
        look(); // again, where one is under way: it may have asked before
    });
    emit changed();
}

void LeftRuns::forget(const LeftRun &its)
{
    if (std::exchange(m_isBusy, true)) {
        return;
    }
    const auto isSame = [&its](const LeftRun &other) { return other.id == its.id; };
    const bool isWhole = std::count_if(m_runs.begin(), m_runs.end(), isSame) == 1;
    const bool mayBeNowhere = !its.state;
    start(
        detachedForget(its.workers, its.id),
        [this, isWhole, mayBeNowhere, id = its.id](const Run &run) {
            const auto &states = run.state().workers();
            const bool isForgotten =
                std::all_of(states.begin(), states.end(), [&](const WorkerState &state) {
                    return !state.hasFailed() || (mayBeNowhere && isNowhere(state.worker));
                });
            if (!isForgotten) {
                tellFailures(run.state(), QStringLiteral("The run could not be forgotten on %1."));
            }
            runJob(
                this,
                [folder = m_folder, id, isGone = isWhole && isForgotten] {
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
    emit changed();
}

/// Of a node that is gone, or has no machines now: nobody would ever answer.
bool LeftRuns::isNowhere(const WorkerRef &worker) const
{
    return m_endpointOf(worker).address.isEmpty();
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
