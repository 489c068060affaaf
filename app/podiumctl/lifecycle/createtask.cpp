// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/podiumctl/lifecycle/createtask.h"

#include "app/podiumctl/lifecycle/newrequest.h"
#include "app/podiumctl/terminal.h"
#include "core/models/nodes/createcommands.h"
#include "core/recipe/unattended.h"

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
    judge(*m_request, [this](const RequestCoverage &coverage) { plan(coverage); });
}

void CreateTask::plan(const RequestCoverage &coverage)
{
    m_coverage = coverage;
    m_request->confirmedDollarsPerDay = dollarsPerDay(coverage);
    if (!m_arguments.json) {
        printPlan();
    }
    const bool maySpend = isCovered(m_coverage) || m_arguments.maySpend;
    if (m_arguments.dryRun) {
        printResult(std::nullopt);
        emit finished(maySpend ? ExitDone : ExitRefused);
    } else if (!maySpend) {
        printResult(std::nullopt);
        end({ErrorKind::Refused,
             QStringLiteral("Nothing was requested: no grant covers it."),
             {},
             QStringLiteral("Use --yes-it-costs to create it anyway.")},
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
    printCoverage(m_coverage);
    printLine(QStringLiteral("The same by gcloud: ") + models::gcloudCommand(*m_request));
    flushOutput();
}

Json CreateTask::details() const
{
    return {
        {"coverage", coverageJson(m_coverage)},
        {"gcloud", text(models::gcloudCommand(*m_request))}};
}

} // namespace podium::ctl
