// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/podiumctl/lifecycle/createtask.h"

#include "app/podiumctl/lifecycle/grantsjson.h"
#include "app/podiumctl/lifecycle/grantsprint.h"
#include "app/podiumctl/lifecycle/newrequest.h"
#include "app/podiumctl/nodes/listtasks.h"
#include "app/podiumctl/terminal.h"
#include "core/models/nodes/createcommands.h"
#include "core/recipe/unattended.h"

#include <algorithm>

namespace podium::ctl {

using namespace podium::lifecycle;

void CreateTask::start()
{
    auto request = newRequest(m_arguments, m_services.clock.now());
    if (!request) {
        end(request.error(), ExitUsage);
        return;
    }
    m_request = std::move(*request);
    for (const QString &name : m_request->recipes) { // not first when the node stands, and costs
        if (const auto can = recipe::canRunUnattended(m_services.recipes, name); !can) {
            end(can.error(), ExitUsage);
            return;
        }
    }
    m_services.grants.load(Callback<Result<TpuGrants>>(this, [this](Result<TpuGrants> grants) {
        if (!grants) {
            end(grants.error(), ExitRefused);
            return;
        }
        m_services.source.setAsksHostKeys(false);
        m_services.source.setAsksOnly({m_request->project.text()});
        connect(
            &m_services.inventory, &inventory::Inventory::refreshed, this,
            [this, grants = std::move(*grants)] {
                disconnect(&m_services.inventory, nullptr, this, nullptr);
                readQueued(grants);
            });
        m_services.inventory.refresh();
    }));
}

/// They hold quota, too. Where they cannot be listed, that is said, and nothing counts as covered.
void CreateTask::readQueued(const TpuGrants &grants)
{
    m_services.tpu.listQueuedResources(
        m_request->project, {this, [this, grants](const Result<cloud::QueuedResourceList> &list) {
                                 m_queue = projectQueue(list);
                                 if (!list) {
                                     printError(list.error());
                                 }
                                 plan(grants);
                             }});
}

void CreateTask::plan(const TpuGrants &grants)
{
    const inventory::Snapshot &standing = m_services.inventory.snapshot();
    printProblems(standing, {m_request->project.text()});
    const auto type = parseTpuType(m_request->spec.type);
    for (const Zone &zone : m_request->zones) {
        const TpuRequest wanted{
            m_request->project, zone, *type, m_request->spec.spot,
            m_request->means == Means::FlexStart};
        m_coverage.push_back(
            {wanted, grantVerdict(wanted, grants, standing, m_services.clock.now(), m_queue)});
    }
    if (!m_arguments.json) {
        printPlan();
    }
    const bool maySpend = isCovered() || m_arguments.maySpend;
    if (m_arguments.dryRun) {
        printResult(std::nullopt);
        emit finished(maySpend ? ExitDone : ExitRefused);
    } else if (!maySpend) {
        printResult(std::nullopt);
        end({ErrorKind::Refused,
             QStringLiteral("Nothing was requested: no grant covers it."),
             {},
             QStringLiteral("Use --yes-it-costs to create it anyway."),
             {}},
            ExitRefused);
    } else if (!isConfirmed()) {
        printResult(std::nullopt);
        end(needsYes(QStringLiteral("Nothing was asked for.")), ExitRefused);
    } else if (m_arguments.noWait) {
        m_services.requests.put(
            *m_request, {this, [this](const Result<NodeRequest> &stored) {
                             if (!stored) {
                                 end(stored.error(), ExitRefused);
                                 return;
                             }
                             leave(
                                 *stored, QStringLiteral("the request %1 waits for whichever "
                                                         "Podium has the watch")
                                              .arg(stored->id));
                         }});
    } else {
        carryOut(*m_request);
    }
}

bool CreateTask::isCovered() const
{
    return std::all_of(m_coverage.begin(), m_coverage.end(), [](const Coverage &coverage) {
        return coverage.verdict.kind == GrantVerdict::Kind::Covered;
    });
}

bool CreateTask::isConfirmed() const
{
    return isWished(QStringLiteral("Ask for it?"), m_arguments.yes, !m_arguments.json);
}

void CreateTask::printPlan() const
{
    const NodeSpec &spec = m_request->spec;
    printLine(QStringLiteral("%1: %2%3, %4, in %5")
                  .arg(
                      spec.name, spec.type, spec.spot ? QStringLiteral(" spot") : QString(),
                      spec.runtimeVersion, m_request->project.text()));
    for (const QString &line : wishLines(*m_request)) {
        printLine(line);
    }
    for (const Coverage &coverage : m_coverage) {
        printLine(coverage.request.zone.text());
        printVerdict(coverage.verdict);
    }
    printLine(QStringLiteral("The same by gcloud: ") + models::gcloudCommand(*m_request));
    flushOutput();
}

Json CreateTask::details() const
{
    Json coverage = Json::array();
    for (const Coverage &each : m_coverage) {
        coverage.push_back(verdictJson(each.request, each.verdict));
    }
    return {{"coverage", coverage}, {"gcloud", text(models::gcloudCommand(*m_request))}};
}

} // namespace podium::ctl
