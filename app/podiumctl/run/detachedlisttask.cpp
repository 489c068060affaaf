// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/podiumctl/run/detachedtasks.h"

#include "app/podiumctl/terminal.h"
#include "core/models/run/pastrunsmodel.h"

#include <QSet>

#include <algorithm>
#include <utility>

namespace podium::ctl {

using run::DetachedRunOnWorker;

namespace {

QString headOf(const QByteArray &command)
{
    return QString::fromUtf8(command).section(QLatin1Char('\n'), 0, 0).left(60);
}

/// A script's name, where this machine has started it; else how the command begins.
QString titleOf(const run::DetachedRun &detached, const std::vector<store::PastRun> &past)
{
    const auto found =
        std::find_if(past.begin(), past.end(), [&detached](const store::PastRun &run) {
            return run.id == detached.id && !run.title.isEmpty();
        });
    return found == past.end() ? headOf(detached.command) : found->title;
}

QString stateText(const run::DetachedRun &detached)
{
    if (!detached.state) {
        return detached.isAbsent ? QStringLiteral("not there") : QStringLiteral("no answer");
    }
    switch (*detached.state) {
    case DetachedRunOnWorker::State::Running:
        return QStringLiteral("running");
    case DetachedRunOnWorker::State::Exited:
        return QStringLiteral("exit %1").arg(detached.status);
    case DetachedRunOnWorker::State::Stopped:
        return QStringLiteral("stopped");
    case DetachedRunOnWorker::State::Died:
        break;
    }
    return QStringLiteral("died");
}

Json names(const std::vector<WorkerRef> &workers)
{
    Json names = Json::array();
    for (const WorkerRef &worker : workers) {
        names.push_back(text(worker.text()));
    }
    return names;
}

} // namespace

DetachedListTask::DetachedListTask(
    RunServices services, DetachedArguments arguments, QObject *parent)
    : DetachedTask(std::move(services), std::move(arguments), parent)
{}

/// Of programs that were killed: where what they ran may run on, until it is ended or forgotten.
void DetachedListTask::reportOrphans(const std::vector<WorkerRef> &workers)
{
    const QSet<WorkerRef> asked(workers.begin(), workers.end());
    for (const run::OrphanedRun &orphan :
         run::orphanedRuns(run::journalFolder(m_services.stateDir))) {
        if (orphan.isOver()) {
            run::forgetRun(orphan);
            continue;
        }
        if (orphan.isUnknown) {
            printNote(QStringLiteral("a program was killed during a run of which nothing is known "
                                     "any more, not where it may still run; its file was last "
                                     "written to at %1 (podiumctl forget %2 --yes forgets it)")
                          .arg(orphan.lastNoteAt.toString(Qt::ISODate), orphan.id));
            m_orphans.push_back(orphan);
            continue;
        }
        if (!m_targets.isEmpty() &&
            std::none_of(
                orphan.mayRun.begin(), orphan.mayRun.end(),
                [&asked](const WorkerRef &worker) { return asked.contains(worker); })) {
            continue;
        }
        printNote(QStringLiteral("a program was killed during its run of %1; it may still run on "
                                 "%2: %3 (podiumctl attach %4 to show, end or forget it)")
                      .arg(
                          orphan.startedAt.toString(Qt::ISODate), namesOf(orphan.mayRun),
                          headOf(orphan.command), orphan.id));
        m_orphans.push_back(orphan);
    }
}

void DetachedListTask::addOrphans(std::vector<QStringList> &rows, Json &list) const
{
    for (const run::OrphanedRun &orphan : m_orphans) {
        const QString state =
            orphan.isUnknown ? QStringLiteral("unknown") : QStringLiteral("may still run");
        rows.push_back(
            {orphan.id, state, orphan.startedAt.toString(Qt::ISODate), QString(),
             namesOf(orphan.mayRun), headOf(orphan.command)});
        list.push_back(
            {{"id", text(orphan.id)},
             {"state", text(state)},
             {"startedAt", orphan.isUnknown ? Json(nullptr) : Json(time(orphan.startedAt))},
             {"workers", orphan.isUnknown ? Json(nullptr) : names(orphan.mayRun)},
             {"command", text(QString::fromUtf8(orphan.command))}});
    }
}

void DetachedListTask::runOn(const std::vector<WorkerRef> &workers)
{
    reportOrphans(workers);
    // As it is before they are asked: what is launched meanwhile is not taken for forgotten.
    auto records = run::loadDetachedRecords(recordsFolder());
    using Runs = Result<std::vector<store::PastRun>>;
    runThen(run::detachedList(workers), [this, records = std::move(records)] {
        m_services.runHistory.runs(
            models::PastRunsModel::Limit,
            {this, [this, records](const Runs &past) {
                 print(records, past ? *past : std::vector<store::PastRun>());
             }});
    });
}

void DetachedListTask::print(
    const std::vector<run::DetachedRecord> &records, const std::vector<store::PastRun> &past)
{
    for (const run::WorkerState &state : m_run->state().workers()) {
        if (state.hasFailed()) {
            printNote(
                state.worker.text() + QStringLiteral(": ") + run::describeEnding(*state.ending));
        }
    }
    printWhyNot();
    std::vector<QStringList> rows{
        {QStringLiteral("ID"), QStringLiteral("STATE"), QStringLiteral("STARTED"),
         QStringLiteral("UNDER"), QStringLiteral("WORKERS"), QStringLiteral("COMMAND")}};
    Json list = Json::array();
    const auto found = run::detachedRuns(*m_run, records);
    for (const run::DetachedRun &detached : found) {
        rows.push_back(
            {detached.id, stateText(detached), detached.startedAt.toString(Qt::ISODate),
             detached.how, namesOf(detached.workers), titleOf(detached, past)});
        Json json{
            {"id", text(detached.id)},
            {"state", text(stateText(detached))},
            {"startedAt", time(detached.startedAt)},
            {"workers", names(detached.workers)},
            {"command", text(QString::fromUtf8(detached.command))}};
        if (detached.state == DetachedRunOnWorker::State::Exited) {
            json["status"] = detached.status;
        }
        list.push_back(std::move(json));
    }
    addOrphans(rows, list);
    if (m_arguments.json) {
        printJson({{"runs", std::move(list)}}, 2);
    } else {
        printTable(rows);
    }
    keepEndings(
        models::seenEndings(found), [this] { emit finished(run::exitCode(m_run->state())); });
}

} // namespace podium::ctl
