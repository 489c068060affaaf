// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/store/history.h"

#include "core/base/log.h"
#include "core/store/columns.h"
#include "core/store/eventactivity.h"
#include "core/store/eventrows.h"
#include "core/store/noderows.h"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <iterator>
#include <limits>
#include <utility>

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

QString entryColumns()
{
    return QStringLiteral(
        "time, kind, subject, text, detail, outcome, action, node, worker, run, person, config, "
        "parts");
}

/// Where an entry was kept without its outcome, its kind may still say that.
Outcome outcomeOf(const QString &stored, ActivityKind kind)
{
    if (!stored.isEmpty()) {
        return outcomeFromName(stored);
    }
    switch (kind) {
    case ActivityKind::Error:
        return Outcome::Bad;
    case ActivityKind::ConfigWrite:
        return Outcome::Good;
    case ActivityKind::Run:
        return Outcome::Unknown;
    default:
        return Outcome::Off;
    }
}

ActivityEntry entryFromRow(const QSqlQuery &row)
{
    ActivityEntry entry;
    entry.time = fromMs(row.value(0));
    // A kind of a newer Podium is still something to read.
    entry.kind = activityKindFromName(row.value(1).toString()).value_or(ActivityKind::Note);
    entry.text = row.value(3).toString();
    entry.detail = row.value(4).toString();
    entry.outcome = outcomeOf(row.value(5).toString(), entry.kind);
    entry.action = row.value(6).toString();
    entry.node = nodeFromText(row.value(7).toString());
    entry.worker = row.value(8).toInt();
    entry.subject = row.value(2).toString();
    entry.run = row.value(9).toString();
    entry.person = row.value(10).toString();
    entry.configVersion = row.value(11).toInt();
    readParts(entry, row.value(12).toByteArray());
    return entry;
}

bool hasText(const ActivityEntry &entry, const QString &text)
{
    return text.isEmpty() || entry.subject.contains(text, Qt::CaseInsensitive) ||
           (entry.node && entry.node->text().contains(text, Qt::CaseInsensitive)) ||
           entry.text.contains(text, Qt::CaseInsensitive) ||
           entry.detail.contains(text, Qt::CaseInsensitive);
}

/// From the events, newest first, until there are as many as wanted.
Result<Activity> readEventEntries(Database &database, const ActivityQuery &wanted)
{
    auto rows = database.run(
        QStringLiteral("SELECT %1 FROM events WHERE time >= ? AND time < ? ORDER BY time DESC, id "
                       "DESC")
            .arg(eventColumns()),
        {lowest(wanted.since), highest(wanted.before)});
    if (!rows) {
        return failure(rows.error());
    }
    Activity found;
    std::vector<Event> ofOneTime;
    const auto addThem = [&] {
        for (ActivityEntry &entry : activityOf(std::exchange(ofOneTime, {}))) {
            if ((!wanted.kind || entry.kind == *wanted.kind) && hasText(entry, wanted.text)) {
                found.push_back(std::move(entry));
            }
        }
    };
    while (int(found.size()) < wanted.limit && rows->next()) {
        auto event = eventFromRow(*rows);
        if (event && !ofOneTime.empty() && ofOneTime.front().time != event->time) {
            addThem();
        }
        if (event) {
            ofOneTime.push_back(std::move(*event));
        }
    }
    addThem();
    return found;
}

Result<Activity> readKeptEntries(Database &database, const ActivityQuery &wanted)
{
    QVariantList values{lowest(wanted.since), highest(wanted.before)};
    if (wanted.kind) {
        values << activityKindName(*wanted.kind);
    }
    auto rows = database.run(
        QStringLiteral("SELECT %1 FROM activity WHERE time >= ? AND time < ? %2 ORDER BY time "
                       "DESC, id DESC")
            .arg(entryColumns(), wanted.kind ? QStringLiteral("AND kind = ?") : QString()),
        values);
    if (!rows) {
        return failure(rows.error());
    }
    Activity found;
    while (int(found.size()) < wanted.limit && rows->next()) {
        ActivityEntry entry = entryFromRow(*rows);
        if (hasText(entry, wanted.text)) {
            found.push_back(std::move(entry));
        }
    }
    return found;
}

Result<Activity> readActivity(Database &database, const ActivityQuery &wanted)
{
    auto all = wanted.hasEvents ? readEventEntries(database, wanted) : Result<Activity>(Activity());
    auto kept = readKeptEntries(database, wanted);
    if (!all || !kept) {
        return all ? kept : all;
    }
    all->insert(
        all->end(), std::make_move_iterator(kept->begin()), std::make_move_iterator(kept->end()));
    std::stable_sort(all->begin(), all->end(), [](const ActivityEntry &a, const ActivityEntry &b) {
        return a.time > b.time;
    });
    all->resize(std::min(all->size(), std::size_t(std::max(0, wanted.limit))));
    return all;
}

Result<> keepEntry(Database &database, const ActivityEntry &entry)
{
    auto kept = database.execute(
        QStringLiteral(
            "INSERT INTO activity (%1) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) "
            "ON CONFLICT (action) WHERE action <> '' DO UPDATE SET time = excluded.time, "
            "kind = excluded.kind, subject = excluded.subject, text = excluded.text, "
            "detail = excluded.detail, outcome = excluded.outcome, node = excluded.node, "
            "worker = excluded.worker, run = excluded.run, person = excluded.person, "
            "config = excluded.config, parts = excluded.parts")
            .arg(entryColumns()),
        {entry.time.toMSecsSinceEpoch(), activityKindName(entry.kind), notNull(entry.subject),
         notNull(entry.text), notNull(entry.detail), outcomeName(entry.outcome),
         notNull(entry.action), notNull(entry.node ? entry.node->text() : QString()), entry.worker,
         notNull(entry.run), notNull(entry.person), entry.configVersion, partsToJson(entry)});
    if (!kept) {
        logger("store")->error("{}", kept.error().text().toStdString());
    }
    return kept;
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
    return database.select<Event>(
        QStringLiteral("SELECT %1 FROM events WHERE %2 ORDER BY time DESC, id DESC LIMIT ?")
            .arg(eventColumns(), condition),
        values, eventFromRow);
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
        [entry](Database &database) -> Result<> { return keepEntry(database, entry); },
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
