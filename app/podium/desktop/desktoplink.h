// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/models/activity/notifier.h"
#include "core/run/runstate.h"
#include "widgets/settings/desktopoptions.h"
#include "widgets/shell/tray.h"

class QSettings;

namespace podium::inventory {
class Inventory;
}

namespace podium::ui {
class MainWindow;
}

namespace podium::app {

/// The window's ties to the desktop: tray icon, messages, closing to the tray.
class DesktopLink final : public models::Notifier
{
    Q_OBJECT

public:
    /// All references must outlive it, but for the window.
    DesktopLink(
        inventory::Inventory &inventory, store::History &history, ui::MainWindow &window,
        const QSettings &state, const Clock &clock, QObject *parent = nullptr);

    /// After the person has changed the options.
    void reloadOptions();
    void tellRunFinished(const QString &title, const run::RunSummary &summary);

private:
    [[nodiscard]] bool canTell() const override;
    void tell(const std::vector<models::Notification> &notifications) override;

    ui::MainWindow &m_window;
    const QSettings &m_state;
    ui::DesktopOptions m_options;
    ui::Tray m_tray;
};

} // namespace podium::app
