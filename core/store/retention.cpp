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

Result<> ignoreRows(const Result<QSqlQuery> &result)
{
    return result ? Result<>() : Result<>(failure(result.error()));
}

} // namespace

Result<> recordLook(Database &database, const QDateTime &now)
{
    const qint64 nowMs = now.toMSecsSinceEpoch();
    auto extended = database.run(
        QStringLiteral("UPDATE looks SET last = MAX(last, ?) WHERE first = (SELECT MAX(first) FROM "
                       "looks) AND last >= ?"),
        {nowMs, nowMs - qint64(LookLasts.count())});
    if (!extended || extended->numRowsAffected() > 0) {
        return ignoreRows(extended);
    }
    return ignoreRows(database.run(
        QStringLiteral("INSERT OR IGNORE INTO looks (first, last) VALUES (?, ?)"), {nowMs, nowMs}));
}

Result<std::vector<Span>> readLooks(Database &database)
{
    auto rows = database.run(QStringLiteral("SELECT first, last FROM looks ORDER BY first"));
    if (!rows) {
        return failure(rows.error());
    }
    std::vector<Span> looks;
    while (rows->next()) {
        looks.emplace_back(fromMs(rows->value(0)), fromMs(rows->value(1)));
    }
    return looks;
}

Result<bool>
claim(Database &database, const QString &what, const QDateTime &now, std::chrono::seconds silence)
{
    bool isMine = false;
    const auto done = database.transaction([&]() -> Result<> {
        auto row = database.run(
            QStringLiteral("SELECT time FROM claims WHERE what = ? AND time > ? AND time <= ?"),
            {what, now.addSecs(-silence.count()).toMSecsSinceEpoch(), now.toMSecsSinceEpoch()});
        if (!row) {
            return failure(row.error());
        }
        isMine = !row->next();
        return isMine
                   ? ignoreRows(database.run(
                         QStringLiteral("INSERT OR REPLACE INTO claims (what, time) VALUES (?, ?)"),
                         {what, now.toMSecsSinceEpoch()}))
                   : Result<>();
    });
    return done ? Result<bool>(isMine) : failure(done.error());
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
            {QStringLiteral("DELETE FROM facts WHERE open = 0 AND "
                            "id <= (SELECT MAX(id) FROM facts) - ?"),
             HistoryRows},
        };
        for (const auto &[sql, value] : statements) {
            if (auto done = database.run(sql, {value}); !done) {
                return failure(done.error());
            }
        }
        return {};
    });
}

} // namespace podium::store
