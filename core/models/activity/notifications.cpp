// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/models/activity/notifications.h"

#include "core/inventory/eventtexts.h"
#include "core/inventory/maintenancetext.h"

#include <QCoreApplication>
#include <QCryptographicHash>
#include <QSet>

#include <algorithm>
#include <map>

namespace podium::models {

using inventory::Event;
using inventory::EventKind;

namespace {

/// From so many nodes on one message stands for all.
constexpr std::size_t ManyNodes = 4;
constexpr std::size_t NamesSaid = 3;

using ByNode = std::map<NodeRef, std::vector<Event>>;

struct NotificationWords
{
    Q_DECLARE_TR_FUNCTIONS(Notifications)
};

bool deserves(const Event &event)
{
    return event.kind == EventKind::Maintenance ? !event.after.isEmpty() : inventory::isNews(event);
}

QString addressNotice(const Event &event, int workers)
{
    if (workers > 1) {
        return NotificationWords::tr("%1 workers have new external IPs.").arg(workers);
    }
    return event.after.isEmpty()
               ? NotificationWords::tr("Worker %1 has no external IP now.").arg(event.worker)
               : NotificationWords::tr("Worker %1 is now at %2.")
                     .arg(QString::number(event.worker), event.after);
}

/// What somebody who does not look at Podium wants to know first.
QString textOf(const Event &event, int workers)
{
    switch (event.kind) {
    case EventKind::StateChanged:
        return NotificationWords::tr("It was %1 in %2.").arg(event.before, event.node.zone.text());
    case EventKind::Recreated:
        return NotificationWords::tr("New machines in %1, with new addresses and new host keys.")
            .arg(event.node.zone.text());
    case EventKind::HostKeyChanged:
        return NotificationWords::tr(
            "The machines are the same; make sure that somebody meant to do this.");
    case EventKind::Maintenance:
        return NotificationWords::tr("%1. Its addresses may change.")
            .arg(inventory::maintenanceText(event.after));
    default:
        return addressNotice(event, workers);
    }
}

Notification ofManyNodes(const ByNode &nodes)
{
    QStringList names;
    for (const auto &[node, events] : nodes) {
        names << node.name.text();
        if (std::size_t(names.size()) == NamesSaid) {
            break;
        }
    }
    return {
        inventory::manyNodesHeadline(nodes.begin()->second.front(), int(nodes.size())),
        NotificationWords::tr("%1 and %2 more.")
            .arg(names.join(QStringLiteral(", ")))
            .arg(nodes.size() - NamesSaid)};
}

} // namespace

QString notificationKey(const Event &event)
{
    if (!deserves(event)) {
        return {};
    }
    // Host keys are long.
    const QByteArray after =
        QCryptographicHash::hash(event.after.toUtf8(), QCryptographicHash::Sha256).toHex().left(16);
    return QStringLiteral("notify %1 %2:%3 %4")
        .arg(inventory::eventKindName(event.kind), event.node.text())
        .arg(event.worker)
        .arg(QString::fromLatin1(after));
}

QStringList notificationKeys(const std::vector<Event> &events)
{
    QStringList keys;
    for (const Event &event : events) {
        const QString key = notificationKey(event);
        if (!key.isEmpty()) {
            keys << key;
        }
    }
    return keys;
}

std::vector<Notification>
notificationsFor(const std::vector<Event> &events, const QStringList &keys)
{
    const QSet<QString> wanted(keys.begin(), keys.end());
    std::map<EventKind, ByNode> byKind;
    for (const Event &event : events) {
        const QString key = notificationKey(event);
        if (!key.isEmpty() && wanted.contains(key)) {
            byKind[event.kind][event.node].push_back(event);
        }
    }
    std::vector<Notification> result;
    for (const auto &[kind, nodes] : byKind) {
        if (nodes.size() >= ManyNodes) {
            result.push_back(ofManyNodes(nodes));
            continue;
        }
        for (const auto &[node, same] : nodes) {
            const int workers = int(same.size());
            result.push_back(
                {inventory::eventHeadline(same.front(), workers), textOf(same.front(), workers)});
        }
    }
    return result;
}

} // namespace podium::models
