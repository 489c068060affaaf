// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/podiumctl/quota/quotaarguments.h"
#include "app/podiumctl/task.h"
#include "core/cloud/clients/accessclient.h"
#include "core/lifecycle/tpuquota.h"

#include <map>
#include <set>

namespace podium::app {
struct Services;
}

namespace podium::ctl {

/// `podiumctl quota`: the nodes are looked at, then each project is asked for its limits and its
/// queued resources.
class QuotaTask final : public Task
{
    Q_OBJECT

public:
    /// The services must outlive it.
    QuotaTask(app::Services &services, QuotaArguments arguments, QObject *parent = nullptr);
    void start() override;

private:
    void askProjects();
    void ask(const ProjectId &project);
    void settle();
    void print();
    void printNotes() const;
    [[nodiscard]] ExitCode code() const;

    app::Services &m_services;
    QuotaArguments m_arguments;
    cloud::AccessClient m_client;
    std::set<ProjectId> m_projects;
    std::size_t m_waiting = 0; ///< answers that have not come yet
    std::shared_ptr<const inventory::Snapshot> m_standing;
    std::map<ProjectId, cloud::QuotaLimits> m_limits;
    std::map<ProjectId, lifecycle::ProjectQueue> m_queues;
    std::map<ProjectId, Error> m_errors; ///< of limits
};

} // namespace podium::ctl
