// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/podiumctl/recipe/pastverdictstask.h"

#include "app/podiumctl/terminal.h"
#include "app/podiumctl/valuesjson.h"
#include "core/models/run/pastrecipe.h"
#include "core/models/run/pastrunsmodel.h"

#include <algorithm>
#include <utility>

namespace podium::ctl {

using recipe::WorkerVerdicts;
using store::PastRun;

namespace {

Json verdictsJson(const WorkerVerdicts &worker)
{
    Json steps = Json::array();
    for (const remote::Step &step : worker.steps) {
        steps.push_back(
            {{"step", text(step.name)}, {"state", text(remote::stepStateName(step.state))}});
    }
    return {
        {"worker", text(worker.worker.text())},
        {"good", worker.isGood()},
        {"begun", !worker.isNotBegun()},
        {"steps", std::move(steps)},
        {"error", worker.error ? Json(text(worker.error->summary)) : Json(nullptr)}};
}

void printVerdicts(const WorkerVerdicts &worker)
{
    const QString name = worker.worker.text();
    for (const remote::Step &step : worker.steps) {
        printLine(
            QStringLiteral("%1: %2: %3").arg(name, step.name, remote::stepStateName(step.state)));
    }
    if (worker.error) {
        printLine(QStringLiteral("%1: %2").arg(name, worker.error->summary));
    } else if (worker.isNotBegun()) {
        printLine(QStringLiteral("%1: not begun").arg(name));
    }
}

} // namespace

PastVerdictsTask::PastVerdictsTask(
    store::RunHistory history, QString id, bool json, QObject *parent)
    : Task(parent)
    , m_history(history)
    , m_id(std::move(id))
    , m_json(json)
{}

void PastVerdictsTask::start()
{
    m_history.runs(
        models::PastRunsModel::Limit, {this, [this](const Result<std::vector<PastRun>> &runs) {
                                           if (runs) {
                                               show(*runs);
                                           } else {
                                               printError(runs.error());
                                               emit finished(ExitRefused);
                                           }
                                       }});
}

void PastVerdictsTask::show(const std::vector<PastRun> &newestFirst)
{
    const auto found =
        std::find_if(newestFirst.begin(), newestFirst.end(), [this](const PastRun &run) {
            return !run.recipe.isEmpty() && (m_id.isEmpty() || run.id == m_id);
        });
    if (found == newestFirst.end()) {
        printError(
            {ErrorKind::NotFound,
             m_id.isEmpty() ? QStringLiteral("No recipe has been run on this machine yet.")
                            : QStringLiteral("No recipe was run as %1.").arg(m_id),
             {},
             QStringLiteral("`podiumctl runs --past` lists what was run."),
             m_id});
        emit finished(ExitUsage);
        return;
    }
    print(*found);
    emit finished(ExitDone);
}

void PastVerdictsTask::print(const PastRun &run) const
{
    const std::vector<WorkerVerdicts> workers = models::verdictsOf(run);
    if (!m_json) {
        printLine(QStringLiteral("%1 on %2, begun %3")
                      .arg(
                          run.title, models::pastRunPlaces(run),
                          run.startedAt.toUTC().toString(Qt::ISODate)));
        std::for_each(workers.begin(), workers.end(), printVerdicts);
        if (run.end == PastRun::End::Open) {
            printNote(QStringLiteral("how it ended is not known"));
        }
        return;
    }
    Json list = Json::array();
    for (const WorkerVerdicts &worker : workers) {
        list.push_back(verdictsJson(worker));
    }
    printJson(
        {{"run", text(run.id)},
         {"recipe", text(run.recipe)},
         {"program", text(run.program)},
         {"startedAt", time(run.startedAt)},
         {"endedAt", run.endedAt.isValid() ? Json(time(run.endedAt)) : Json(nullptr)},
         {"end", text(store::endName(run.end))},
         {"workers", std::move(list)}},
        2);
}

} // namespace podium::ctl
