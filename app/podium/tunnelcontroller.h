// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/ids.h"
#include "core/remote/remoterun.h"
#include "core/tunnel/secretredirect.h"
#include "core/tunnel/tunnelrecords.h"
#include "core/tunnel/tunnelservice.h"
#include "widgets/tunnel/tunnelpage.h"

#include <QObject>
#include <QTimer>

#include <memory>
#include <vector>

class QSettings;

namespace podium::ui {
class MainWindow;
class NodesPage;
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
    void readOthers();
    void prepare(const WorkerRef &worker);
    void findServers(const std::vector<WorkerRef> &workers);
    void findToken(const tunnel::TunnelStatus &tunnel, ui::TunnelPage::Purpose purpose);
    void useToken(
        const tunnel::TunnelStatus &tunnel, ui::TunnelPage::Purpose purpose,
        const remote::Report &report);

    Services &m_services;
    ui::MainWindow &m_window;
    QSettings &m_state;
    tunnel::TunnelService m_tunnels;
    tunnel::TunnelRecords m_records;
    ui::TunnelPage *m_page = nullptr; ///< the window's
    QTimer m_others; ///< between two readings of what other programs have, while the page is seen
    bool m_isReading = false;
    std::unique_ptr<remote::RemoteRun> m_search;
    std::unique_ptr<remote::RemoteRun> m_token; ///< while one is asked for
    tunnel::SecretRedirect m_redirect;
};

} // namespace podium::app
