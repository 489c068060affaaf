// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/podiumctl/sshconfig/sshconfigarguments.h"
#include "app/podiumctl/task.h"
#include "app/podiumctl/workstatus.h"
#include "core/base/paths.h"
#include "core/base/result.h"
#include "core/sshconfig/plan/configexport.h"
#include "core/sshconfig/writer/configservice.h"
#include "core/store/history.h"

#include <functional>

namespace podium::inventory {
class Inventory;
}

namespace podium::ctl {

/// `podiumctl ssh-config …`.
class SshConfigTask final : public Task
{
    Q_OBJECT

public:
    /// All references must outlive it.
    SshConfigTask(
        inventory::Inventory &inventory, sshconfig::ConfigService &service, const Clock &clock,
        store::History history, Paths paths, sshconfig::ConfigOptions options,
        SshConfigArguments arguments, QObject *parent = nullptr);
    void start() override;
    /// A check stops after what is under way; a write that has begun is finished, and reported.
    void interrupt() override;

private:
    /// Asks the cloud, then goes on; ends where nothing at all is known.
    void refreshThen(std::function<void()> next);
    void plan();
    void write();
    void check();
    void remove();
    void exportPart();
    [[nodiscard]] Result<sshconfig::ConfigExport> makeExport() const;
    /// `said`: notes that were printed before.
    [[nodiscard]] Callback<Result<sshconfig::WriteReport>> reporter(const QStringList &said = {});
    /// Ends with what came of it and of asking the cloud.
    void end(ExitCode code);

    inventory::Inventory &m_inventory;
    sshconfig::ConfigService &m_service;
    const Clock &m_clock;
    store::History m_history;
    Paths m_paths;
    sshconfig::ConfigOptions m_options;
    SshConfigArguments m_arguments;
    std::shared_ptr<sshconfig::CheckProgress> m_progress;
    WorkStatus m_status;
    bool m_asksCloud = false;
    bool m_isWriting = false;
    bool m_isInterrupted = false; ///< while it writes
};

} // namespace podium::ctl
