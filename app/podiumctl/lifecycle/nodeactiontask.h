// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/podiumctl/lifecycle/nodeactionarguments.h"
#include "app/podiumctl/task.h"
#include "app/podiumctl/workstatus.h"
#include "core/inventory/cloudnodesource.h"
#include "core/inventory/inventory.h"
#include "core/lifecycle/action/nodeactionrun.h"
#include "core/lifecycle/grantcoverage.h"
#include "core/models/activity/actionstory.h"
#include "core/store/history.h"

#include <map>
#include <memory>
#include <vector>

namespace podium::ctl {

/// `podiumctl start|stop|delete|maintain|clean`: shows the plan, asks, carries it out, tells the
/// end.
class NodeActionTask final : public Task
{
    Q_OBJECT

public:
    struct Services
    {
        inventory::CloudNodeSource &source; ///< of the inventory
        inventory::Inventory &inventory;
        cloud::TpuClient &tpu;
        const Clock &clock;
        store::History history;
    };
    /// The services must outlive this.
    NodeActionTask(Services services, NodeActionArguments arguments, QObject *parent = nullptr);
    void start() override;
    void interrupt() override;

private:
    [[nodiscard]] QStringList projects() const;
    void plan();
    void askForQueues();
    void handleQueue(const ProjectId &project, const Result<cloud::QueuedResourceList> &list);
    void offer(lifecycle::NodeActionPlan plan);
    void print(const lifecycle::NodeActionPlan &plan) const;
    [[nodiscard]] bool isConfirmed(const lifecycle::NodeActionPlan &plan) const;
    void tellStep(int step);
    void keep(int step);
    void end();
    void printResult(
        const lifecycle::NodeActionPlan &plan,
        const std::vector<lifecycle::NodeActionState> &states) const;

    Services m_services;
    NodeActionArguments m_arguments;
    std::unique_ptr<lifecycle::NodeActionRun> m_run;
    std::vector<ProjectId> m_waiting; ///< projects whose queued resources are not known yet
    std::map<ProjectId, lifecycle::ProjectQueue> m_queues;
    ExitCode m_lookCode = ExitDone; ///< of what could not be looked at
    WorkStatus m_status;
    models::ActionStory m_story; ///< for the activity
};

} // namespace podium::ctl
