// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/store/eventrows.h"

#include "core/store/columns.h"

namespace podium::store {

namespace {

using inventory::Event;
using inventory::EventKind;

constexpr std::initializer_list<EventKind> AllKinds{
    EventKind::Appeared,       EventKind::Gone,          EventKind::Recreated,
    EventKind::StateChanged,   EventKind::HealthChanged, EventKind::IpChanged,
    EventKind::HostKeyChanged, EventKind::Maintenance};

std::optional<EventKind> kindFromName(const QString &name)
{
    for (const EventKind kind : AllKinds) {
        if (inventory::eventKindName(kind) == name) {
            return kind;
        }
    }
    return std::nullopt;
}

/// Coming and going are one thread of events; every other kind is one of its own, which begins anew
/// with the machines: the second preemption of a node that was made again is not the first one.
QString sameThread(EventKind kind)
{
    switch (kind) {
    case EventKind::Appeared:
    case EventKind::Gone:
        return QStringLiteral("kind IN ('appeared', 'gone')");
    case EventKind::Recreated:
        return QStringLiteral("kind = 'recreated'");
    default:
        return QStringLiteral(
                   "kind = '%1' AND NOT EXISTS (SELECT 1 FROM events AS made WHERE "
                   "made.project = events.project AND made.zone = events.zone AND "
                   "made.node = events.node AND made.worker = -1 AND "
                   "made.time > events.time AND made.kind IN ('appeared', 'gone', 'recreated'))")
            .arg(inventory::eventKindName(kind));
    }
}

Result<bool> isKnown(Database &database, const Event &event)
{
    auto last = database.run(
        QStringLiteral("SELECT kind, old, new FROM events WHERE project = ? AND zone = ? AND "
                       "node = ? AND worker = ? AND %1 ORDER BY time DESC, id DESC LIMIT 1")
            .arg(sameThread(event.kind)),
        {event.node.project.text(), event.node.zone.text(), event.node.name.text(), event.worker});
    if (!last) {
        return failure(last.error());
    }
    if (!last->next() || last->value(0).toString() != inventory::eventKindName(event.kind)) {
        return false;
    }
    const bool isPresence = event.kind == EventKind::Appeared || event.kind == EventKind::Gone;
    return isPresence ||
           (last->value(1).toString() == event.before && last->value(2).toString() == event.after);
}

} // namespace

Result<> insertEvents(Database &database, const std::vector<Event> &events)
{
    for (const Event &event : events) {
        const auto known = isKnown(database, event);
        if (!known) {
            return failure(known.error());
        }
        if (*known) {
            continue;
        }
        const auto done = database.execute(
            QStringLiteral("INSERT INTO events (time, kind, project, zone, node, worker, old, new) "
                           "VALUES (?, ?, ?, ?, ?, ?, ?, ?)"),
            {event.time.toMSecsSinceEpoch(), inventory::eventKindName(event.kind),
             event.node.project.text(), event.node.zone.text(), event.node.name.text(),
             event.worker, notNull(event.before), notNull(event.after)});
        if (!done) {
            return done;
        }
    }
    return {};
}

QString eventColumns()
{
    return QStringLiteral("time, kind, project, zone, node, worker, old, new");
}

std::optional<Event> eventFromRow(const QSqlQuery &row)
{
    const auto kind = kindFromName(row.value(1).toString());
    const auto node = nodeFromRow(row, 2);
    if (!kind || !node) {
        return std::nullopt;
    }
    Event event;
    event.kind = *kind;
    event.node = *node;
    event.worker = row.value(5).toInt();
    event.before = row.value(6).toString();
    event.after = row.value(7).toString();
    event.time = QDateTime::fromMSecsSinceEpoch(row.value(0).toLongLong(), Qt::UTC);
    return event;
}

} // namespace podium::store
