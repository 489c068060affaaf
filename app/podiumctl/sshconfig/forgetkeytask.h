// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/composition/hostkeyreset.h"
#include "app/podiumctl/nodes/targettask.h"
#include "app/podiumctl/sshconfig/sshconfigarguments.h"

#include <memory>
#include <vector>

namespace podium::ctl {

/// `podiumctl ssh-config forget-key`: Google's keys are asked for again, others forgotten.
class ForgetKeyTask final : public TargetTask
{
    Q_OBJECT

public:
    /// The inquiry must outlive this.
    ForgetKeyTask(
        RunServices services, std::shared_ptr<ssh::HostKeyStore> store,
        app::HostKeyInquiry &inquiry, Paths paths, SshConfigArguments arguments,
        QObject *parent = nullptr);

private:
    void runOn(const std::vector<WorkerRef> &workers) override;
    void print(const app::HostKeyReset::Report &report);

    app::HostKeyReset m_reset;
    const SshConfigArguments m_arguments;
};

} // namespace podium::ctl
