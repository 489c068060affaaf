// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/podiumctl/nodes/targettask.h"
#include "app/podiumctl/tunnel/portsprint.h"
#include "core/remote/remoterun.h"

#include <memory>

namespace podium::ctl {

/// `podiumctl ports TARGET…`: who listens on the workers.
class PortsTask final : public TargetTask
{
    Q_OBJECT

public:
    PortsTask(RunServices services, QStringList targets, bool json, QObject *parent = nullptr);
    void interrupt() override;

private:
    void runOn(const std::vector<WorkerRef> &workers) override;
    void onReport(const remote::Report &report);
    void onFinished();
    void print() const;

    const bool m_json;
    std::unique_ptr<remote::RemoteRun> m_run;
    ServersOfWorkers m_found;
};

} // namespace podium::ctl
