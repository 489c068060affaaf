// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/models/activity/notifier.h"

#include "core/models/activity/requestnotice.h"
#include "core/store/history.h"

namespace podium::models {

QString notifyNodesKey()
{
    return QStringLiteral("desktop/notifyNodes");
}

Notifier::Notifier(store::History &history, const Clock &clock, QObject *parent)
    : QObject(parent)
    , m_history(history)
    , m_clock(clock)
{}

void Notifier::tellEvents(const std::vector<inventory::Event> &events)
{
    claim(notificationKeys(events), NotificationSilence, [events](const QStringList &mine) {
        return notificationsFor(events, mine);
    });
}

void Notifier::tellRequest(const lifecycle::NodeRequest &request)
{
    const QString key = requestNoticeKey(request);
    claim(
        key.isEmpty() ? QStringList() : QStringList{key}, NotificationSilence,
        [request](const QStringList &) { return std::vector{requestNotice(request)}; });
}

void Notifier::tellGrantEnds(const std::vector<lifecycle::GrantEnd> &ends)
{
    claim(grantEndKeys(ends), GrantNoticeSilence, [this, ends](const QStringList &mine) {
        return grantEndNotifications(ends, mine, m_clock.now());
    });
}

void Notifier::claim(
    const QStringList &keys, std::chrono::seconds silence, const NotificationsFor &read)
{
    if (keys.isEmpty() || !canTell()) {
        return;
    }
    m_history.claim(keys, m_clock.now(), silence, {this, [this, read](const QStringList &mine) {
                                                       if (!mine.isEmpty()) {
                                                           tell(read(mine));
                                                       }
                                                   }});
}

} // namespace podium::models
