// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/podiumctl/lifecycle/grantsarguments.h"
#include "app/podiumctl/task.h"
#include "core/lifecycle/grantreport.h"

namespace podium::app {
struct Services;
}

namespace podium::ctl {

/// `podiumctl grants list`: the nodes by the last look, the queued resources as the cloud says, as
/// nobody keeps those.
class GrantListTask final : public Task
{
    Q_OBJECT

public:
    /// The services must outlive this.
    GrantListTask(app::Services &services, GrantsArguments arguments, QObject *parent = nullptr);
    void start() override;

private:
    void askForQueues();
    void handleQueue(const ProjectId &project, const Result<cloud::QueuedResourceList> &list);
    void readNodes();
    void print(const inventory::Snapshot &standing);
    void
    printNotes(const lifecycle::GrantReport &report, const inventory::Snapshot &standing) const;
    [[nodiscard]] ExitCode code() const;

    app::Services &m_services;
    GrantsArguments m_arguments;
    lifecycle::TpuGrants m_grants;
    lifecycle::ProjectQueues m_queues;
    std::size_t m_asked = 0; ///< projects
};

} // namespace podium::ctl
