// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/podiumctl/lifecycle/grantchecktask.h"

#include "app/podiumctl/lifecycle/grantsjson.h"
#include "app/podiumctl/lifecycle/grantsprint.h"
#include "app/podiumctl/lifecycle/grantstask.h"
#include "app/podiumctl/nodes/listtasks.h"
#include "app/podiumctl/terminal.h"

#include <utility>

namespace podium::ctl {

using namespace podium::lifecycle;

namespace {

using VerdictKind = GrantVerdict::Kind;
using GrantGap = GrantVerdict::Gap;

Error wrongRequest(const QString &summary, const QString &hint)
{
    return {ErrorKind::InvalidArgument, summary, {}, hint};
}

ExitCode codeOfVerdict(const GrantVerdict &verdict)
{
    switch (verdict.kind) {
    case VerdictKind::Covered:
        return ExitDone;
    case VerdictKind::NotCovered:
        return ExitDifferent;
    case VerdictKind::Unknown:
        break;
    }
    const bool isCloud = verdict.gap == GrantGap::Project || verdict.gap == GrantGap::Queue;
    return isCloud ? ExitCloud : verdict.gap == GrantGap::Zone ? ExitUnreachable : ExitDifferent;
}

/// A zone and a project of which all is known: nothing stands there.
inventory::Snapshot nothingStands(const ProjectId &project)
{
    inventory::Snapshot snapshot;
    snapshot.coverage.setListed(project);
    return snapshot;
}

/// The project that is meant where none is named: the only one that has a grant.
Result<ProjectId> projectOfGrants(const TpuGrants &grants)
{
    QStringList projects;
    for (const TpuGrant &grant : grants) {
        projects << grant.project.text();
    }
    projects.removeDuplicates();
    if (projects.isEmpty()) {
        return failure(wrongRequest(
            QStringLiteral(
                "No TPU grant has been added, so it is not clear which project is meant."),
            QStringLiteral("Name it with --project, or add a grant: podiumctl grants add.")));
    }
    if (projects.size() > 1) {
        return failure(wrongRequest(
            QStringLiteral("Several projects have TPU grants: %1.")
                .arg(projects.join(QStringLiteral(", "))),
            QStringLiteral("Name one with --project.")));
    }
    return grants.front().project;
}

} // namespace

GrantCheckTask::GrantCheckTask(Services services, GrantsArguments arguments, QObject *parent)
    : Task(parent)
    , m_services(services)
    , m_arguments(std::move(arguments))
{}

void GrantCheckTask::start()
{
    m_services.grants.load(Callback<Result<TpuGrants>>(this, [this](Result<TpuGrants> grants) {
        if (!grants) {
            printError(grants.error());
            emit finished(ExitRefused);
            return;
        }
        m_grants = std::move(*grants);
        check();
    }));
}

Result<TpuRequest> GrantCheckTask::request() const
{
    const auto type = parseTpuType(m_arguments.type);
    if (!type) {
        return failure(wrongRequest(
            QStringLiteral("\"%1\" is not an accelerator type.").arg(m_arguments.type),
            QStringLiteral("Types start with %1 and end with a size, like v4-64.")
                .arg(typeNamePrefixes().join(QStringLiteral(", ")))));
    }
    const auto zone = Zone::parse(m_arguments.zone);
    if (!zone) {
        return failure(
            wrongRequest(QStringLiteral("\"%1\" is no zone.").arg(m_arguments.zone), {}));
    }
    if (m_arguments.project.isEmpty()) {
        return projectOfGrants(m_grants).map([&](const ProjectId &project) {
            return TpuRequest{project, *zone, *type, m_arguments.spot};
        });
    }
    const auto project = ProjectId::parse(m_arguments.project);
    if (!project) {
        return failure(wrongRequest(
            QStringLiteral("\"%1\" is not a valid project id.").arg(m_arguments.project), {}));
    }
    return TpuRequest{*project, *zone, *type, m_arguments.spot};
}

void GrantCheckTask::check()
{
    auto wanted = request();
    if (!wanted) {
        emit finished(printGrantsFailure(wanted.error()));
        return;
    }
    m_request = std::move(*wanted);
    const auto nothing = nothingStands(m_request.project);
    if (grantVerdict(m_request, m_grants, nothing, m_services.clock.now()).kind ==
        VerdictKind::NotCovered) {
        finish(nothing); // whatever stands there
        return;
    }
    m_services.source.setAsksHostKeys(false);
    m_services.source.setAsksOnly({m_request.project.text()});
    connect(
        &m_services.inventory, &inventory::Inventory::refreshed, this, &GrantCheckTask::readQueue);
    m_services.inventory.refresh();
}

/// They hold quota, too.
void GrantCheckTask::readQueue()
{
    disconnect(&m_services.inventory, nullptr, this, nullptr);
    m_services.tpu.listQueuedResources(
        m_request.project, {this, [this](const Result<cloud::QueuedResourceList> &list) {
                                m_queue = projectQueue(list);
                                finish(m_services.inventory.snapshot());
                            }});
}

void GrantCheckTask::finish(const inventory::Snapshot &standing)
{
    const GrantVerdict verdict =
        grantVerdict(m_request, m_grants, standing, m_services.clock.now(), m_queue);
    if (m_arguments.json) {
        printJson(verdictJson(m_request, verdict), 2);
    } else {
        printVerdict(verdict);
    }
    if (verdict.kind == VerdictKind::Unknown) {
        printProblems(standing, {m_request.project.text()});
    }
    emit finished(codeOfVerdict(verdict));
}

} // namespace podium::ctl
