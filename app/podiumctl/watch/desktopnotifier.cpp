// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/podiumctl/watch/desktopnotifier.h"

#include "core/base/jobs.h"

#include <QDBusConnection>
#include <QDBusMessage>
#include <QSettings>

#include <utility>

namespace podium::ctl {

namespace {

QDBusMessage messageOf(const models::Notification &notification)
{
    const QString service = QStringLiteral("org.freedesktop.Notifications");
    QDBusMessage message = QDBusMessage::createMethodCall(
        service, QStringLiteral("/org/freedesktop/Notifications"), service,
        QStringLiteral("Notify"));
    // Servers take the body for markup; the text may come from a cloud.
    message << QStringLiteral("Podium") << 0U << QStringLiteral("podium") << notification.title
            << notification.text.toHtmlEscaped() << QStringList() << QVariantMap() << -1;
    return message;
}

} // namespace

DesktopNotifier::DesktopNotifier(store::History &history, const Clock &clock, QString windowState)
    : Notifier(history, clock)
    , m_windowState(std::move(windowState))
{}

/// Read each time: the person may switch it while this goes on.
bool DesktopNotifier::canTell() const
{
    const QSettings state(m_windowState, QSettings::IniFormat);
    return state.value(models::notifyNodesKey(), true).toBool();
}

void DesktopNotifier::tell(const std::vector<models::Notification> &notifications)
{
    // Shaking hands with the bus blocks.
    runJob(
        this,
        [notifications] {
            const QDBusConnection bus = QDBusConnection::sessionBus();
            for (const models::Notification &notification : notifications) {
                bus.send(messageOf(notification));
            }
            return bus.isConnected();
        },
        [](bool) {});
}

} // namespace podium::ctl
