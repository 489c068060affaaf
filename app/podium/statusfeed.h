// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/clock.h"
#include "core/inventory/snapshot.h"

#include <QObject>
#include <QTimer>

#include <optional>

namespace podium::inventory {
class Inventory;
}

namespace podium::models {
class SshConfigState;
}

namespace podium::ui {
class MainWindow;
}

namespace podium::app {

/// Keeps the status line and the rail's badges telling what is.
class StatusFeed final : public QObject
{
    Q_OBJECT

public:
    /// All references must outlive it, but for the window.
    StatusFeed(
        inventory::Inventory &inventory, models::SshConfigState &sshConfig, ui::MainWindow &window,
        const Clock &clock, QObject *parent = nullptr);

    void setRunning(int count);
    /// Runs of a Podium that was killed, which may still go on.
    void setOrphans(int count);
    /// What is charged for a day, in words.
    void setCosts(const QString &text);

private:
    void noteEvents(const std::vector<inventory::Event> &events);
    void showRunBadge();
    void showSummary();
    void showSshConfig();

    inventory::Inventory &m_inventory;
    models::SshConfigState &m_sshConfig;
    ui::MainWindow &m_window;
    const Clock &m_clock;
    std::optional<inventory::Event> m_news;
    QString m_costs;
    int m_running = 0;
    int m_orphans = 0;
    QTimer m_timer;
};

} // namespace podium::app
