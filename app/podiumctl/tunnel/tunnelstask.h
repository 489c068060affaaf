// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/podiumctl/task.h"
#include "core/tunnel/tunnelrecords.h"

#include <vector>

namespace podium::ctl {

/// `podiumctl tunnels`: those of all programs that live. Asks no worker.
class TunnelsTask final : public Task
{
    Q_OBJECT

public:
    TunnelsTask(const QString &stateDir, bool json, QObject *parent = nullptr);
    void start() override;

private:
    void print(const std::vector<tunnel::TunnelRecord> &records) const;

    const QString m_folder;
    const bool m_json;
};

} // namespace podium::ctl
