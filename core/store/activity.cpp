// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/store/activity.h"

#include <QStringList>

namespace podium::store {

namespace {

const QStringList &activityKindNames()
{
    static const QStringList names{
        QStringLiteral("inventory"), QStringLiteral("run"), QStringLiteral("config-write"),
        QStringLiteral("error"), QStringLiteral("note")};
    return names;
}

/// "X, before: Y", or what is there of it.
QString change(const QString &what, const inventory::Event &event, const QString &none)
{
    const QString now = event.after.isEmpty() ? none : event.after;
    return event.before.isEmpty()
               ? QStringLiteral("%1: %2.").arg(what, now)
               : QStringLiteral("%1: %2, before %3.").arg(what, now, event.before);
}

QString sentence(const inventory::Event &event)
{
    using inventory::EventKind;
    const QString worker = QString::number(event.worker);
    switch (event.kind) {
    case EventKind::Appeared:
        return event.after.isEmpty() ? QStringLiteral("New node.")
                                     : QStringLiteral("New node, %1.").arg(event.after);
    case EventKind::Gone:
        return QStringLiteral("The node is gone.");
    case EventKind::Recreated:
        return QStringLiteral(
            "The node was recreated: new machines, new host keys, new addresses.");
    case EventKind::StateChanged:
        return change(QStringLiteral("State"), event, QStringLiteral("none"));
    case EventKind::HealthChanged:
        return change(QStringLiteral("Health"), event, QStringLiteral("not said"));
    case EventKind::IpChanged:
        return change(
            QStringLiteral("Address of worker %1").arg(worker), event, QStringLiteral("none"));
    case EventKind::HostKeyChanged:
        return QStringLiteral("Worker %1 has new host keys on the same machine.").arg(worker);
    case EventKind::Maintenance:
        return event.after.isEmpty() ? QStringLiteral("No maintenance is announced any more.")
                                     : QStringLiteral("Maintenance: %1.").arg(event.after);
    }
    return {};
}

QString detail(const inventory::Event &event)
{
    if (event.kind == inventory::EventKind::Recreated) {
        return QStringLiteral("Node id %1, before %2.").arg(event.after, event.before);
    }
    if (event.kind == inventory::EventKind::IpChanged) {
        return QStringLiteral("It moved: the same machine (node id), so its host key stays.");
    }
    if (event.kind == inventory::EventKind::HostKeyChanged) {
        return QStringLiteral("Now:\n%1\nBefore:\n%2").arg(event.after, event.before);
    }
    return {};
}

} // namespace

QString activityKindName(ActivityKind kind)
{
    return activityKindNames().at(int(kind));
}

std::optional<ActivityKind> activityKindFromName(const QString &name)
{
    const int index = activityKindNames().indexOf(name);
    return index < 0 ? std::nullopt : std::optional(ActivityKind(index));
}

ActivityEntry activityOf(const inventory::Event &event)
{
    return {event.time, ActivityKind::Inventory, event.node.text(), sentence(event), detail(event)};
}

} // namespace podium::store
