// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/podiumctl/nodes/targettask.h"
#include "app/podiumctl/open/openarguments.h"
#include "core/launch/launchprogram.h"
#include "core/sshconfig/writer/configservice.h"

namespace podium::ctl {

/// `podiumctl open TARGET`.
class OpenTask final : public TargetTask
{
    Q_OBJECT

public:
    struct SshConfig
    {
        sshconfig::ConfigService &service; ///< not owned
        sshconfig::ConfigOptions options;
    };

    OpenTask(
        RunServices services, SshConfig sshConfig, OpenArguments arguments,
        QObject *parent = nullptr);

private:
    [[nodiscard]] Result<std::vector<WorkerRef>>
    chooseWorkers(const inventory::Snapshot &snapshot) const override;
    void runOn(const std::vector<WorkerRef> &workers) override;
    void plan();
    void onPlan(const sshconfig::ConfigPlan &plan);
    void write();
    void open(launch::LaunchTarget target);
    void startProgram(const launch::LaunchProgram &program, const launch::LaunchTarget &target);
    void fail(const Error &error, ExitCode code);

    const SshConfig m_sshConfig;
    const OpenArguments m_arguments;
    WorkerRef m_worker;
    bool m_hasWritten = false;
};

} // namespace podium::ctl
