// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/podiumctl/valuesjson.h" // first: it has what Format is

#include "app/podiumctl/disk/diskstask.h"

#include "app/composition/services.h"
#include "app/podiumctl/disk/disktable.h"
#include "app/podiumctl/disk/diskwish.h"
#include "app/podiumctl/disk/workerdisks.h"
#include "app/podiumctl/nodes/listtasks.h"
#include "app/podiumctl/terminal.h"
#include "core/disk/detachcheck.h"
#include "core/inventory/targets.h"

#include <algorithm>

namespace podium::ctl {

using namespace podium::lifecycle;
using cloud::Disk;
using DiskWish = DisksArguments::Action;

namespace {

/// The status of an outcome that was not: who refuses, and whether it is known.
ExitCode codeOf(const Error &error)
{
    switch (error.kind) {
    case ErrorKind::Timeout:
    case ErrorKind::Network:
        return ExitUnreachable;
    case ErrorKind::Refused:
    case ErrorKind::Conflict:
    case ErrorKind::AlreadyExists:
    case ErrorKind::NotFound:
        return ExitRefused;
    case ErrorKind::InvalidArgument:
        return ExitUsage;
    default:
        return ExitCloud;
    }
}

} // namespace

DisksTask::DisksTask(app::Services &services, DisksArguments arguments, QObject *parent)
    : Task(parent)
    , m_services(services)
    , m_arguments(std::move(arguments))
    , m_client(services.http, services.endpoints)
{}

void DisksTask::start()
{
    // Of Detach, workers are asked.
    m_services.source.setAsksHostKeys(m_arguments.action == DiskWish::Detach);
    connect(&m_services.inventory, &inventory::Inventory::refreshed, this, &DisksTask::askForDisks);
    m_services.inventory.refresh();
}

void DisksTask::askForDisks()
{
    disconnect(&m_services.inventory, nullptr, this, nullptr);
    m_facts.standing = m_services.inventory.sharedSnapshot();
    if (const auto &error = m_facts.standing->error) {
        printError(*error);
        emit finished(ExitCloud);
        return;
    }
    for (const cloud::Project &project : m_facts.standing->projects) {
        if (m_arguments.project.isEmpty() || m_arguments.project == project.id.text()) {
            m_waiting.push_back(project.id);
        }
    }
    if (m_waiting.empty()) {
        printError(wrongDiskWords(QStringLiteral("There is no such project.")));
        emit finished(ExitUsage);
        return;
    }
    for (const ProjectId &project : std::vector<ProjectId>(m_waiting)) {
        m_client.list(project, {this, [this, project](const Result<cloud::DiskList> &list) {
                                    handleDisks(project, list);
                                }});
    }
}

void DisksTask::handleDisks(const ProjectId &project, const Result<cloud::DiskList> &list)
{
    if (list) {
        m_facts.disks.insert(m_facts.disks.end(), list->disks.begin(), list->disks.end());
        m_facts.attached.insert(list->attached.begin(), list->attached.end());
        for (const QString &zone : list->unreachable) {
            m_unreachable << project.text() + QLatin1Char('/') + zone;
            m_facts.unreachable.emplace_back(project, zone);
        }
    } else {
        m_errors.emplace(project, list.error());
    }
    std::erase(m_waiting, project);
    if (m_waiting.empty()) {
        std::stable_sort(
            m_facts.disks.begin(), m_facts.disks.end(),
            [](const Disk &a, const Disk &b) { return a.project < b.project; });
        if (m_arguments.action == DiskWish::List) {
            emit finished(printDisks({m_facts, m_errors, m_unreachable}, m_arguments.json));
            return;
        }
        plan();
    }
}

/// A project that could not be asked matters where it is the one, or may have what was not found,
/// or a second disk of the name.
std::optional<Error> DisksTask::gapOf(const Result<DiskRequest> &wanted) const
{
    const bool isAny = !wanted || wanted->action == DiskAction::Delete;
    const auto gap = isAny ? m_errors.begin() : m_errors.find(wanted->project);
    return gap == m_errors.end() ? std::nullopt : std::optional(gap->second);
}

void DisksTask::plan()
{
    const auto wanted = diskRequest(m_arguments, m_facts);
    if (const auto gap = gapOf(wanted)) {
        printError(*gap);
        emit finished(ExitCloud);
        return;
    }
    if (!wanted) {
        const bool mayBeThere = m_arguments.action != DiskWish::Create && !m_unreachable.isEmpty();
        for (const QString &zone : mayBeThere ? m_unreachable : QStringList()) {
            printUnreachable(zone);
        }
        printError(wanted.error());
        emit finished(mayBeThere ? ExitUnreachable : ExitUsage);
        return;
    }
    m_plan = planDisk(*wanted, m_facts);
    if (m_plan.error) {
        if (!m_arguments.json) {
            printError(*m_plan.error);
        }
        const bool isUnknown = m_plan.error->kind == ErrorKind::Unavailable; // its zone was silent
        end(false, m_plan.error, isUnknown ? ExitUnreachable : codeOf(*m_plan.error));
    } else if (m_plan.request.action == DiskAction::Detach) {
        lookAtWorkers();
    } else {
        propose();
    }
}

void DisksTask::lookAtWorkers()
{
    const inventory::NodeEntry *entry = m_facts.standing->find(*m_plan.request.node);
    std::vector<WorkerRef> workers;
    for (int index = 0; entry && index < int(entry->node.workers.size()); ++index) {
        workers.push_back({entry->node.ref, index});
    }
    if (entry && entry->node.state == cloud::NodeState::Stopped) {
        m_left << releaseHint();
        propose(); // none has it mounted
        return;
    }
    if (workers.empty()) {
        m_lookProblem = Error{
            ErrorKind::Refused,
            QStringLiteral("Whether its workers have the disk mounted is not known: the node is "
                           "not stopped, and the cloud names none."),
            {},
            QStringLiteral("Look again when it is ready or stopped."),
            m_plan.request.node->text()};
        propose();
        return;
    }
    const auto found =
        disk::findAttachment(m_arguments.disk, workers, m_facts.disks, m_facts.attached);
    if (found) {
        lookThere(*found);
    } else {
        m_lookProblem = found.error();
        propose();
    }
}

QString DisksTask::releaseHint() const
{
    return QStringLiteral("`podiumctl disks release %1 %2` does that.")
        .arg(m_arguments.disk, nodeWord(m_arguments));
}

void DisksTask::lookThere(const disk::Attachment &attachment)
{
    m_session = std::make_unique<disk::DiskSession>(m_services.runService(), attachment.workers);
    connect(m_session.get(), &disk::DiskSession::narrowed, this, &printNote);
    m_release = attachment.request;
    m_release.work = disk::Work::Release;
    m_release.device = m_arguments.device;
    thenInterruptible(&DisksTask::propose);
    m_session->look(m_release);
}

void DisksTask::thenInterruptible(void (DisksTask::*next)())
{
    disconnect(m_session.get(), &disk::DiskSession::done, this, nullptr);
    connect(m_session.get(), &disk::DiskSession::done, this, [this, next] {
        if (m_isInterrupted) {
            endInterrupted();
            return;
        }
        (this->*next)();
    });
}

void DisksTask::interrupt()
{
    if (m_session && m_session->isBusy()) {
        m_isInterrupted = true;
        m_session->stop();
    } else if (m_plan.request.disk.isEmpty()) {
        Task::interrupt(); // there is no plan yet
    } else {
        endInterrupted();
    }
}

void DisksTask::endInterrupted()
{
    const Error ended{
        ErrorKind::Cancelled,
        QStringLiteral("It was ended: what the workers or Google had begun may be done or not."),
        {},
        QStringLiteral("Look again.")};
    end(false, ended, ExitInterrupted);
}

bool DisksTask::isHeldBack()
{
    return isHeldBackBy(m_session ? disk::checkDetach(m_session->workers()).error : m_lookProblem);
}

bool DisksTask::isHeldBackBy(std::optional<Error> problem)
{
    if (!problem || m_arguments.unreleased) {
        return false;
    }
    problem->hint = QStringLiteral("It was not detached. %1 --unreleased detaches it all the same: "
                                   "what is not written yet is lost.")
                        .arg(problem->hint);
    Error shown = *problem;
    shown.detail.clear(); // the workers were told
    printError(shown);
    end(false, problem, ExitRefused);
    return true;
}

void DisksTask::showPlan() const
{
    printLine(planTitle(m_plan));
    for (const QString &sentence : QStringList(m_plan.sentences + m_left)) {
        printLine(QStringLiteral("  ") + sentence);
    }
    if (m_session) {
        printGrouped(*m_facts.standing, m_session->workers(), planLinesOf);
    }
}

void DisksTask::propose()
{
    sayUnreached();
    if (!m_arguments.json) {
        showPlan();
    }
    if (isHeldBack()) {
        return;
    }
    if (!isWished(QStringLiteral("Do it?"), m_arguments.yes, !m_arguments.json)) {
        const Error refusal = needsYes(QStringLiteral("Nothing was done."));
        printError(refusal);
        end(false, refusal, ExitRefused);
    } else if (m_session && m_session->hasWork()) {
        thenInterruptible(&DisksTask::handleRelease);
        m_session->carryOut();
    } else if (m_arguments.yes) {
        carryOut();
    } else {
        lookOnceMore();
    }
}

void DisksTask::sayUnreached()
{
    if (m_lookProblem) {
        printError(*m_lookProblem);
    }
    if (!m_session) {
        return;
    }
    for (const disk::WorkerDisks &worker : m_session->workers()) {
        if (const auto problem = problemOf(worker)) {
            printError(*problem);
        }
    }
    const auto unreached = disk::checkDetach(m_session->workers()).unreached;
    if (!unreached.empty()) {
        m_left << QStringLiteral("Whether %1 has it mounted is not known: what is not written yet "
                                 "is lost. ")
                          .arg(inventory::describeWorkers(*m_facts.standing, unreached)) +
                      disk::leftByDetach()
               << releaseHint();
    }
}

void DisksTask::handleRelease()
{
    for (const disk::WorkerDisks &worker : m_session->workers()) {
        if (worker.error && worker.plan.canBegin()) {
            printError(*worker.error); // others were told before
        }
    }
    if (!m_arguments.json) {
        printGrouped(*m_facts.standing, m_session->workers(), outcomeLinesOf);
    }
    if (!isHeldBack()) {
        lookOnceMore();
    }
}

void DisksTask::lookOnceMore()
{
    if (!m_session || m_arguments.unreleased) {
        carryOut();
        return;
    }
    m_released = m_session->workers();
    thenInterruptible(&DisksTask::handleLastLook);
    m_session->look(m_release);
}

void DisksTask::handleLastLook()
{
    const auto problem = disk::checkReleased(m_session->workers());
    if (!problem) {
        carryOut();
        return;
    }
    m_released.clear(); // what is so now is told
    printNote(problem->detail);
    (void)isHeldBackBy(problem);
}

void DisksTask::carryOut()
{
    auto *run = new DiskRun(m_client, m_services.tpu, m_plan, {}, this);
    connect(run, &DiskRun::finished, this, [this](const Result<> &outcome) {
        if (!outcome) {
            printError(outcome.error());
            end(false, outcome.error(), codeOf(outcome.error()));
            return;
        }
        if (!m_arguments.json) {
            printNote(QStringLiteral("Done and verified."));
            if (m_plan.request.action == DiskAction::Attach) {
                printNote(QStringLiteral("The workers use it after: podiumctl disks prepare %1 %2")
                              .arg(m_arguments.disk, m_arguments.node));
            }
        }
        end(true, {}, ExitDone);
    });
    run->start();
}

void DisksTask::end(bool isDone, const std::optional<Error> &error, ExitCode code)
{
    if (m_arguments.json) {
        Json result{
            {"action", text(verbOf(m_plan.request.action))},
            {"done", isDone},
            {"disk", text(m_plan.request.disk)},
            {"plan", textsJson(QStringList{planTitle(m_plan)} + m_plan.sentences + m_left)},
            {"usdPerDay", dollarsOrNull(m_plan.dollarsPerDay)}};
        if (m_plan.request.action == DiskAction::Detach) {
            result["workers"] = !m_released.empty() ? workersJson(m_released)
                                : m_session         ? workersJson(m_session->workers())
                                                    : Json(Json::array());
        }
        result["error"] = error ? errorJson(*error) : Json();
        printJson(result, 2);
    }
    emit finished(code);
}

} // namespace podium::ctl
