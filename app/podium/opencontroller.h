// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/ids.h"
#include "core/launch/launchprogram.h"

#include <QObject>

#include <optional>

class QSettings;

namespace podium::models {
class SshConfigState;
}

namespace podium::ui {
class NodesPage;
}

namespace podium::app {

struct Services;

/// Opens workers in the desktop's terminal and in editors, by the written ssh config.
class OpenController final : public QObject
{
    Q_OBJECT

public:
    /// All must outlive it. Looks in the background which programs are installed.
    OpenController(
        Services &services, const models::SshConfigState &sshConfig, ui::NodesPage &nodes,
        QSettings &state, QObject *parent = nullptr);

signals:
    /// The person wants to see what a write of the ssh config would change.
    void configChangeRequested();

private:
    struct Wanted
    {
        WorkerRef worker;
        launch::LaunchProgram program;
    };
    void findPrograms();
    void open(const Wanted &wanted);
    void check(const Wanted &wanted);
    void start(const Wanted &wanted, launch::LaunchTarget target);

    Services &m_services;
    const models::SshConfigState &m_sshConfig;
    ui::NodesPage &m_nodes;
    std::optional<Wanted> m_waiting; ///< for the ssh config to be looked at
};

} // namespace podium::app
