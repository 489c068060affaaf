// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/podiumctl/nodes/targettask.h"
#include "app/podiumctl/tunnel/tunnelarguments.h"
#include "core/remote/remoterun.h"
#include "core/tunnel/tunnelrecords.h"
#include "core/tunnel/tunnelservice.h"

#include <QHash>
#include <QSet>
#include <QTimer>

#include <memory>
#include <vector>

namespace podium::ctl {

/// `podiumctl tunnel TARGET PORT[:LOCAL]…` or `--socks`: until it is interrupted.
class TunnelTask final : public TargetTask
{
    Q_OBJECT

public:
    TunnelTask(RunServices services, TunnelArguments arguments, QObject *parent = nullptr);
    void interrupt() override;

private:
    [[nodiscard]] Result<std::vector<WorkerRef>>
    chooseWorkers(const inventory::Snapshot &snapshot) const override;
    void runOn(const std::vector<WorkerRef> &workers) override;
    void onChanged(int id);
    void onCounted(int id);
    void sayOpen(const tunnel::TunnelStatus &status);
    void findToken(const tunnel::TunnelStatus &status);
    void sayToken(const tunnel::TunnelStatus &status, const remote::Report &report);
    void leadTo(const tunnel::TunnelStatus &status, const QString &host);
    void sayTrouble(const tunnel::TunnelStatus &status);
    void end(int exitCode);

    const TunnelArguments m_arguments;
    tunnel::TunnelService m_tunnels;
    tunnel::TunnelRecords m_records;
    QHash<int, QString> m_said;    ///< of each tunnel: what was said of it last
    QHash<int, qint64> m_refusals; ///< that were told
    QSet<int> m_wereOpen;
    QSet<int> m_redirected; ///< not open again yet: nothing was lost, and nothing is said of it
    std::vector<std::unique_ptr<remote::RemoteRun>> m_tokens; ///< that were asked for
    QTimer m_refresh;                                         ///< while a worker cannot be reached
    bool m_hasEnded = false;
};

} // namespace podium::ctl
