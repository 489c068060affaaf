// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/podiumctl/lifecycle/grantlisttask.h"

#include "app/composition/services.h"
#include "app/podiumctl/lifecycle/grantsjson.h"
#include "app/podiumctl/lifecycle/grantsprint.h"
#include "app/podiumctl/terminal.h"
#include "core/lifecycle/pricetable.h"

#include <set>
#include <utility>

namespace podium::ctl {

using namespace podium::lifecycle;

GrantListTask::GrantListTask(app::Services &services, GrantsArguments arguments, QObject *parent)
    : Task(parent)
    , m_services(services)
    , m_arguments(std::move(arguments))
{}

void GrantListTask::start()
{
    m_services.grants.load({this, [this](Result<TpuGrants> grants) {
                                if (!grants) {
                                    printError(grants.error());
                                    emit finished(ExitRefused);
                                    return;
                                }
                                m_grants = std::move(*grants);
                                askForQueues();
                            }});
}

void GrantListTask::askForQueues()
{
    std::set<ProjectId> projects;
    for (const TpuGrant &grant : m_grants) {
        projects.insert(grant.project);
    }
    m_asked = projects.size();
    if (projects.empty()) {
        readNodes();
        return;
    }
    for (const ProjectId &project : projects) {
        m_services.tpu.listQueuedResources(
            project, {this, [this, project](const Result<cloud::QueuedResourceList> &list) {
                          handleQueue(project, list);
                      }});
    }
}

void GrantListTask::handleQueue(
    const ProjectId &project, const Result<cloud::QueuedResourceList> &list)
{
    m_queues[project] = projectQueue(list);
    if (m_queues.size() == m_asked) {
        readNodes();
    }
}

void GrantListTask::readNodes()
{
    m_services.snapshots.load(
        {this, [this](const inventory::Snapshot &standing) { print(standing); }});
}

void GrantListTask::print(const inventory::Snapshot &standing)
{
    const GrantReport report = grantReport(m_grants, standing, m_services.clock.now(), m_queues);
    const QDate today = m_services.clock.now().toUTC().date();
    if (m_arguments.json) {
        printJson(reportJson(m_grants, report, standing, today, m_queues), 2);
    } else {
        printReport(report, today);
        printNotes(report, standing);
    }
    emit finished(code());
}

void GrantListTask::printNotes(const GrantReport &report, const inventory::Snapshot &standing) const
{
    if (m_grants.empty()) {
        printNote(
            QStringLiteral("There is no TPU grant yet; add one with `podiumctl grants add`."));
    }
    for (const auto &[project, queue] : m_queues) {
        if (queue.error) {
            printError(*queue.error);
        }
    }
    if (!standing.asOf.isValid()) {
        printNote(QStringLiteral("No node has been seen yet; `podiumctl nodes` lists them."));
        return;
    }
    QStringList gaps;
    for (const GrantReport::Row &row : report.rows) {
        if (row.use.gap != GrantVerdict::Gap::None) {
            gaps << row.use.gapText;
        }
    }
    gaps.removeDuplicates();
    for (const QString &gap : std::as_const(gaps)) {
        printNote(gap);
    }
    printNote(QStringLiteral("The nodes are as of %1, the prices are list prices of %2.")
                  .arg(standing.asOf.toString(Qt::ISODate), PriceTable::builtIn().asOf()));
}

ExitCode GrantListTask::code() const
{
    ExitCode code = ExitDone;
    for (const auto &[project, queue] : m_queues) {
        if (queue.error) {
            return ExitCloud;
        }
        code = queue.unreachable.isEmpty() ? code : ExitUnreachable;
    }
    return code;
}

} // namespace podium::ctl
