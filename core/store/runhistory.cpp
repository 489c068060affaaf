// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/store/runhistory.h"

#include "core/base/log.h"
#include "core/store/columns.h"

#include <spdlog/spdlog.h>

namespace podium::store {

namespace {

Result<> changeRuns(Database &database, const QString &sql, const QVariantList &values)
{
    auto changed = database.execute(sql, values);
    if (!changed) {
        logger("store")->error("{}", changed.error().text().toStdString());
    }
    return changed;
}

PastRun runFromRow(const QSqlQuery &row)
{
    PastRun run;
    run.id = row.value(0).toString();
    run.program = row.value(1).toString();
    run.startedAt = fromMs(row.value(2));
    run.endedAt = row.value(3).toLongLong() > 0 ? fromMs(row.value(3)) : QDateTime();
    run.end = endFromName(row.value(4).toString());
    readFacts(run, row.value(5).toByteArray());
    readSummary(run, row.value(6).toByteArray());
    return run;
}

Result<std::vector<PastRun>> readRuns(Database &database, int limit)
{
    return database.select<PastRun>(
        QStringLiteral(
            "SELECT id, program, started, ended, end, facts, summary FROM runs ORDER BY started "
            "DESC, id LIMIT ?"),
        {limit}, runFromRow);
}

} // namespace

void RunHistory::change(const QString &sql, const QVariantList &values, Callback<Result<>> done)
{
    m_queue.run<void>(
        [sql, values](Database &database) { return changeRuns(database, sql, values); },
        std::move(done));
}

void RunHistory::begin(const PastRun &run, Callback<Result<>> done)
{
    if (run.id.isEmpty()) {
        return;
    }
    change(
        QStringLiteral("INSERT OR IGNORE INTO runs (id, program, started, ended, end, facts, "
                       "summary) VALUES (?, ?, ?, 0, ?, ?, '')"),
        {run.id, notNull(run.program), run.startedAt.toMSecsSinceEpoch(),
         endName(PastRun::End::Open), factsToJson(run)},
        std::move(done));
}

void RunHistory::end(const PastRun &run, Callback<Result<>> done)
{
    change(
        QStringLiteral("UPDATE runs SET ended = ?, end = ?, summary = ? WHERE id = ?"),
        {run.endedAt.toMSecsSinceEpoch(), endName(run.end), summaryToJson(run), run.id},
        std::move(done));
}

void RunHistory::runs(int limit, Callback<Result<std::vector<PastRun>>> done)
{
    m_queue.run<std::vector<PastRun>>(
        [limit](Database &database) { return readRuns(database, limit); }, std::move(done));
}

} // namespace podium::store
