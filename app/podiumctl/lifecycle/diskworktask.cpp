// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/podiumctl/valuesjson.h" // first: it has what Format is

#include "app/podiumctl/lifecycle/diskworktask.h"

#include "app/composition/services.h"
#include "app/podiumctl/people/peopletask.h"
#include "app/podiumctl/terminal.h"
#include "core/disk/attachment.h"

#include <algorithm>
#include <utility>

#include <unistd.h>

namespace podium::ctl {

using disk::WorkerDisks;
using WorkWish = DisksArguments::Action;

namespace {

disk::Work workOf(WorkWish action)
{
    switch (action) {
    case WorkWish::Grow:
        return disk::Work::Grow;
    case WorkWish::Release:
        return disk::Work::Release;
    default:
        return disk::Work::Prepare;
    }
}

QStringList targetOf(const DisksArguments &arguments)
{
    const bool isWhole = arguments.project.isEmpty() || arguments.node.contains(QLatin1Char('/'));
    return {
        isWhole ? arguments.node : QStringLiteral("%1/%2").arg(arguments.project, arguments.node)};
}

Error refusedWork(const QString &summary, const QString &hint)
{
    return {ErrorKind::Refused, summary, {}, hint, {}};
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

DiskWorkTask::DiskWorkTask(app::Services &services, DisksArguments arguments, QObject *parent)
    : TargetTask(runServices(services, targetOf(arguments)), targetOf(arguments), parent)
    , m_arguments(std::move(arguments))
    , m_client(services.http, services.endpoints)
{}

void DiskWorkTask::runOn(const std::vector<WorkerRef> &workers)
{
    const bool isOneNode =
        std::all_of(workers.begin(), workers.end(), [&workers](const WorkerRef &worker) {
            return worker.node == workers.front().node;
        });
    if (workers.empty() || !isOneNode) {
        printError(
            {ErrorKind::InvalidArgument,
             workers.empty() ? QStringLiteral("It has no workers.")
                             : QStringLiteral("A disk of one node at a time."),
             {},
             {},
             m_arguments.node});
        emit finished(ExitUsage);
        return;
    }
    m_client.list(
        workers.front().node.project, {this, [this, workers](const Result<cloud::DiskList> &list) {
                                           handleDisks(workers, list);
                                       }});
}

void DiskWorkTask::handleDisks(
    const std::vector<WorkerRef> &workers, const Result<cloud::DiskList> &list)
{
    if (!list) {
        printError(list.error());
        emit finished(ExitCloud);
        return;
    }
    const auto found = disk::findAttachment(m_arguments.disk, workers, list->disks, list->attached);
    if (!found) {
        for (const QString &zone : list->unreachable) {
            printNote(
                QStringLiteral("%1 did not answer; what disks it has is not known.").arg(zone));
        }
        printError(found.error());
        emit finished(list->unreachable.isEmpty() ? ExitRefused : ExitUnreachable);
        return;
    }
    disk::WorkRequest request = found->request;
    request.work = workOf(m_arguments.action);
    request.device = m_arguments.device;
    if (!m_arguments.folder.isEmpty()) {
        request.folder = m_arguments.folder;
    }
    m_session = std::make_unique<disk::DiskSession>(runService(), found->workers);
    connect(m_session.get(), &disk::DiskSession::narrowed, this, &printNote);
    then(&DiskWorkTask::showPlans);
    m_session->look(request);
}

void DiskWorkTask::then(void (DiskWorkTask::*next)())
{
    disconnect(m_session.get(), &disk::DiskSession::done, this, nullptr);
    connect(m_session.get(), &disk::DiskSession::done, this, [this, next] {
        if (m_isInterrupted) {
            emit finished(ExitInterrupted);
            return;
        }
        (this->*next)();
    });
}

void DiskWorkTask::printGrouped(QStringList (*linesOf)(const WorkerDisks &)) const
{
    std::vector<std::pair<QStringList, std::vector<WorkerRef>>> groups;
    for (const WorkerDisks &worker : m_session->workers()) {
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
    for (const auto &[lines, workers] : groups) {
        printLine(QStringLiteral("%1:").arg(namesOf(workers)));
        for (const QString &line : lines) {
            printLine(QStringLiteral("  %1").arg(line));
        }
    }
}

void DiskWorkTask::showPlans()
{
    for (const WorkerDisks &worker : m_session->workers()) {
        if (const auto problem = problemOf(worker)) {
            printError(*problem);
        }
    }
    if (!m_arguments.json) {
        printGrouped(planLinesOf);
    }
    if (!m_session->hasWork()) {
        end(false);
        return;
    }
    const bool mayAsk = isTerminal(STDIN_FILENO) && !m_arguments.json;
    if (m_arguments.yes || (mayAsk && confirm(QStringLiteral("Do it?")))) {
        then(&DiskWorkTask::showOutcomes);
        m_session->carryOut();
        return;
    }
    printError(
        refusedWork(QStringLiteral("Nothing was done."), QStringLiteral("Say --yes to do it.")));
    end(false);
}

void DiskWorkTask::showOutcomes()
{
    for (const WorkerDisks &worker : m_session->workers()) {
        if (worker.error && worker.plan.canBegin()) {
            printError(*worker.error); // others were told before
        }
    }
    if (!m_arguments.json) {
        printGrouped(outcomeLinesOf);
    }
    end(true);
}

void DiskWorkTask::end(bool isDone)
{
    const auto &workers = m_session->workers();
    if (m_arguments.json) {
        Json list = Json::array();
        for (const WorkerDisks &worker : workers) {
            list.push_back(workerDisksJson(worker));
        }
        printJson(
            {{"action", text(disk::workName(workOf(m_arguments.action)))},
             {"done", isDone},
             {"disk", text(m_arguments.disk)},
             {"workers", list}},
            2);
    }
    const auto any = [&workers](auto holds) {
        return std::any_of(workers.begin(), workers.end(), holds);
    };
    const bool isUnconfirmed = !isDone && m_session->hasWork();
    const bool isRefused =
        any([](const WorkerDisks &worker) { return worker.plan.error.has_value(); });
    const bool isMissing = any([](const WorkerDisks &worker) { return worker.error.has_value(); });
    const bool isBad =
        any([](const WorkerDisks &worker) { return worker.outcome && !worker.outcome->isGood; });
    emit finished(
        isUnconfirmed || isRefused ? ExitRefused
        : isMissing                ? ExitUnreachable
        : isBad                    ? ExitDifferent
                                   : ExitDone);
}

void DiskWorkTask::interrupt()
{
    interruptSession(m_session.get());
}

} // namespace podium::ctl
