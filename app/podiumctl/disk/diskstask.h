// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/podiumctl/disk/disksarguments.h"
#include "app/podiumctl/task.h"
#include "core/cloud/clients/disksclient.h"
#include "core/disk/attachment.h"
#include "core/disk/disksession.h"
#include "core/lifecycle/disk/diskrun.h"

#include <map>
#include <memory>
#include <optional>
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
    void interrupt() override;

private:
    void askForDisks();
    void handleDisks(const ProjectId &project, const Result<cloud::DiskList> &list);
    [[nodiscard]] std::optional<Error> gapOf(const Result<lifecycle::DiskRequest> &wanted) const;
    void plan();
    /// Before a detach: what they have mounted, or written down of the disk, is to go first.
    void lookAtWorkers();
    /// How a line goes that a detach leaves behind, for the end of that sentence.
    [[nodiscard]] QString releaseHint() const;
    void lookThere(const disk::Attachment &attachment);
    void thenInterruptible(void (DisksTask::*next)());
    /// Shows the plan, asks, and goes on.
    void propose();
    void showPlan() const;
    void sayUnreached();
    /// True where the workers do not let it be detached: it is told, and this ends.
    [[nodiscard]] bool isHeldBack();
    [[nodiscard]] bool isHeldBackBy(std::optional<Error> problem);
    void handleRelease();
    /// Since the first look a question was asked, or others released: it may be mounted again.
    void lookOnceMore();
    void handleLastLook();
    void carryOut();
    void endInterrupted();
    void end(bool isDone, const std::optional<Error> &error, ExitCode code);

    app::Services &m_services;
    DisksArguments m_arguments;
    cloud::DisksClient m_client;
    std::vector<ProjectId> m_waiting; ///< projects that have not answered yet
    lifecycle::DiskFacts m_facts;
    QStringList m_unreachable;
    std::map<ProjectId, Error> m_errors;
    lifecycle::DiskPlan m_plan;
    std::unique_ptr<disk::DiskSession> m_session; ///< of Detach, where workers can have it
    disk::WorkRequest m_release;                  ///< what that is about
    std::vector<disk::WorkerDisks> m_released;    ///< what came of it, for JSON
    std::optional<Error> m_lookProblem;           ///< they cannot be looked at
    QStringList m_left;                           ///< what a detach leaves behind, as sentences
    bool m_isInterrupted = false;
};

} // namespace podium::ctl
