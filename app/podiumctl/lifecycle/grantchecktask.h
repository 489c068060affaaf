// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/podiumctl/lifecycle/grantsarguments.h"
#include "app/podiumctl/task.h"
#include "core/lifecycle/grantcoverage.h"

namespace podium::app {
struct Services;
}

namespace podium::ctl {

/// `podiumctl grants check`: asks the cloud what stands, but only where that matters.
class GrantCheckTask final : public Task
{
    Q_OBJECT

public:
    /// The services must outlive this.
    GrantCheckTask(app::Services &services, GrantsArguments arguments, QObject *parent = nullptr);
    void start() override;

private:
    [[nodiscard]] Result<lifecycle::TpuRequest> request() const;
    void check();
    void readQueue();
    void finish(const inventory::Snapshot &standing);

    app::Services &m_services;
    GrantsArguments m_arguments;
    lifecycle::TpuGrants m_grants;
    lifecycle::TpuRequest m_request;
    lifecycle::ProjectQueue m_queue;
};

} // namespace podium::ctl
