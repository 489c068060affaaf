// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/podiumctl/watch/desktopnotifier.h"

#include "core/base/jobs.h"

#include <QDBusConnection>
#include <QDBusMessage>

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
