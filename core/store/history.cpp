// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/store/history.h"

#include "core/base/log.h"
#include "core/store/columns.h"
#include "core/store/eventrows.h"
#include "core/store/noderows.h"

#include <spdlog/spdlog.h>

namespace podium::store {

namespace {

using inventory::Event;
using Activity = std::vector<ActivityEntry>;

qint64 lowest(const QDateTime &since)
{
    return since.isValid() ? since.toMSecsSinceEpoch() : 0;
}

qint64 highest(const QDateTime &before)
{
    return before.isValid() ? before.toMSecsSinceEpoch() : std::numeric_limits<qint64>::max();
}

std::optional<ActivityEntry> entryFromRow(const QSqlQuery &row)
{
    ActivityEntry entry;
    entry.time = QDateTime::fromMSecsSinceEpoch(row.value(0).toLongLong(), Qt::UTC);
    // A kind of a newer Podium is still something to read.
    entry.kind = activityKindFromName(row.value(1).toString()).value_or(ActivityKind::Note);
    entry.subject = row.value(2).toString();
    entry.text = row.value(3).toString();
    entry.detail = row.value(4).toString();
    return entry;
}

std::optional<ActivityEntry> entryFromEventRow(const QSqlQuery &row)
{
    const auto event = eventFromRow(row);
    return event ? std::optional(activityOf(*event)) : std::nullopt;
}

bool hasText(const ActivityEntry &entry, const QString &text)
{
    return entry.subject.contains(text, Qt::CaseInsensitive) ||
           entry.text.contains(text, Qt::CaseInsensitive) ||
           entry.detail.contains(text, Qt::CaseInsensitive);
}

/// Reads rows, newest first, until the limit of entries that fit is reached.
template <typename FromRow>
Result<Activity> collect(
    Database &database, const QString &sql, const QVariantList &values, const ActivityQuery &wanted,
    FromRow fromRow)
{
    auto rows = database.run(sql, values);
    if (!rows) {
        return failure(rows.error());
    }
    Activity found;
    while (int(found.size()) < wanted.limit && rows->next()) {
        auto entry = fromRow(*rows);
        if (entry && (wanted.text.isEmpty() || hasText(*entry, wanted.text))) {
            found.push_back(std::move(*entry));
        }
    }
    return found;
}

Result<Activity> readActivity(Database &database, const ActivityQuery &wanted)
{
    const QVariantList times{lowest(wanted.since), highest(wanted.before)};
    Activity all;
    if (!wanted.kind || *wanted.kind == ActivityKind::Inventory) {
        auto events = collect(
            database,
            QStringLiteral("SELECT %1 FROM events WHERE time >= ? AND time < ? ORDER BY time "
                           "DESC, id DESC")
                .arg(eventColumns()),
            times, wanted, entryFromEventRow);
        if (!events) {
            return events;
        }
        all = std::move(*events);
    }
    const QString kind = wanted.kind ? QStringLiteral("AND kind = ?") : QString();
    auto entries = collect(
        database,
        QStringLiteral("SELECT time, kind, subject, text, detail FROM activity WHERE time >= ? "
                       "AND time < ? %1 ORDER BY time DESC, id DESC")
            .arg(kind),
        wanted.kind ? times + QVariantList{activityKindName(*wanted.kind)} : times, wanted,
        entryFromRow);
    if (!entries) {
        return entries;
    }
    all.insert(all.end(), entries->begin(), entries->end());
    std::stable_sort(all.begin(), all.end(), [](const ActivityEntry &a, const ActivityEntry &b) {
        return a.time > b.time;
    });
    all.resize(std::min(all.size(), std::size_t(std::max(0, wanted.limit))));
    return all;
}

Result<std::vector<Event>> readEvents(Database &database, const EventQuery &wanted)
{
    QString condition = QStringLiteral("time >= ?");
    QVariantList values{lowest(wanted.since)};
    if (wanted.node) {
        condition += QStringLiteral(" AND project = ? AND zone = ? AND node = ?");
        values << wanted.node->project.text() << wanted.node->zone.text()
               << wanted.node->name.text();
    }
    values << wanted.limit;
    auto rows = database.run(
        QStringLiteral("SELECT %1 FROM events WHERE %2 ORDER BY time DESC, id DESC LIMIT ?")
            .arg(eventColumns(), condition),
        values);
    if (!rows) {
        return failure(rows.error());
    }
    std::vector<Event> events;
    while (rows->next()) {
        if (auto event = eventFromRow(*rows)) {
            events.push_back(std::move(*event));
        }
    }
    return events;
}

Result<NodeHistory> readNodeHistory(Database &database, const NodeRef &node)
{
    NodeHistory history{node, {}, {}, {}, {}};
    auto seenAt = database.run(
        QStringLiteral("SELECT seen_at FROM nodes WHERE project = ? AND zone = ? AND name = ? AND "
                       "stale = 1"),
        {node.project.text(), node.zone.text(), node.name.text()});
    const auto asOf = storedAsOf(database);
    if (!seenAt || !asOf) {
        return failure(seenAt ? asOf.error() : seenAt.error());
    }
    history.asOf = *asOf;
    const bool isStale = seenAt->next();
    auto facts = readFacts(
        database, node,
        isStale ? QDateTime::fromMSecsSinceEpoch(seenAt->value(0).toLongLong(), Qt::UTC) : *asOf);
    auto events = readEvents(database, {node, {}, HistoryRows});
    auto looks = readLooks(database);
    if (!facts || !events || !looks) {
        return failure(!facts ? facts.error() : !events ? events.error() : looks.error());
    }
    history.facts = std::move(*facts);
    history.events = std::move(*events);
    history.looks = std::move(*looks);
    return history;
}

} // namespace

void History::append(const ActivityEntry &entry, Callback<Result<>> done)
{
    m_queue.run<void>(
        [entry](Database &database) -> Result<> {
            const auto kept = database.run(
                QStringLiteral("INSERT INTO activity (time, kind, subject, text, detail) VALUES "
                               "(?, ?, ?, ?, ?)"),
                {entry.time.toMSecsSinceEpoch(), activityKindName(entry.kind),
                 notNull(entry.subject), notNull(entry.text), notNull(entry.detail)});
            if (!kept) {
                logger("store")->error("{}", kept.error().text().toStdString());
                return failure(kept.error());
            }
            return {};
        },
        std::move(done));
}

void History::activity(const ActivityQuery &query, Callback<Result<Activity>> done)
{
    m_queue.run<Activity>(
        [query](Database &database) { return readActivity(database, query); }, std::move(done));
}

void History::events(const EventQuery &query, Callback<Result<std::vector<Event>>> done)
{
    m_queue.run<std::vector<Event>>(
        [query](Database &database) { return readEvents(database, query); }, std::move(done));
}

void History::node(const NodeRef &node, Callback<Result<NodeHistory>> done)
{
    m_queue.run<NodeHistory>(
        [node](Database &database) { return readNodeHistory(database, node); }, std::move(done));
}

void History::seenNodes(const QDateTime &since, Callback<Result<SeenNodes>> done)
{
    m_queue.run<SeenNodes>(
        [since](Database &database) {
            const auto asOf = storedAsOf(database);
            return asOf ? readSeenNodes(database, since, *asOf)
                        : Result<SeenNodes>(failure(asOf.error()));
        },
        std::move(done));
}

void History::nodesNamed(const QString &word, Callback<Result<std::vector<NodeRef>>> done)
{
    const QStringList parts = word.split(QLatin1Char('/'));
    const QString project = parts.size() > 1 ? parts.first() : QString();
    const QString zone = parts.size() > 2 ? parts[1] : QString();
    m_queue.run<std::vector<NodeRef>>(
        [project, zone, name = parts.last()](Database &database) {
            return readKnownNodes(database, project, zone, name);
        },
        std::move(done));
}

void History::claim(
    const QStringList &what, const QDateTime &now, std::chrono::seconds silence,
    Callback<QStringList> done)
{
    m_queue.post([what, now, silence, done = std::move(done)](const Result<Database *> &database) {
        QStringList mine;
        for (const QString &one : what) {
            // Better told twice than not at all where there is no database.
            if (!database || store::claim(**database, one, now, silence).value_or(true)) {
                mine << one;
            }
        }
        done(mine);
    });
}

} // namespace podium::store
