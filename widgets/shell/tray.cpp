// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/shell/tray.h"

#include "widgets/common/icons.h"
#include "widgets/common/labels.h"

#include <QMenu>
#include <QSystemTrayIcon>

namespace podium::ui {

Tray::Tray(QObject *parent)
    : QObject(parent)
    , m_icon(new QSystemTrayIcon(applicationIcon(), this))
    , m_menu(std::make_unique<QMenu>())
{
    m_icon->setToolTip(QStringLiteral("Podium"));
    m_menu->addAction(tr("Open Podium"), this, &Tray::openRequested);
    m_menu->addAction(tr("Refresh now"), this, &Tray::refreshRequested);
    m_menu->addSeparator();
    m_menu->addAction(tr("Quit"), this, &Tray::quitRequested);
    m_icon->setContextMenu(m_menu.get());
    connect(m_icon, &QSystemTrayIcon::messageClicked, this, &Tray::openRequested);
    connect(m_icon, &QSystemTrayIcon::activated, this, [this](auto reason) {
        if (reason == QSystemTrayIcon::Trigger) {
            emit openRequested();
        }
    });
}

Tray::~Tray() = default;

bool Tray::isAvailable()
{
    return QSystemTrayIcon::isSystemTrayAvailable();
}

void Tray::setVisible(bool visible)
{
    m_icon->setVisible(visible && isAvailable());
}

bool Tray::canNotify() const
{
    return m_icon->isVisible() && QSystemTrayIcon::supportsMessages();
}

void Tray::notify(const models::Notification &notification)
{
    if (canNotify()) {
        // Notification servers take a body for markup; the text may come from a cloud.
        m_icon->showMessage(
            notification.title, notification.text.toHtmlEscaped(), applicationIcon());
    }
}

void Tray::setToolTip(const QString &text)
{
    m_icon->setToolTip(text);
}

} // namespace podium::ui
