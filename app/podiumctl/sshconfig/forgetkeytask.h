// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/podiumctl/nodes/targettask.h"
#include "app/podiumctl/sshconfig/sshconfigarguments.h"
#include "core/base/paths.h"
#include "core/ssh/keys/hostkeystore.h"

#include <vector>

namespace podium::app {
class HostKeyInquiry;
}

namespace podium::ctl {

/// `podiumctl ssh-config forget-key`: Google's keys are asked for again, others forgotten.
class ForgetKeyTask final : public TargetTask
{
    Q_OBJECT

public:
    /// Store and inquiry must outlive this.
    ForgetKeyTask(
        RunServices services, ssh::HostKeyStore &store, app::HostKeyInquiry &inquiry, Paths paths,
        SshConfigArguments arguments, QObject *parent = nullptr);

private:
    /// What came of one worker.
    struct Outcome
    {
        ssh::Endpoint endpoint; ///< with the keys that were known
        QString word;           ///< for scripts
        QString sentence;
        ExitCode code = ExitDone;
    };
    void runOn(const std::vector<WorkerRef> &workers) override;
    void take(const ssh::Endpoint &endpoint, const Result<QStringList> &vouched);
    [[nodiscard]] Outcome
    outcomeOf(const ssh::Endpoint &endpoint, const Result<QStringList> &vouched);
    [[nodiscard]] Outcome forget(const ssh::Endpoint &endpoint);
    void forgetForSsh();
    void end();

    ssh::HostKeyStore &m_store;
    app::HostKeyInquiry &m_inquiry;
    const Paths m_paths;
    const SshConfigArguments m_arguments;
    QStringList m_forgotten; ///< names of host keys, for ssh to forget them, too
    std::vector<Outcome> m_outcomes;
    std::size_t m_awaited = 0;
};

} // namespace podium::ctl
