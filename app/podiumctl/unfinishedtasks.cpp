// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/podiumctl/unfinishedtasks.h"

#include "app/podiumctl/exitcodes.h"
#include "app/podiumctl/terminal.h"
#include "core/run/unfinished.h"

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

std::optional<run::UnfinishedRun> unfinishedRun(const QString &stateDir, const QString &id)
{
    for (run::UnfinishedRun &its : run::unfinishedRuns(run::ledgerFolder(stateDir))) {
        if (its.id == id) {
            return std::move(its);
        }
    }
    return std::nullopt;
}

UnfinishedEndTask::UnfinishedEndTask(
    RunServices services, const DetachedArguments &arguments, run::UnfinishedRun its,
    QObject *parent)
    : TargetTask(std::move(services), arguments.targets, parent)
    , m_its(std::move(its))
    , m_isKill(arguments.kill)
{}

Result<std::vector<WorkerRef>>
UnfinishedEndTask::chooseWorkers(const inventory::Snapshot &snapshot) const
{
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

void UnfinishedEndTask::runOn(const std::vector<WorkerRef> &workers)
{
    run::UnfinishedRun asked = m_its;
    asked.mayRun = workers;
    m_run = makeRun(run::unfinishedEnd(asked, m_isKill));
    connect(m_run.get(), &run::Run::finished, this, &UnfinishedEndTask::tell);
    m_run->start();
}

/// Each line of what the workers have found.
void UnfinishedEndTask::tell()
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
    if (states.size() == m_its.mayRun.size() && run::mayStillRun(*m_run).empty()) {
        run::forgetRun(m_its);
    }
    emit finished(run::exitCode(m_run->state()));
}

UnfinishedForgetTask::UnfinishedForgetTask(
    const DetachedArguments &arguments, run::UnfinishedRun its, QObject *parent)
    : Task(parent)
    , m_its(std::move(its))
    , m_isConfirmed(arguments.isConfirmed)
{}

void UnfinishedForgetTask::start()
{
    if (!m_isConfirmed) {
        QStringList workers;
        for (const WorkerRef &worker : m_its.mayRun) {
            workers << worker.text();
        }
        printNote(QStringLiteral("It may still run on %1; --yes forgets that.")
                      .arg(workers.join(QStringLiteral(", "))));
        emit finished(ExitRefused);
        return;
    }
    run::forgetRun(m_its);
    emit finished(ExitDone);
}

} // namespace podium::ctl
