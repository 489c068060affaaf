// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/podiumctl/lifecycle/disksarguments.h"
#include "app/podiumctl/task.h"
#include "core/cloud/clients/disksclient.h"
#include "core/lifecycle/disk/diskrun.h"

#include <map>
#include <vector>

namespace podium::app {
struct Services;
}

namespace podium::ctl {

/// `podiumctl disks`: lists, or plans, asks and does.
class DisksTask final : public Task
{
    Q_OBJECT

public:
    /// The services must outlive it.
    DisksTask(app::Services &services, DisksArguments arguments, QObject *parent = nullptr);
    void start() override;

private:
    void askForDisks();
    void handleDisks(const ProjectId &project, const Result<cloud::DiskList> &list);
    void printList();
    /// The request that the words make; an Error says what is wrong with them.
    [[nodiscard]] Result<lifecycle::DiskRequest> request() const;
    [[nodiscard]] Result<lifecycle::DiskRequest> ofNode(lifecycle::DiskRequest request) const;
    [[nodiscard]] Result<lifecycle::DiskRequest> ofDisk(lifecycle::DiskRequest request) const;
    void plan();
    void carryOut(const lifecycle::DiskPlan &plan);
    void
    end(const lifecycle::DiskPlan &plan, bool isDone, const std::optional<Error> &error,
        ExitCode code);

    app::Services &m_services;
    DisksArguments m_arguments;
    cloud::DisksClient m_client;
    std::vector<ProjectId> m_waiting; ///< projects that have not answered yet
    lifecycle::DiskFacts m_facts;
    QStringList m_unreachable;
    std::map<ProjectId, Error> m_errors;
};

} // namespace podium::ctl
