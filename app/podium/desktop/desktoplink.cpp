// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/podium/desktop/desktoplink.h"

#include "core/inventory/inventory.h"
#include "core/models/activity/activity.h"
#include "core/models/activity/requestnotice.h"
#include "core/store/history.h"
#include "widgets/shell/mainwindow.h"

#include <QSettings>

namespace podium::app {

using inventory::Inventory;

DesktopLink::DesktopLink(
    Inventory &inventory, store::History &history, ui::MainWindow &window, const QSettings &state,
    const Clock &clock, QObject *parent)
    : QObject(parent)
    , m_history(history)
    , m_window(window)
    , m_state(state)
    , m_clock(clock)
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

/// What was claimed is told by nobody else: a watcher that notifies may be able to.
bool DesktopLink::tellsNodes() const
{
    return m_options.notifyNodes && m_tray.canNotify();
}

void DesktopLink::tellEvents(const std::vector<inventory::Event> &events)
{
    const QStringList keys = models::notificationKeys(events);
    if (keys.isEmpty() || !tellsNodes()) {
        return;
    }
    // A watcher beside this window sees the same: the first one says it.
    m_history.claim(
        keys, m_clock.now(), models::NotificationSilence,
        {this, [this, events](const QStringList &mine) {
             for (const auto &notification : models::notificationsFor(events, mine)) {
                 m_tray.notify(notification);
             }
         }});
}

void DesktopLink::tellRequest(const lifecycle::NodeRequest &request)
{
    const QString key = models::requestNoticeKey(request);
    if (key.isEmpty() || !tellsNodes()) {
        return;
    }
    m_history.claim(
        {key}, m_clock.now(), models::NotificationSilence,
        {this, [this, request](const QStringList &mine) {
             if (!mine.isEmpty()) {
                 m_tray.notify(models::requestNotice(request));
             }
         }});
}

void DesktopLink::tellGrantEnds(const std::vector<lifecycle::GrantEnd> &ends)
{
    const QStringList keys = models::grantEndKeys(ends);
    if (keys.isEmpty() || !tellsNodes()) {
        return;
    }
    m_history.claim(
        keys, m_clock.now(), models::GrantNoticeSilence,
        {this, [this, ends](const QStringList &mine) {
             for (const auto &notification :
                  models::grantEndNotifications(ends, mine, m_clock.now())) {
                 m_tray.notify(notification);
             }
         }});
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
