// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/podium/desktop/desktoplink.h"

#include "core/inventory/inventory.h"
#include "core/models/activity/activity.h"
#include "widgets/shell/mainwindow.h"

#include <QSettings>

namespace podium::app {

using inventory::Inventory;

DesktopLink::DesktopLink(
    Inventory &inventory, store::History &history, ui::MainWindow &window, const QSettings &state,
    const Clock &clock, QObject *parent)
    : Notifier(history, clock, parent)
    , m_window(window)
    , m_state(state)
{
    connect(&inventory, &Inventory::changed, this, &DesktopLink::tellEvents);
    connect(&m_tray, &ui::Tray::openRequested, &window, &ui::MainWindow::bringToFront);
    connect(&m_tray, &ui::Tray::refreshRequested, &window, &ui::MainWindow::refreshRequested);
    connect(&m_tray, &ui::Tray::quitRequested, &window, &ui::MainWindow::quit);
    reloadOptions();
}

void DesktopLink::reloadOptions()
{
    m_options = ui::loadDesktopOptions(m_state);
    m_tray.setVisible(m_options.closeToTray || m_options.notifyNodes || m_options.notifyRuns);
    m_window.setCloseHides(m_options.closeToTray && ui::Tray::isAvailable());
}

bool DesktopLink::canTell() const
{
    return m_options.notifyNodes && m_tray.canNotify();
}

void DesktopLink::tell(const std::vector<models::Notification> &notifications)
{
    for (const models::Notification &notification : notifications) {
        m_tray.notify(notification);
    }
}

void DesktopLink::tellRunFinished(const QString &title, const run::RunSummary &summary)
{
    if (m_options.notifyRuns && !m_window.isActiveWindow()) {
        m_tray.notify(
            {title.section(QLatin1Char('\n'), 0, 0),
             tr("Run finished: %1.").arg(models::runNumbers(summary))});
    }
}

} // namespace podium::app
