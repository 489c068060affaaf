// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/podiumctl/lifecycle/grantsarguments.h"
#include "app/podiumctl/task.h"
#include "core/base/clock.h"
#include "core/cloud/clients/tpuclient.h"
#include "core/inventory/cloudnodesource.h"
#include "core/inventory/inventory.h"
#include "core/lifecycle/grantcoverage.h"
#include "core/lifecycle/grantstore.h"

namespace podium::ctl {

/// `podiumctl grants check`: asks the cloud what stands, but only where that matters.
class GrantCheckTask final : public Task
{
    Q_OBJECT

public:
    struct Services
    {
        lifecycle::GrantStore &grants;
        inventory::CloudNodeSource &source; ///< of the inventory
        inventory::Inventory &inventory;
        cloud::TpuClient &tpu;
        const Clock &clock;
    };
    /// The services must outlive this.
    GrantCheckTask(Services services, GrantsArguments arguments, QObject *parent = nullptr);
    void start() override;

private:
    [[nodiscard]] Result<lifecycle::TpuRequest> request() const;
    void check();
    void readQueue();
    void finish(const inventory::Snapshot &standing);

    Services m_services;
    GrantsArguments m_arguments;
    lifecycle::TpuGrants m_grants;
    lifecycle::TpuRequest m_request;
    lifecycle::ProjectQueue m_queue;
};

} // namespace podium::ctl
