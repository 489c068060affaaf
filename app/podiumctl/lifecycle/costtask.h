// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/podiumctl/lifecycle/costarguments.h"
#include "app/podiumctl/task.h"
#include "core/base/clock.h"
#include "core/base/ids.h"
#include "core/inventory/inventory.h"
#include "core/lifecycle/cost/costreport.h"
#include "core/lifecycle/grantstore.h"
#include "core/store/history.h"

#include <optional>

namespace podium::ctl {

/// `podiumctl cost`.
class CostTask final : public Task
{
    Q_OBJECT

public:
    /// All must outlive the task.
    struct Services
    {
        lifecycle::GrantStore &grants;
        store::History &history;
        inventory::SnapshotStore &snapshots;
        const Clock &clock;
    };

    CostTask(const Services &services, CostArguments arguments, QObject *parent = nullptr);
    void start() override;

private:
    void addUp(const lifecycle::TpuGrants &grants, const inventory::Snapshot &standing);
    void print(const lifecycle::Observations &seen, const lifecycle::CostReport &report);
    void refuse(const Error &error);

    Services m_services;
    CostArguments m_arguments;
    std::optional<ProjectId> m_project;
};

} // namespace podium::ctl
