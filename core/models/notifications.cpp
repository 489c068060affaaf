// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/models/notifications.h"

#include <QCoreApplication>

#include <map>

namespace podium::models {

using inventory::Event;
using inventory::EventKind;

namespace {

constexpr int SilentSeconds = 60 * 60;

struct Words
{
    Q_DECLARE_TR_FUNCTIONS(Notifications)
};

bool deserves(const Event &event)
{
    return event.kind == EventKind::IpChanged || event.kind == EventKind::Maintenance ||
           (event.kind == EventKind::StateChanged &&
            cloud::nodeStateFromName(event.after) == cloud::NodeState::Preempted);
}

Notification addressNotification(const Event &event, int workers)
{
    const QString name = event.node.name.text();
    if (workers > 1) {
        return {
            Words::tr("IPs of %1 changed").arg(name),
            Words::tr("%1 workers have new external IPs.").arg(workers)};
    }
    return {
        Words::tr("IP of %1 changed").arg(name),
        event.after.isEmpty()
            ? Words::tr("Worker %1 has no external IP now.").arg(event.worker)
            : Words::tr("Worker %1 is now at %2.").arg(QString::number(event.worker), event.after)};
}

Notification notificationOf(const Event &event, int count)
{
    const QString name = event.node.name.text();
    switch (event.kind) {
    case EventKind::StateChanged:
        return {
            Words::tr("%1 was preempted").arg(name),
            Words::tr("It was %1 in %2.").arg(event.before, event.node.zone.text())};
    case EventKind::Maintenance:
        return {Words::tr("Maintenance of %1").arg(name), event.after};
    default:
        return addressNotification(event, count);
    }
}

} // namespace

std::vector<Notification>
NotificationRules::notificationsFor(const std::vector<Event> &events, const QDateTime &now)
{
    std::map<std::pair<NodeRef, EventKind>, std::vector<Event>> byNode;
    for (const Event &event : events) {
        if (deserves(event)) {
            byNode[{event.node, event.kind}].push_back(event);
        }
    }
    std::vector<Notification> result;
    for (const auto &[key, same] : byNode) {
        const Notification notification = notificationOf(same.front(), int(same.size()));
        const QString told =
            key.first.text() + QLatin1Char('\n') + notification.title + notification.text;
        const QDateTime last = m_told.value(told);
        if (!last.isValid() || last.secsTo(now) >= SilentSeconds) {
            m_told.insert(told, now);
            result.push_back(notification);
        }
    }
    return result;
}

} // namespace podium::models
