// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/podiumctl/valuesjson.h" // first: it has what Format is

#include "app/podiumctl/lifecycle/diskstask.h"

#include "app/composition/services.h"
#include "app/podiumctl/nodes/listtasks.h"
#include "app/podiumctl/people/peopletask.h"
#include "app/podiumctl/terminal.h"
#include "core/lifecycle/pricetable.h"

#include <algorithm>
#include <cmath>

#include <unistd.h>

namespace podium::ctl {

using namespace podium::lifecycle;
using cloud::Disk;
using DiskWish = DisksArguments::Action;

namespace {

Json dollarsOrNull(const std::optional<double> &dollars)
{
    constexpr double cents = 100;
    return dollars ? Json(std::round(*dollars * cents) / cents) : Json();
}

Json textsJson(const QStringList &texts)
{
    Json list = Json::array();
    for (const QString &each : texts) {
        list.push_back(text(each));
    }
    return list;
}

Error wrongWords(const QString &summary, const QString &hint = {})
{
    return {ErrorKind::InvalidArgument, summary, {}, hint, {}};
}

std::optional<double> priceOf(const Disk &disk)
{
    return PriceTable::builtIn().diskDollarsPerDay(disk.type, double(disk.gib));
}

DiskAction diskActionOf(DiskWish action)
{
    switch (action) {
    case DiskWish::Delete:
        return DiskAction::Delete;
    case DiskWish::Attach:
        return DiskAction::Attach;
    case DiskWish::Detach:
        return DiskAction::Detach;
    default:
        return DiskAction::Create;
    }
}

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
    m_services.source.setAsksHostKeys(false);
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
        printError(wrongWords(QStringLiteral("There is no such project.")));
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
        m_unreachable += list->unreachable;
    } else {
        m_errors.emplace(project, list.error());
    }
    std::erase(m_waiting, project);
    if (m_waiting.empty()) {
        std::stable_sort(
            m_facts.disks.begin(), m_facts.disks.end(),
            [](const Disk &a, const Disk &b) { return a.project < b.project; });
        m_arguments.action == DiskWish::List ? printList() : plan();
    }
}

void DisksTask::printList()
{
    Json disks = Json::array();
    std::vector<QStringList> rows{
        {QStringLiteral("PROJECT"), QStringLiteral("ZONE"), QStringLiteral("DISK"),
         QStringLiteral("TYPE"), QStringLiteral("GIB"), QStringLiteral("STATUS"),
         QStringLiteral("ATTACHED TO"), QStringLiteral("A DAY, BY LIST PRICE")}};
    for (const Disk &disk : m_facts.disks) {
        const QStringList nodes = holdersText(disk, m_facts.attached);
        const auto price = priceOf(disk);
        const QStringList shown = nodes.isEmpty() ? disk.users : nodes;
        rows.push_back(
            {disk.project.text(), disk.zone.text(), disk.name, disk.type, QString::number(disk.gib),
             disk.status, shown.isEmpty() ? QStringLiteral("-") : shown.join(QStringLiteral(", ")),
             price ? dollarText(*price) : QStringLiteral("unknown")});
        disks.push_back(
            {{"project", text(disk.project.text())},
             {"zone", text(disk.zone.text())},
             {"name", text(disk.name)},
             {"type", text(disk.type)},
             {"gib", disk.gib},
             {"status", text(disk.status)},
             {"nodes", textsJson(nodes)},
             {"users", textsJson(disk.users)},
             {"usdPerDay", dollarsOrNull(price)}});
    }
    Json errors = Json::array();
    for (const auto &[project, error] : m_errors) {
        Json each = errorJson(error);
        each["project"] = text(project.text());
        errors.push_back(std::move(each));
        printError(error);
    }
    if (m_arguments.json) {
        printJson(
            {{"disks", disks}, {"unreachable", textsJson(m_unreachable)}, {"errors", errors}}, 2);
    } else {
        printTable(rows);
    }
    for (const QString &zone : std::as_const(m_unreachable)) {
        printNote(QStringLiteral("%1 did not answer; what disks it has is not known.").arg(zone));
    }
    emit finished(
        !m_errors.empty()          ? ExitCloud
        : !m_unreachable.isEmpty() ? ExitUnreachable
                                   : ExitDone);
}

Result<DiskRequest> DisksTask::ofNode(DiskRequest request) const
{
    const QStringList parts = m_arguments.node.split(QLatin1Char('/'));
    std::vector<NodeRef> fitting;
    for (const inventory::NodeEntry &entry : m_facts.standing->nodes) {
        const NodeRef &ref = entry.node.ref;
        const bool fits =
            ref.name.text() == parts.last() &&
            (parts.size() < 2 || ref.project.text() == parts.first()) &&
            (parts.size() < 3 || ref.zone.text() == parts[1]) &&
            (m_arguments.project.isEmpty() || ref.project.text() == m_arguments.project);
        if (fits) {
            fitting.push_back(ref);
        }
    }
    if (fitting.size() != 1) {
        QStringList names;
        for (const NodeRef &ref : fitting) {
            names << ref.text();
        }
        return failure(wrongWords(
            fitting.empty() ? QStringLiteral("No node is called %1.").arg(m_arguments.node)
                            : QStringLiteral("Several nodes are called %1: %2.")
                                  .arg(m_arguments.node, names.join(QStringLiteral(", ")))));
    }
    request.node = fitting.front();
    request.project = fitting.front().project;
    request.zone = fitting.front().zone;
    request.isReadOnly = m_arguments.readOnly;
    if (m_arguments.worker >= 0) {
        request.worker = m_arguments.worker;
    }
    return request;
}

