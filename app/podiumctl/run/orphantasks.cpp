// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/podiumctl/run/orphantasks.h"

#include "app/podiumctl/exitcodes.h"
#include "app/podiumctl/terminal.h"
#include "core/run/detached/orphanedrun.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace podium::ctl {

namespace {

bool contains(const std::vector<WorkerRef> &workers, const WorkerRef &worker)
{
    return std::find(workers.begin(), workers.end(), worker) != workers.end();
}

} // namespace

std::optional<run::OrphanedRun> orphanedRun(const QString &stateDir, const QString &id)
{
    for (run::OrphanedRun &orphan : run::orphanedRuns(run::journalFolder(stateDir))) {
        if (orphan.id == id) {
            return std::move(orphan);
        }
    }
    return std::nullopt;
}

OrphanTask::OrphanTask(
    RunServices services, const DetachedArguments &arguments, run::OrphanedRun orphan,
    QObject *parent)
    : TargetTask(std::move(services), arguments.targets, parent)
    , m_its(std::move(orphan))
    , m_arguments(arguments)
{}

Result<std::vector<WorkerRef>> OrphanTask::chooseWorkers(const inventory::Snapshot &snapshot) const
{
    if (m_its.isUnknown) {
        return failure(Error{
            ErrorKind::NotFound,
            QStringLiteral("Nothing is known of this run any more, not where it may still run."),
            {},
            QStringLiteral("podiumctl forget %1 --yes forgets it.").arg(m_its.id),
            m_its.id});
    }
    if (m_targets.isEmpty()) {
        return m_its.mayRun;
    }
    auto named = TargetTask::chooseWorkers(snapshot);
    if (!named) {
        return named;
    }
    std::vector<WorkerRef> both;
    std::copy_if(
        named->begin(), named->end(), std::back_inserter(both),
        [this](const WorkerRef &worker) { return contains(m_its.mayRun, worker); });
    if (both.empty()) {
        return failure(Error{
            ErrorKind::NotFound,
            QStringLiteral("It runs on none of them; it may on %1.").arg(namesOf(m_its.mayRun)),
            {},
            {},
            m_its.id});
    }
    return both;
}

run::RunSpec OrphanTask::question(const std::vector<WorkerRef> &workers) const
{
    run::OrphanedRun asked = m_its;
    asked.mayRun = workers;
    return m_arguments.action == DetachedArguments::Action::End
               ? run::orphanEnd(asked, m_arguments.kill)
               : run::orphanCheck(asked);
}

void OrphanTask::runOn(const std::vector<WorkerRef> &workers)
{
    if (m_arguments.action == DetachedArguments::Action::Attach) {
        printNote(QStringLiteral("Its output went to the program that was killed and cannot be "
                                 "read on; this is what still runs of it:"));
    }
    m_run = makeRun(question(workers));
    if (m_arguments.json) {
        m_events = makeJsonPrinter(*m_run, namer());
        m_events->follow(this);
    }
    connect(m_run.get(), &run::Run::finished, this, &OrphanTask::learn);
    m_run->start();
}

/// Each line of what the workers have found.
void OrphanTask::printFound() const
{
    const auto &states = m_run->state().workers();
    for (int slot = 0; slot < int(states.size()); ++slot) {
        const run::WorkerState &state = states[std::size_t(slot)];
        QStringList found = m_run->output().lines(slot);
        if (found.isEmpty()) {
            found << run::describeEnding(*state.ending);
        }
        for (const QString &line : std::as_const(found)) {
            printLine(state.worker.text() + QStringLiteral(": ") + line);
        }
    }
}

void OrphanTask::learn()
{
    if (m_events) {
        m_events->finished();
    } else {
        printFound();
    }
    std::vector<WorkerRef> left = run::mayStillRun(*m_run);
    const std::vector<WorkerRef> &asked = m_run->spec().workers;
    std::copy_if(
        m_its.mayRun.begin(), m_its.mayRun.end(), std::back_inserter(left),
        [&asked](const WorkerRef &worker) { return !contains(asked, worker); });
    run::keepOnly(m_its, left);
    emit finished(run::exitCode(m_run->state()));
}

OrphanForgetTask::OrphanForgetTask(
    const DetachedArguments &arguments, run::OrphanedRun orphan, QObject *parent)
    : Task(parent)
    , m_its(std::move(orphan))
    , m_isConfirmed(arguments.isConfirmed)
{}

void OrphanForgetTask::start()
{
    if (!m_isConfirmed) {
        QStringList workers;
        for (const WorkerRef &worker : m_its.mayRun) {
            workers << worker.text();
        }
        printNote(QStringLiteral("It may still run on %1; --yes forgets that.")
                      .arg(
                          m_its.isUnknown ? QStringLiteral("workers that are not known any more")
                                          : workers.join(QStringLiteral(", "))));
        emit finished(ExitRefused);
        return;
    }
    run::forgetRun(m_its);
    emit finished(ExitDone);
}

} // namespace podium::ctl
