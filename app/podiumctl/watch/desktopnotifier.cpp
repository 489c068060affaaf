// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/podiumctl/watch/desktopnotifier.h"

#include "core/base/jobs.h"
#include "core/models/activity/requestnotice.h"
#include "core/store/history.h"

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

DesktopNotifier::DesktopNotifier(store::History &history, const Clock &clock, QObject *parent)
    : QObject(parent)
    , m_history(history)
    , m_clock(clock)
{}

void DesktopNotifier::tell(const std::vector<inventory::Event> &events)
{
    const QStringList keys = models::notificationKeys(events);
    if (keys.isEmpty()) {
        return;
    }
    m_history.claim(
        keys, m_clock.now(), models::NotificationSilence,
        {this, [this, events](const QStringList &mine) {
             send(models::notificationsFor(events, mine));
         }});
}

void DesktopNotifier::tellRequest(const lifecycle::NodeRequest &request)
{
    const QString key = models::requestNoticeKey(request);
    if (key.isEmpty()) {
        return;
    }
    m_history.claim(
        {key}, m_clock.now(), models::NotificationSilence,
        {this, [this, request](const QStringList &mine) {
             if (!mine.isEmpty()) {
                 send({models::requestNotice(request)});
             }
         }});
}

void DesktopNotifier::tellGrantEnds(const std::vector<lifecycle::GrantEnd> &ends)
{
    const QStringList keys = models::grantEndKeys(ends);
    if (keys.isEmpty()) {
        return;
    }
    m_history.claim(
        keys, m_clock.now(), models::GrantNoticeSilence,
        {this, [this, ends](const QStringList &mine) {
             send(models::grantEndNotifications(ends, mine, m_clock.now()));
         }});
}

void DesktopNotifier::send(const std::vector<models::Notification> &notifications)
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
