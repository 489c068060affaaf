// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/models/people/notasked.h"

#include "core/inventory/targets.h"
#include "core/people/asked.h"

#include <QCoreApplication>

#include <algorithm>

namespace podium::models {

using people::PeopleService;
using people::WorkerCheck;

namespace {

struct NotAskedWords
{
    Q_DECLARE_TR_FUNCTIONS(NotAsked)
};

struct Reason
{
    QString text; ///< without the worker
    std::vector<WorkerRef> workers;
};

std::vector<Reason> reasonsOf(const PeopleService &service)
{
    std::vector<Reason> reasons;
    for (const WorkerRef &worker : service.workers()) {
        const WorkerCheck *check = service.check(worker);
        if (!check || !check->error || check->isLooking) {
            continue;
        }
        const QString text =
            check->error->text().replace(worker.text(), NotAskedWords::tr("the worker"));
        const auto known = std::find_if(
            reasons.begin(), reasons.end(), [&text](const Reason &r) { return r.text == text; });
        if (known == reasons.end()) {
            reasons.push_back({text, {worker}});
        } else {
            known->workers.push_back(worker);
        }
    }
    return reasons;
}

} // namespace

std::vector<NotAsked> notAsked(const PeopleService &service, const inventory::Snapshot &snapshot)
{
    std::vector<NotAsked> places;
    if (service.roster().people.empty() && service.roster().formerMembers.empty()) {
        return places;
    }
    for (const Reason &reason : reasonsOf(service)) {
        places.push_back(
            {inventory::describeWorkers(snapshot, reason.workers), reason.text,
             int(reason.workers.size())});
    }
    for (const NodeRef &node : people::stoppedNodes(snapshot, service.roster())) {
        places.push_back(
            {node.text(),
             NotAskedWords::tr("It is stopped. Once it is started, it has the accounts and keys "
                               "that it had."),
             0, true});
    }
    if (snapshot.error) {
        places.push_back({NotAskedWords::tr("All projects"), snapshot.error->text(), 0});
    }
    if (snapshot.projectsError) {
        places.push_back({NotAskedWords::tr("Other projects"), snapshot.projectsError->text(), 0});
    }
    for (const inventory::ScopeProblem &problem : snapshot.problems) {
        const QString project = problem.project.text();
        places.push_back(
            {problem.zone ? QString(project + QLatin1Char('/') + problem.zone->text()) : project,
             problem.error.text(), 0});
    }
    return places;
}

QString notAskedText(const std::vector<NotAsked> &places, int total)
{
    int workers = 0;
    int stopped = 0;
    int unlisted = 0;
    for (const NotAsked &place : places) {
        workers += place.workers;
        stopped += place.isStopped ? 1 : 0;
        unlisted += place.workers == 0 && !place.isStopped ? 1 : 0;
    }
    QStringList parts;
    if (workers > 0) {
        parts
            << (total == 1 ? NotAskedWords::tr("The only worker could not be asked")
                           : NotAskedWords::tr("%1 of %2 workers could not be asked")
                                 .arg(workers)
                                 .arg(total));
    }
    if (stopped > 0) {
        parts
            << (stopped == 1 ? NotAskedWords::tr("1 stopped node was not asked")
                             : NotAskedWords::tr("%1 stopped nodes were not asked").arg(stopped));
    }
    if (unlisted > 0) {
        parts
            << (unlisted == 1
                    ? NotAskedWords::tr("1 project or zone could not be listed")
                    : NotAskedWords::tr("%1 projects or zones could not be listed").arg(unlisted));
    }
    return parts.isEmpty() ? QString()
                           : NotAskedWords::tr("%1. Nothing is known of who can log in there.")
                                 .arg(parts.join(QStringLiteral("; ")));
}

} // namespace podium::models