Result<DiskRequest> DisksTask::ofDisk(DiskRequest request) const
{
    std::vector<const Disk *> fitting;
    for (const Disk &disk : m_facts.disks) {
        if (disk.name == m_arguments.disk &&
            (m_arguments.zone.isEmpty() || disk.zone.text() == m_arguments.zone)) {
            fitting.push_back(&disk);
        }
    }
    if (fitting.size() != 1) {
        return failure(wrongWords(
            fitting.empty() ? QStringLiteral("No disk is called %1.").arg(m_arguments.disk)
                            : QStringLiteral("Several disks are called %1.").arg(m_arguments.disk),
            fitting.empty() ? QString() : QStringLiteral("Add --project and --zone.")));
    }
    request.project = fitting.front()->project;
    request.zone = fitting.front()->zone;
    return request;
}

Result<DiskRequest> DisksTask::request() const
{
    DiskRequest request;
    request.action = diskActionOf(m_arguments.action);
    request.disk = m_arguments.disk;
    if (request.action == DiskAction::Attach || request.action == DiskAction::Detach) {
        return ofNode(std::move(request));
    }
    if (request.action == DiskAction::Delete) {
        return ofDisk(std::move(request));
    }
    const auto zone = Zone::parse(m_arguments.zone);
    const auto &projects = m_facts.standing->projects;
    const auto project = m_arguments.project.isEmpty() && projects.size() == 1
                             ? std::optional(projects.front().id)
                             : ProjectId::parse(m_arguments.project);
    if (!zone || !project) {
        return failure(wrongWords(
            zone ? QStringLiteral("There are several projects.")
                 : QStringLiteral("\"%1\" is no zone.").arg(m_arguments.zone),
            zone ? QStringLiteral("Say --project.") : QString()));
    }
    request.project = *project;
    request.zone = *zone;
    request.type = m_arguments.type.isEmpty() ? QStringLiteral("pd-balanced") : m_arguments.type;
    request.gib = m_arguments.gib;
    return request;
}

void DisksTask::plan()
{
    const auto wanted =
        m_errors.empty() ? request() : Result<DiskRequest>(failure(m_errors.begin()->second));
    if (!wanted) {
        printError(wanted.error());
        emit finished(m_errors.empty() ? ExitUsage : ExitCloud);
        return;
    }
    const DiskPlan planned = planDisk(*wanted, m_facts);
    if (planned.error) {
        if (!m_arguments.json) {
            printError(*planned.error);
        }
        end(planned, false, planned.error, codeOf(*planned.error));
        return;
    }
    if (!m_arguments.json) {
        printLine(planTitle(planned));
        for (const QString &sentence : planned.sentences) {
            printLine(QStringLiteral("  ") + sentence);
        }
        if (planned.request.action == DiskAction::Detach) {
            printNote(
                QStringLiteral("podiumctl disks release %1 %2 says who uses it, and unmounts it.")
                    .arg(m_arguments.disk, m_arguments.node));
        }
    }
    const bool mayAsk = isTerminal(STDIN_FILENO) && !m_arguments.json;
    if (m_arguments.yes || (mayAsk && confirm(QStringLiteral("Do it?")))) {
        carryOut(planned);
        return;
    }
    const Error refusal{
        ErrorKind::Refused,
        QStringLiteral("Nothing was done."),
        {},
        QStringLiteral("Say --yes to do it."),
        {}};
    printError(refusal);
    end(planned, false, refusal, ExitRefused);
}

void DisksTask::carryOut(const DiskPlan &plan)
{
    auto *run = new DiskRun(m_client, m_services.tpu, plan, {}, this);
    connect(run, &DiskRun::finished, this, [this, plan](const Result<> &outcome) {
        if (!outcome) {
            printError(outcome.error());
            end(plan, false, outcome.error(), codeOf(outcome.error()));
            return;
        }
        if (!m_arguments.json) {
            printNote(QStringLiteral("Done and verified."));
            if (plan.request.action == DiskAction::Attach) {
                printNote(QStringLiteral("The workers use it after: podiumctl disks prepare %1 %2")
                              .arg(m_arguments.disk, m_arguments.node));
            }
        }
        end(plan, true, {}, ExitDone);
    });
    run->start();
}

void DisksTask::end(
    const DiskPlan &plan, bool isDone, const std::optional<Error> &error, ExitCode code)
{
    if (m_arguments.json) {
        printJson(
            {{"action", text(verbOf(plan.request.action))},
             {"done", isDone},
             {"disk", text(plan.request.disk)},
             {"plan", textsJson(QStringList{planTitle(plan)} + plan.sentences)},
             {"usdPerDay", dollarsOrNull(plan.dollarsPerDay)},
             {"error", error ? errorJson(*error) : Json()}},
            2);
    }
    emit finished(code);
}

} // namespace podium::ctl
