// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/ids.h"
#include "core/remote/remoterun.h"
#include "core/tunnel/tunnelrecords.h"
#include "core/tunnel/tunnelservice.h"

#include <QObject>

#include <memory>
#include <vector>

class QSettings;

namespace podium::ui {
class MainWindow;
class NodesPage;
class TunnelPage;
} // namespace podium::ui

namespace podium::app {

struct Services;

/// The tunnels of the window: where workers are, which ones come back at the next start, who asks
/// for one.
class TunnelController final : public QObject
{
    Q_OBJECT

public:
    /// All must outlive it.
    TunnelController(
        Services &services, ui::MainWindow &window, const ui::NodesPage &nodes, QSettings &state,
        QObject *parent = nullptr);

    /// Opens those that were to come back.
    void start();

signals:
    /// A worker was lost: it may be somewhere else by now.
    void refreshWanted();

private:
    void onChanged(int id);
    void prepare(const WorkerRef &worker);
    void findServers(const std::vector<WorkerRef> &workers);

    Services &m_services;
    ui::MainWindow &m_window;
    QSettings &m_state;
    tunnel::TunnelService m_tunnels;
    tunnel::TunnelRecords m_records;
    ui::TunnelPage *m_page = nullptr; ///< the window's
    std::unique_ptr<remote::RemoteRun> m_search;
};

} // namespace podium::app
