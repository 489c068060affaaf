// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/models/activity/notifications.h"

#include <QObject>

#include <memory>

class QMenu;
class QSystemTrayIcon;

namespace podium::ui {

/// Podium in the desktop's tray, where there is one: messages, and a way back to the window.
class Tray final : public QObject
{
    Q_OBJECT

public:
    explicit Tray(QObject *parent = nullptr);
    ~Tray() override;

    [[nodiscard]] static bool isAvailable();
    void setVisible(bool visible);
    /// Whether notify() shows anything.
    [[nodiscard]] bool canNotify() const;
    /// Shows a message of the desktop's own; nothing where the tray is not shown.
    void notify(const models::Notification &notification);
    void setToolTip(const QString &text);

signals:
    void openRequested();
    void refreshRequested();
    void quitRequested();

private:
    QSystemTrayIcon *m_icon = nullptr;
    std::unique_ptr<QMenu> m_menu;
};

} // namespace podium::ui
