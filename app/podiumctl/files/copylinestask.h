// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/podiumctl/files/copyarguments.h"
#include "app/podiumctl/nodes/targettask.h"
#include "core/sshconfig/writer/configservice.h"

namespace podium::ctl {

/// `podiumctl copy --print`: the same copy as lines for another program. Copies nothing, and asks
/// no worker.
class CopyLinesTask final : public TargetTask
{
    Q_OBJECT

public:
    /// `sshConfig` must outlive it.
    CopyLinesTask(
        RunServices services, sshconfig::ConfigService &sshConfig, sshconfig::ConfigOptions options,
        CopyArguments arguments, QObject *parent = nullptr);

private:
    void runOn(const std::vector<WorkerRef> &workers) override;
    void printBucketLines();
    void printRsyncLines(const sshconfig::ConfigPlan &plan);

    sshconfig::ConfigService &m_sshConfig;
    const sshconfig::ConfigOptions m_options;
    const CopyArguments m_arguments;
    std::vector<WorkerRef> m_workers;
};

} // namespace podium::ctl
