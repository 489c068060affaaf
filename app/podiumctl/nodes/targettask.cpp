// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/podiumctl/nodes/targettask.h"

#include "app/composition/services.h"
#include "app/podiumctl/maderun.h"
#include "app/podiumctl/nodes/listtasks.h"
#include "app/podiumctl/terminal.h"
#include "core/inventory/inventory.h"
#include "core/inventory/targets.h"

#include <algorithm>
#include <utility>

namespace podium::ctl {

RunServices runServices(app::Services &services, const QStringList &targets)
{
    services.source.setAsksOnly(inventory::projectsOfTargets(targets));
    return {services.inventory,  services.transport,      services.sshDefaults(),
            services.clock,      services.outputLimits(), services.paths.stateDir,
            services.runHistory, services.history,        services.gateways()};
}

TargetTask::TargetTask(RunServices services, QStringList targets, QObject *parent)
    : Task(parent)
    , m_services(std::move(services))
    , m_targets(std::move(targets))
{}

void TargetTask::start()
{
    connect(&m_services.inventory, &inventory::Inventory::refreshed, this, &TargetTask::begin);
    m_services.inventory.refresh();
}

void TargetTask::begin()
{
    disconnect(&m_services.inventory, nullptr, this, nullptr);
    const inventory::Snapshot &snapshot = m_services.inventory.snapshot();
    printProblems(snapshot, inventory::projectsOfTargets(m_targets));
    m_lookCode = exitCodeOf(inventory::problemsOfTargets(snapshot, m_targets));
    if (snapshot.error && snapshot.nodes.empty()) {
        emit finished(ExitCloud);
        return;
    }
    const auto workers = chooseWorkers(snapshot);
    if (!workers) {
        printError(workers.error());
        emit finished(std::max(ExitUsage, m_lookCode));
        return;
    }
    runOn(*workers);
}

Result<std::vector<WorkerRef>> TargetTask::chooseWorkers(const inventory::Snapshot &snapshot) const
{
    return inventory::resolveTargets(snapshot, m_targets);
}

run::Run::EndpointOf TargetTask::endpointOf() const
{
    return [this](const WorkerRef &worker) {
        return run::endpointFor(m_services.inventory.snapshot(), worker, m_services.defaults);
    };
}

run::RunService TargetTask::runService()
{
    run::RunService service(m_services.transport, endpointOf(), m_services.clock);
    service.setJournalFolder(run::journalFolder(m_services.stateDir));
    service.setGateways(m_services.gateways);
    return service;
}

std::unique_ptr<run::Run> TargetTask::makeRun(run::RunSpec spec, run::RunService::Journal journal)
{
    return announced(runService().make(std::move(spec), journal), this);
}

QString TargetTask::namesOf(const std::vector<WorkerRef> &workers) const
{
    return inventory::describeWorkers(m_services.inventory.snapshot(), workers);
}

QString TargetTask::recordsFolder() const
{
    return m_services.stateDir + QStringLiteral("/detached");
}

} // namespace podium::ctl
