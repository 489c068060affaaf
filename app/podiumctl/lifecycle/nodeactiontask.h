// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/podiumctl/lifecycle/nodeactionarguments.h"
#include "app/podiumctl/task.h"
#include "core/inventory/cloudnodesource.h"
#include "core/inventory/inventory.h"
#include "core/lifecycle/action/nodeactionrun.h"

#include <memory>

namespace podium::ctl {

/// `podiumctl start|stop|delete|maintain`: shows the plan, asks, carries it out, tells the end.
class NodeActionTask final : public Task
{
    Q_OBJECT

public:
    struct Services
    {
        inventory::CloudNodeSource &source; ///< of the inventory
        inventory::Inventory &inventory;
        cloud::TpuClient &tpu;
    };
    /// The services must outlive this.
    NodeActionTask(Services services, NodeActionArguments arguments, QObject *parent = nullptr);
    void start() override;
    void interrupt() override;

private:
    [[nodiscard]] QStringList words() const;
    void plan();
    void print(const lifecycle::NodeActionPlan &plan) const;
    [[nodiscard]] bool isConfirmed(const lifecycle::NodeActionPlan &plan) const;
    void tellStep(int step) const;
    void end();
    void printResult(
        const lifecycle::NodeActionPlan &plan,
        const std::vector<lifecycle::NodeActionState> &states) const;

    Services m_services;
    NodeActionArguments m_arguments;
    std::unique_ptr<lifecycle::NodeActionRun> m_run;
};

} // namespace podium::ctl
