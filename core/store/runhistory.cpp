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
    const auto changed = database.run(sql, values);
    if (!changed) {
        logger("store")->error("{}", changed.error().text().toStdString());
        return failure(changed.error());
    }
    return {};
}

Result<std::vector<PastRun>> readRuns(Database &database, int limit)
{
    auto rows = database.run(
        QStringLiteral(
            "SELECT id, program, started, ended, end, facts, summary FROM runs ORDER BY started "
            "DESC, id LIMIT ?"),
        {limit});
    if (!rows) {
        return failure(rows.error());
    }
    std::vector<PastRun> runs;
    while (rows->next()) {
        PastRun run;
        run.id = rows->value(0).toString();
        run.program = rows->value(1).toString();
        run.startedAt = fromMs(rows->value(2));
        run.endedAt = rows->value(3).toLongLong() > 0 ? fromMs(rows->value(3)) : QDateTime();
        run.end = endFromName(rows->value(4).toString());
        readFacts(run, rows->value(5).toByteArray());
        readSummary(run, rows->value(6).toByteArray());
        runs.push_back(std::move(run));
    }
    return runs;
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
