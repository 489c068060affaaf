// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/podiumctl/disk/disksarguments.h"
#include "app/podiumctl/nodes/targettask.h"
#include "core/cloud/clients/disksclient.h"
#include "core/disk/disksession.h"

#include <memory>
#include <optional>
#include <vector>

namespace podium::ctl {

/// `podiumctl disks prepare|grow|release DISK NODE`: what the workers do with a disk that their
/// node has.
class DiskWorkTask final : public TargetTask
{
    Q_OBJECT

public:
    /// The services must outlive it.
    DiskWorkTask(app::Services &services, DisksArguments arguments, QObject *parent = nullptr);
    void interrupt() override;

private:
    void runOn(const std::vector<WorkerRef> &workers) override;
    void handleDisks(const std::vector<WorkerRef> &workers, const Result<cloud::DiskList> &list);
    void then(void (DiskWorkTask::*next)());
    void showPlans();
    void showOutcomes();
    /// True where there is no such disk, and nothing of one was found.
    [[nodiscard]] bool isUnknownDisk() const;
    void end(bool isCarriedOut);

    const DisksArguments m_arguments;
    cloud::DisksClient m_client;
    std::unique_ptr<disk::DiskSession> m_session;
    /// Of Release: there is no disk of this name. It was deleted, or mistyped.
    std::optional<Error> m_noDisk;
};

} // namespace podium::ctl
