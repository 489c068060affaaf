// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/podiumctl/valuesjson.h" // first: it has what Format is

#include "app/podiumctl/disk/diskworktask.h"
#include "app/podiumctl/disk/workerdisks.h"

#include "app/composition/services.h"
#include "app/podiumctl/terminal.h"
#include "core/disk/attachment.h"

#include <algorithm>
#include <utility>

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

} // namespace

DiskWorkTask::DiskWorkTask(app::Services &services, DisksArguments arguments, QObject *parent)
    : TargetTask(
          runServices(services, QStringList{nodeWord(arguments)}), QStringList{nodeWord(arguments)},
          parent)
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
    auto found = disk::findAttachment(m_arguments.disk, workers, list->disks, list->attached);
    // What was detached without a release may have left its line.
    if (!found && m_arguments.action == WorkWish::Release && list->unreachable.isEmpty() &&
        !disk::hasDisk(workers.front().node, m_arguments.disk, list->disks, list->attached)) {
        if (found.error().kind == ErrorKind::NotFound) {
            m_noDisk = found.error();
        }
        found = disk::goneDisk(m_arguments.disk, workers);
    }
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

void DiskWorkTask::showPlans()
{
    for (const WorkerDisks &worker : m_session->workers()) {
        if (const auto problem = problemOf(worker)) {
            printError(*problem);
        }
    }
    if (!m_arguments.json) {
        printGrouped(m_services.inventory.snapshot(), m_session->workers(), planLinesOf);
    }
    if (!m_session->hasWork()) {
        end(false);
        return;
    }
    if (isWished(QStringLiteral("Do it?"), m_arguments.yes, !m_arguments.json)) {
        then(&DiskWorkTask::showOutcomes);
        m_session->carryOut();
        return;
    }
    printError(needsYes(QStringLiteral("Nothing was done.")));
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
        printGrouped(m_services.inventory.snapshot(), m_session->workers(), outcomeLinesOf);
    }
    end(true);
}

bool DiskWorkTask::isUnknownDisk() const
{
    const auto &workers = m_session->workers();
    return m_noDisk && std::none_of(workers.begin(), workers.end(), [](const WorkerDisks &worker) {
               return worker.plan.leftLine || worker.plan.leftMount;
           });
}

void DiskWorkTask::end(bool isCarriedOut)
{
    const auto &workers = m_session->workers();
    if (isUnknownDisk()) {
        printError(*m_noDisk);
    }
    const auto any = [&workers](auto holds) {
        return std::any_of(workers.begin(), workers.end(), holds);
    };
    const bool isUnconfirmed = !isCarriedOut && m_session->hasWork();
    const bool isRefused =
        any([](const WorkerDisks &worker) { return worker.plan.error.has_value(); });
    const bool isMissing = any([](const WorkerDisks &worker) { return worker.error.has_value(); });
    const bool isBad =
        any([](const WorkerDisks &worker) { return worker.outcome && !worker.outcome->isGood; });
    const ExitCode code = isUnconfirmed || isRefused ? ExitRefused
                          : isMissing                ? ExitUnreachable
                          : isUnknownDisk()          ? ExitRefused
                          : isBad                    ? ExitDifferent
                                                     : ExitDone;
    if (m_arguments.json) {
        printJson(
            {{"action", text(disk::workName(workOf(m_arguments.action)))},
             {"done", isCarriedOut && code == ExitDone},
             {"disk", text(m_arguments.disk)},
             {"workers", workersJson(workers)}},
            2);
    }
    emit finished(code);
}

void DiskWorkTask::interrupt()
{
    interruptSession(m_session.get());
}

} // namespace podium::ctl
