// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/podiumctl/valuesjson.h" // first: it has what Format is

#include "app/podiumctl/disk/workerdisks.h"

#include "app/podiumctl/terminal.h"
#include "core/inventory/targets.h"

#include <algorithm>
#include <utility>

namespace podium::ctl {

using disk::WorkerDisks;

namespace {

Json workerDisksJson(const WorkerDisks &worker)
{
    Json plan = Json::array();
    for (const QString &line : planLinesOf(worker)) {
        plan.push_back(text(line));
    }
    Json steps = Json::array();
    if (worker.outcome) {
        for (const remote::Step &step : worker.outcome->steps) {
            steps.push_back(
                {{"step", text(step.name)},
                 {"state", text(remote::stepStateName(step.state))},
                 {"detail", text(step.detail)}});
        }
    }
    const auto problem = problemOf(worker);
    return {
        {"worker", text(worker.worker.text())},
        {"device", worker.plan.disk ? Json(text(worker.plan.disk->path)) : Json(nullptr)},
        {"formats", worker.plan.formats},
        {"plan", plan},
        {"steps", steps},
        {"good", worker.outcome       ? Json(worker.outcome->isGood)
                 : worker.plan.isDone ? Json(true)
                                      : Json(nullptr)},
        {"outcome", worker.outcome ? Json(text(disk::outcomeText(worker.plan, *worker.outcome)))
                                   : Json(nullptr)},
        {"error", problem ? errorJson(*problem) : Json(nullptr)}};
}

} // namespace

QString nodeWord(const DisksArguments &arguments)
{
    const bool isWhole = arguments.project.isEmpty() || arguments.node.contains(QLatin1Char('/'));
    return isWhole ? arguments.node
                   : QStringLiteral("%1/%2").arg(arguments.project, arguments.node);
}

QStringList planLinesOf(const WorkerDisks &worker)
{
    return worker.error || worker.plan.error ? QStringList() : worker.plan.sentences;
}

QStringList outcomeLinesOf(const WorkerDisks &worker)
{
    return worker.outcome ? QStringList{disk::outcomeText(worker.plan, *worker.outcome)}
                          : QStringList();
}

/// Why nothing is done on it; nothing: it is, or need not be.
std::optional<Error> problemOf(const WorkerDisks &worker)
{
    std::optional<Error> error = worker.error ? worker.error : worker.plan.error;
    if (error) {
        error->subject = worker.worker.text();
    }
    return error;
}

void printGrouped(
    const inventory::Snapshot &snapshot, const std::vector<WorkerDisks> &workers,
    QStringList (*linesOf)(const WorkerDisks &))
{
    std::vector<std::pair<QStringList, std::vector<WorkerRef>>> groups;
    for (const WorkerDisks &worker : workers) {
        const QStringList lines = linesOf(worker);
        auto group = std::find_if(groups.begin(), groups.end(), [&lines](const auto &each) {
            return each.first == lines;
        });
        if (lines.isEmpty()) {
            continue;
        }
        if (group == groups.end()) {
            groups.push_back({lines, {}});
            group = groups.end() - 1;
        }
        group->second.push_back(worker.worker);
    }
    for (const auto &[lines, refs] : groups) {
        printLine(QStringLiteral("%1:").arg(inventory::describeWorkers(snapshot, refs)));
        for (const QString &line : lines) {
            printLine(QStringLiteral("  %1").arg(line));
        }
    }
}

Json workersJson(const std::vector<WorkerDisks> &workers)
{
    Json list = Json::array();
    for (const WorkerDisks &worker : workers) {
        list.push_back(workerDisksJson(worker));
    }
    return list;
}

} // namespace podium::ctl
