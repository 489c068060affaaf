// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/podiumctl/recipe/equaltask.h"

#include "app/podiumctl/run/reasons.h"
#include "app/podiumctl/terminal.h"
#include "app/podiumctl/valuesjson.h"
#include "core/inventory/inventory.h"
#include "core/models/recipe/versiontexts.h"

#include <algorithm>
#include <utility>

namespace podium::ctl {

namespace {

Json knownOrNull(const QString &value)
{
    return value.isEmpty() ? Json(nullptr) : Json(text(value));
}

Json versionJson(const recipe::VersionRow &row)
{
    Json odd = Json::array();
    for (const recipe::VersionRow::Odd &each : row.odd) {
        odd.push_back(
            {{"worker", text(each.worker.text())},
             {"value", knownOrNull(each.value)},
             {"detail", knownOrNull(each.detail)}});
    }
    return {
        {"name", text(row.name)},
        {"equal", row.isEqual()},
        {"value", knownOrNull(row.value)},
        {"count", row.count},
        {"odd", std::move(odd)}};
}

Json versionedJson(const recipe::WorkerVersions &worker)
{
    Json packages = Json::array();
    for (const QString &package : worker.packages) {
        packages.push_back(text(package));
    }
    return {
        {"worker", text(worker.worker.text())},
        {"packages", std::move(packages)},
        {"error", worker.error ? errorJson(*worker.error) : Json(nullptr)}};
}

/// Workers with the same other value are one row, in the order of the first.
std::vector<QStringList> rowsOfOdd(const recipe::VersionRow &row, const RunPrinter::NameOf &nameOf)
{
    std::vector<std::pair<QString, std::vector<WorkerRef>>> groups;
    for (const recipe::VersionRow::Odd &odd : row.odd) {
        const QString known = odd.value.isEmpty() ? QStringLiteral("unknown") : odd.value;
        const QString value =
            odd.detail.isEmpty() ? known : QStringLiteral("%1: %2").arg(known, odd.detail);
        const auto group = std::find_if(groups.begin(), groups.end(), [&value](const auto &each) {
            return each.first == value;
        });
        if (group == groups.end()) {
            groups.push_back({value, {odd.worker}});
        } else {
            group->second.push_back(odd.worker);
        }
    }
    std::vector<QStringList> table;
    table.reserve(groups.size());
    for (const auto &[value, workers] : groups) {
        table.push_back({row.name, nameOf(workers), value});
    }
    return table;
}

void printVersionRows(
    const std::vector<recipe::VersionRow> &rows, int workers, const RunPrinter::NameOf &nameOf)
{
    std::vector<QStringList> table{
        {QStringLiteral("WHAT"), QStringLiteral("WORKERS"), QStringLiteral("VALUE")}};
    for (const recipe::VersionRow &row : rows) {
        if (row.count > 0) {
            table.push_back(
                {row.name, QStringLiteral("%1 of %2").arg(row.count).arg(workers), row.value});
        }
        const std::vector<QStringList> others = rowsOfOdd(row, nameOf);
        table.insert(table.end(), others.begin(), others.end());
    }
    printTable(table);
}

} // namespace

EqualTask::EqualTask(RunServices services, EqualArguments arguments, QObject *parent)
    : TargetTask(std::move(services), arguments.targets, parent)
    , m_arguments(std::move(arguments))
{}

void EqualTask::runOn(const std::vector<WorkerRef> &workers)
{
    m_session = std::make_unique<recipe::VersionSession>(
        runService(), workers, m_arguments.asked, [this](const WorkerRef &worker) {
            return recipe::runtimeVersionOf(m_services.inventory.snapshot(), worker);
        });
    if (!m_session->narrowed().isEmpty()) {
        printNote(m_session->narrowed());
    }
    connect(m_session.get(), &recipe::VersionSession::done, this, &EqualTask::show);
    m_session->start();
}

void EqualTask::show()
{
    if (m_isInterrupted) {
        emit finished(ExitInterrupted);
        return;
    }
    const std::vector<recipe::WorkerVersions> &workers = m_session->workers();
    std::vector<WorkerError> errors;
    for (const recipe::WorkerVersions &worker : workers) {
        if (worker.error) {
            errors.push_back({worker.worker, *worker.error});
        }
    }
    printReasons(errors, namer());
    const std::vector<recipe::VersionRow> rows = recipe::compareVersions(workers);
    const QString summary = models::versionsSummary(rows, int(workers.size()));
    if (m_arguments.json) {
        Json versions = Json::array();
        for (const recipe::VersionRow &row : rows) {
            versions.push_back(versionJson(row));
        }
        Json each = Json::array();
        for (const recipe::WorkerVersions &worker : workers) {
            each.push_back(versionedJson(worker));
        }
        printJson(
            {{"equal", recipe::areEqual(rows)},
             {"summary", text(summary)},
             {"versions", std::move(versions)},
             {"workers", std::move(each)}},
            2);
    } else {
        printVersionRows(rows, int(workers.size()), namer());
        printNote(summary);
    }
    const bool isMissing =
        std::any_of(workers.begin(), workers.end(), [](const recipe::WorkerVersions &worker) {
            return worker.error.has_value();
        });
    emit finished(isMissing ? ExitUnreachable : recipe::areEqual(rows) ? ExitDone : ExitDifferent);
}

void EqualTask::interrupt()
{
    interruptSession(m_session.get());
}

} // namespace podium::ctl
