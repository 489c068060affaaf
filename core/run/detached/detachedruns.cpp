// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/run/detached/detachedruns.h"

#include "core/base/jobs.h"

#include <QSet>

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

Error stillLaunched(const QString &id)
{
    return {
        ErrorKind::Refused, QStringLiteral("The run is not forgotten: it is still being started."),
        QStringLiteral("It is open in a Podium that has not seen it end on all of its workers."),
        QStringLiteral("Wait until it is over there, end it, or close it."), id};
}

} // namespace

DetachedRuns::DetachedRuns(
    ssh::Transport &transport, Run::EndpointOf endpointOf, const Clock &clock, QString folder,
    QObject *parent)
    : QObject(parent)
    , m_transport(transport)
    , m_endpointOf(std::move(endpointOf))
    , m_clock(clock)
    , m_folder(std::move(folder))
{}

DetachedRuns::~DetachedRuns() = default;

void DetachedRuns::start(RunSpec spec, Done done)
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

void DetachedRuns::loadKnown()
{
    runJob(
        this, [folder = m_folder] { return loadDetachedRecords(folder); },
        [this](const std::vector<DetachedRecord> &records) {
            if (m_isBusy) {
                return; // whoever is asked knows better
            }
            m_runs.clear();
            for (const DetachedRecord &record : records) {
                m_runs.push_back(rememberedRun(record));
            }
            emit changed();
        });
}

void DetachedRuns::look(const std::vector<WorkerRef> &workers)
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

void DetachedRuns::ask(const std::vector<DetachedRecord> &records)
{
    std::vector<WorkerRef> workers = m_asked;
    for (const DetachedRecord &record : records) {
        workers.insert(workers.end(), record.workers.begin(), record.workers.end());
    }
    workers = distinct(workers);
    const auto show = [this](std::vector<DetachedRun> runs, std::vector<WorkerRef> silent) {
        m_runs = std::move(runs);
        m_silent = std::move(silent);
        goOn(false);
    };
    if (workers.empty()) {
        return show({}, {});
    }
    start(detachedList(workers), [show, records](const Run &run) {
        std::vector<WorkerRef> silent;
        for (const WorkerState &state : run.state().workers()) {
            if (!hasAnswered(state)) {
                silent.push_back(state.worker);
            }
        }
        show(detachedRuns(run, records), std::move(silent));
    });
}

/// Something is over: what was asked for meanwhile is next, and at last a look.
void DetachedRuns::goOn(bool looks)
{
    m_isBusy = false;
    m_looksAgain = m_looksAgain || looks;
    emit changed();
    if (m_isBusy) {
        return; // whoever heard it has begun something
    }
    if (!m_toForget.empty()) {
        const DetachedRun next = m_toForget.front();
        m_toForget.erase(m_toForget.begin());
        forget(next);
    } else if (m_looksAgain) {
        look();
    }
}

void DetachedRuns::tellFailures(const RunState &endings, const QString &what)
{
    for (const WorkerState &state : endings.workers()) {
        if (state.hasFailed() && !knowsNoSuchRun(*state.ending)) {
            emit failed(
                {ErrorKind::Unavailable, what.arg(state.worker.text()),
                 describeEnding(*state.ending), QStringLiteral("Look again, then try once more."),
                 state.worker.text()});
            return; // one is enough: the list says the rest
        }
    }
}

void DetachedRuns::end(const DetachedRun &detached, bool isKill)
{
    // Not to be held up by a look: somebody wants it to stop.
    const bool wasBusy = std::exchange(m_isBusy, true);
    start(detachedEnd(detached.workers, detached.id, isKill), [this, wasBusy](const Run &run) {
        tellFailures(run.state(), QStringLiteral("The run could not be ended on %1."));
        if (wasBusy) {
            look(); // again, where one is under way: it may have asked before
        } else {
            goOn(true);
        }
    });
    emit changed();
}

void DetachedRuns::forget(const DetachedRun &detached)
{
    if (std::exchange(m_isBusy, true)) {
        m_toForget.push_back(detached);
        return;
    }
    runJob(
        this, [folder = m_folder, id = detached.id] { return isBeingLaunched(folder, id); },
        [this, detached](bool isHeld) {
            if (isHeld) {
                emit failed(stillLaunched(detached.id));
                goOn(true);
            } else if (detached.isAbsent) {
                drop(detached.id, detached.workers);
            } else {
                forgetOnWorkers(detached);
            }
        });
    emit changed();
}

void DetachedRuns::forgetHere(DetachedRun detached)
{
    detached.isAbsent = true; // nobody is asked
    forget(detached);
}

void DetachedRuns::forgetOnWorkers(const DetachedRun &detached)
{
    start(
        detachedForget(detached.workers, detached.id),
        [this, mayBeNowhere = !detached.state, id = detached.id](const Run &run) {
            std::vector<WorkerRef> gone;
            for (const WorkerState &state : run.state().workers()) {
                if (!state.hasFailed() || (mayBeNowhere && isNowhere(state.worker))) {
                    gone.push_back(state.worker);
                }
            }
            if (gone.size() < run.state().workers().size()) {
                tellFailures(run.state(), QStringLiteral("The run could not be forgotten on %1."));
            }
            drop(id, gone);
        });
}

/// These workers keep nothing of it.
void DetachedRuns::drop(const QString &id, const std::vector<WorkerRef> &workers)
{
    runJob(
        this,
        [folder = m_folder, id, workers] {
            dropFromDetachedRecord(folder, id, workers);
            return true;
        },
        [this](bool) { goOn(true); });
}

/// Of a node that is gone, or has no machines now: nobody would ever answer.
bool DetachedRuns::isNowhere(const WorkerRef &worker) const
{
    return m_endpointOf(worker).address.isEmpty();
}

void DetachedRuns::remember(const DetachedRecord &record, std::function<void(const Held &)> done)
{
    runJob(
        this, [folder = m_folder, record] { return holdLaunch(folder, record); }, std::move(done));
}

void DetachedRuns::keepMarks(
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
