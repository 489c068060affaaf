// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/podiumctl/run/detachedtasks.h"

#include "app/podiumctl/run/reasons.h"
#include "app/podiumctl/terminal.h"
#include "core/inventory/inventory.h"
#include "core/models/activity/activity.h"
#include "core/models/run/pastrunsmodel.h"

#include <QSet>

#include <algorithm>
#include <utility>

namespace podium::ctl {

using run::DetachedRunOnWorker;

namespace {

constexpr int LongestAnswer = 400; ///< of a worker's own words

Error unknownRun(const QString &id)
{
    return {
        ErrorKind::NotFound,
        QStringLiteral("This machine does not know where %1 runs.").arg(id),
        {},
        QStringLiteral("Name its nodes as well, behind the id."),
        id};
}

} // namespace

DetachedTask::DetachedTask(RunServices services, DetachedArguments arguments, QObject *parent)
    : TargetTask(std::move(services), arguments.targets, parent)
    , m_arguments(std::move(arguments))
{}

Result<std::vector<WorkerRef>>
DetachedTask::chooseWorkers(const inventory::Snapshot &snapshot) const
{
    if (!m_targets.isEmpty()) {
        return TargetTask::chooseWorkers(snapshot);
    }
    std::vector<WorkerRef> workers;
    QSet<WorkerRef> known;
    for (const run::DetachedRecord &record : run::loadDetachedRecords(recordsFolder())) {
        if (!m_arguments.id.isEmpty() && m_arguments.id != record.id) {
            continue;
        }
        for (const WorkerRef &worker : record.workers) {
            if (!known.contains(worker)) {
                known.insert(worker);
                workers.push_back(worker);
            }
        }
    }
    if (workers.empty() && !m_arguments.id.isEmpty()) {
        return failure(unknownRun(m_arguments.id));
    }
    return workers;
}

void DetachedTask::runThen(run::RunSpec spec, std::function<void()> next)
{
    m_run = makeRun(std::move(spec));
    // Later: the run is still in its own signal, and the next takes its place.
    connect(m_run.get(), &run::Run::finished, this, std::move(next), Qt::QueuedConnection);
    m_run->start();
}

QByteArray DetachedTask::saidBy(int slot) const
{
    return m_run->output().bytes(slot, ssh::OutputStream::Out);
}

void DetachedTask::printWhyNot() const
{
    printReasons(m_run->state(), namer());
}

void DetachedTask::keepEndings(std::vector<models::SeenEndings> seen, std::function<void()> next)
{
    using Runs = Result<std::vector<store::PastRun>>;
    m_services.runHistory.runs(
        models::PastRunsModel::Limit,
        {this, [this, seen = std::move(seen), next = std::move(next)](const Runs &runs) {
             const auto all = runs ? *runs : std::vector<store::PastRun>();
             for (const store::PastRun &run : all) {
                 for (const models::SeenEndings &each : seen) {
                     const auto ended = models::endedRun(run, each, m_services.clock.now());
                     if (ended) {
                         m_services.runHistory.end(*ended);
                         m_services.history.append(models::activityOfLeftRun(
                             models::pastRunTitle(*ended), models::pastRunPlaces(*ended), *ended,
                             each.workers));
                     }
                 }
             }
             next();
         }});
}

AttachTask::AttachTask(RunServices services, DetachedArguments arguments, QObject *parent)
    : DetachedTask(std::move(services), std::move(arguments), parent)
{}

void AttachTask::runOn(const std::vector<WorkerRef> &workers)
{
    runThen(run::detachedList(workers), [this] { follow(); });
}

void AttachTask::follow()
{
    const auto &states = m_run->state().workers();
    for (int slot = 0; slot < int(states.size()); ++slot) {
        const WorkerRef &worker = states[size_t(slot)].worker;
        const auto runs = run::parseDetachedRuns(saidBy(slot));
        const auto found =
            std::find_if(runs.begin(), runs.end(), [this](const DetachedRunOnWorker &run) {
                return run.id == m_arguments.id;
            });
        if (found != runs.end()) {
            m_workers.push_back(worker);
            m_marks.push_back(m_arguments.fromStart ? run::ReadMark() : found->mark);
            m_times.push_back(found->times);
            m_command = QString::fromUtf8(found->command);
        } else {
            m_exitCode = ExitUnreachable;
            const bool isAsked = !states[size_t(slot)].hasFailed();
            (isAsked ? m_seen.absent : m_seen.summary.unreachable) += 1;
            printNote(QStringLiteral("%1: %2").arg(
                worker.text(), states[size_t(slot)].hasFailed()
                                   ? run::describeEnding(*states[size_t(slot)].ending)
                                   : QStringLiteral("does not know this run")));
        }
    }
    printWhyNot();
    if (m_workers.empty()) {
        emit finished(m_exitCode);
        return;
    }
    run::RunSpec reading = run::detachedFollow(m_workers, m_arguments.id, m_marks);
    reading.title = m_command;
    reading.times = m_times;
    runThen(std::move(reading), [this] { keepMarks(); });
    m_printer =
        m_arguments.json ? makeJsonPrinter(*m_run, namer()) : makePrefixPrinter(*m_run, namer());
    connect(
        m_run.get(), &run::Run::outputArrived, this,
        [this](int slot, ssh::OutputStream stream, const QByteArray &bytes) {
            if (!m_isLettingGo) { // what is not printed has not been read
                run::ReadMark &mark = m_marks[size_t(slot)];
                (stream == ssh::OutputStream::Out ? mark.out : mark.err) += bytes.size();
                m_printer->output(slot, stream, bytes);
            }
        });
    connect(m_run.get(), &run::Run::workerEnded, this, [this](int slot) {
        if (!m_isLettingGo) { // else it has not ended, only its reading
            m_printer->ended(slot);
        }
    });
}

void AttachTask::keepMarks()
{
    m_isLettingGo ? m_printer->detach() : m_printer->finished();
    m_exitCode =
        std::max(m_exitCode, m_isLettingGo ? int(ExitInterrupted) : run::exitCode(m_run->state()));
    m_printer.reset();
    const int silent = m_seen.summary.unreachable;
    m_seen.id = m_arguments.id;
    m_seen.workers = m_workers;
    m_seen.summary = m_run->state().summary();
    m_seen.summary.unreachable += silent;
    if (hasLostOutput()) {
        printNote(QStringLiteral("What was lost of it counts as not read; the next to attach will "
                                 "read it again."));
        end();
        return;
    }
    runThen(run::detachedMark(m_workers, m_arguments.id, m_marks), [this] {
        if (run::exitCode(m_run->state()) != ExitDone) {
            printNote(QStringLiteral("Not all workers know how far this was read; the next to "
                                     "attach will read some of it again."));
        }
        end();
    });
}

void AttachTask::end()
{
    if (m_isLettingGo) {
        emit finished(m_exitCode);
        return;
    }
    keepEndings({m_seen}, [this] { emit finished(m_exitCode); });
}

void AttachTask::interrupt()
{
    if (!m_printer || std::exchange(m_isLettingGo, true)) {
        emit finished(ExitInterrupted);
        return;
    }
    printNote(QStringLiteral("let go; it goes on. podiumctl attach %1").arg(m_arguments.id));
    m_run->stop();
}

DetachedEndTask::DetachedEndTask(RunServices services, DetachedArguments arguments, QObject *parent)
    : DetachedTask(std::move(services), std::move(arguments), parent)
{}

void DetachedEndTask::runOn(const std::vector<WorkerRef> &workers)
{
    runThen(run::detachedEnd(workers, m_arguments.id, m_arguments.kill), [this] {
        const auto &states = m_run->state().workers();
        for (int slot = 0; slot < int(states.size()); ++slot) {
            const QByteArray said = saidBy(slot);
            const run::WorkerEnding &ending = *states[size_t(slot)].ending;
            const QString now = said.contains("podium gone")   ? QStringLiteral("gone")
                                : said.contains("podium left") ? QStringLiteral("still runs")
                                : run::knowsNoSuchRun(ending)
                                    ? QStringLiteral("does not know this run")
                                    : run::describeEnding(ending);
            printLine(states[size_t(slot)].worker.text() + QStringLiteral(": ") + now);
        }
        printWhyNot();
        emit finished(run::exitCode(m_run->state()));
    });
}

DetachedForgetTask::DetachedForgetTask(
    RunServices services, DetachedArguments arguments, QObject *parent)
    : DetachedTask(std::move(services), std::move(arguments), parent)
{}

void DetachedForgetTask::runOn(const std::vector<WorkerRef> &workers)
{
    if (run::isBeingLaunched(recordsFolder(), m_arguments.id)) {
        printNote(QStringLiteral("not forgotten: it is still being started, or read by the Podium "
                                 "that started it"));
        emit finished(ExitRefused);
        return;
    }
    if (!m_arguments.isConfirmed) {
        printNote(QStringLiteral("This deletes its output and its exit status on %1, for all who "
                                 "have not read them; --yes does it.")
                      .arg(namesOf(workers)));
        emit finished(ExitRefused);
        return;
    }
    runThen(run::detachedForget(workers, m_arguments.id), [this] { handleAnswers(); });
}

/// Nobody would ever answer, and what it kept went with it.
bool DetachedForgetTask::isDeleted(const WorkerRef &worker) const
{
    const inventory::Snapshot &snapshot = m_services.inventory.snapshot();
    return !snapshot.find(worker.node) && snapshot.coverage.provesGone(worker.node);
}

void DetachedForgetTask::handleAnswers()
{
    std::vector<WorkerRef> gone;
    const auto &states = m_run->state().workers();
    for (int slot = 0; slot < int(states.size()); ++slot) {
        const run::WorkerState &state = states[size_t(slot)];
        if (!state.hasFailed() || isDeleted(state.worker)) {
            gone.push_back(state.worker);
            continue;
        }
        const QByteArray why = m_run->output().bytes(slot, ssh::OutputStream::Err);
        printNote(QStringLiteral("%1: %2 %3")
                      .arg(
                          state.worker.text(), run::describeEnding(*state.ending),
                          QString::fromUtf8(why.left(LongestAnswer)))
                      .trimmed());
    }
    printWhyNot();
    run::dropFromDetachedRecord(recordsFolder(), m_arguments.id, gone);
    const bool isAll = gone.size() == states.size();
    emit finished(isAll ? int(ExitDone) : run::exitCode(m_run->state()));
}

} // namespace podium::ctl
