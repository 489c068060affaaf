// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/store/retention.h"

#include "core/store/columns.h"

namespace podium::store {

namespace {

using namespace std::chrono_literals;

/// Longer than the slowest pace of a watcher: a longer pause means that nobody looked.
constexpr std::chrono::milliseconds LookLasts = 20min;
constexpr std::chrono::seconds Day = 24h;

} // namespace

Result<> recordLook(Database &database, const QDateTime &now)
{
    const qint64 nowMs = now.toMSecsSinceEpoch();
    auto extended = database.run(
        QStringLiteral("UPDATE looks SET last = MAX(last, ?) WHERE first = (SELECT MAX(first) FROM "
                       "looks) AND last >= ?"),
        {nowMs, nowMs - qint64(LookLasts.count())});
    if (!extended) {
        return failure(extended.error());
    }
    return extended->numRowsAffected() > 0
               ? Result<>()
               : database.execute(
                     QStringLiteral("INSERT OR IGNORE INTO looks (first, last) VALUES (?, ?)"),
                     {nowMs, nowMs});
}

Result<std::vector<Span>> readLooks(Database &database)
{
    return database.select<Span>(
        QStringLiteral("SELECT first, last FROM looks ORDER BY first"), {},
        [](const QSqlQuery &row) { return Span(fromMs(row.value(0)), fromMs(row.value(1))); });
}

Result<bool>
claim(Database &database, const QString &what, const QDateTime &now, std::chrono::seconds silence)
{
    return database.transaction<bool>([&]() -> Result<bool> {
        auto row = database.run(
            QStringLiteral("SELECT time FROM claims WHERE what = ? AND time > ? AND time <= ?"),
            {what, now.addSecs(-silence.count()).toMSecsSinceEpoch(), now.toMSecsSinceEpoch()});
        if (!row) {
            return failure(row.error());
        }
        if (row->next()) {
            return false;
        }
        return database
            .execute(
                QStringLiteral("INSERT OR REPLACE INTO claims (what, time) VALUES (?, ?)"),
                {what, now.toMSecsSinceEpoch()})
            .map([] { return true; });
    });
}

Result<> prune(Database &database, const QDateTime &now)
{
    const auto mine = claim(database, QStringLiteral("prune"), now, Day);
    if (!mine || !*mine) {
        return mine ? Result<>() : failure(mine.error());
    }
    const qint64 oldest = now.addDays(-HistoryDays).toMSecsSinceEpoch();
    const qint64 yesterday = now.addDays(-1).toMSecsSinceEpoch();
    return database.transaction([&]() -> Result<> {
        const std::pair<QString, QVariant> statements[] = {
            {QStringLiteral("DELETE FROM events WHERE time < ?"), oldest},
            {QStringLiteral("DELETE FROM activity WHERE time < ?"), oldest},
            {QStringLiteral("DELETE FROM runs WHERE started < ?"), oldest},
            {QStringLiteral("DELETE FROM facts WHERE open = 0 AND last < ?"), oldest},
            {QStringLiteral("DELETE FROM looks WHERE last < ?"), oldest},
            {QStringLiteral("DELETE FROM claims WHERE what <> 'prune' AND what NOT LIKE "
                            "'grant-end %' AND time < ?"),
             yesterday},
            // Those are told once, in the weeks before the end.
            {QStringLiteral("DELETE FROM claims WHERE what LIKE 'grant-end %' AND time < ?"),
             oldest},
            {QStringLiteral("DELETE FROM events WHERE id <= (SELECT MAX(id) FROM events) - ?"),
             HistoryRows},
            {QStringLiteral("DELETE FROM activity WHERE id <= (SELECT MAX(id) FROM activity) - ?"),
             HistoryRows},
            {QStringLiteral("DELETE FROM runs WHERE rowid <= (SELECT MAX(rowid) FROM runs) - ?"),
             HistoryRows},
            {QStringLiteral("DELETE FROM facts WHERE open = 0 AND "
                            "id <= (SELECT MAX(id) FROM facts) - ?"),
             HistoryRows},
        };
        for (const auto &[sql, value] : statements) {
            if (auto done = database.execute(sql, {value}); !done) {
                return done;
            }
        }
        return {};
    });
}

} // namespace podium::store
