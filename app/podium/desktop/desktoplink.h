// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/clock.h"
#include "core/lifecycle/request/noderequest.h"
#include "core/models/activity/grantnotices.h"
#include "core/models/activity/notifications.h"
#include "core/run/runstate.h"
#include "widgets/settings/desktopoptions.h"
#include "widgets/shell/tray.h"

#include <QObject>

class QSettings;

namespace podium::inventory {
class Inventory;
}

namespace podium::store {
class History;
}

namespace podium::ui {
class MainWindow;
}

namespace podium::app {

/// The window's ties to the desktop: tray icon, messages, closing to the tray.
class DesktopLink final : public QObject
{
    Q_OBJECT

public:
    /// All references must outlive it, but for the window.
    DesktopLink(
        inventory::Inventory &inventory, store::History &history, ui::MainWindow &window,
        const QSettings &state, const Clock &clock, QObject *parent = nullptr);

    /// After the person has changed the options.
    void reloadOptions();
    /// What became of a node request, or what it asks.
    void tellRequest(const lifecycle::NodeRequest &request);
    /// Grants that end, each stage once for all Podiums.
    void tellGrantEnds(const std::vector<lifecycle::GrantEnd> &ends);
    void tellRunFinished(const QString &title, const run::RunSummary &summary);

private:
    [[nodiscard]] bool tellsNodes() const;
    void tellEvents(const std::vector<inventory::Event> &events);

    store::History &m_history;
    ui::MainWindow &m_window;
    const QSettings &m_state;
    const Clock &m_clock;
    ui::DesktopOptions m_options;
    ui::Tray m_tray;
};

} // namespace podium::app
