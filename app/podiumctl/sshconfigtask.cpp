// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/podiumctl/sshconfigtask.h"

#include "app/podiumctl/listtasks.h"
#include "app/podiumctl/terminal.h"
#include "app/podiumctl/valuesjson.h"
#include "core/inventory/inventory.h"

#include <algorithm>
#include <utility>

namespace podium::ctl {

namespace {

using Action = SshConfigArguments::Action;

Json planJson(const sshconfig::ConfigPlan &plan)
{
    Json files = Json::array();
    for (const auto &file : plan.files) {
        Json json{
            {"path", text(file.path)}, {"exists", file.exists}, {"changed", file.isChanged()}};
        Json lines = Json::array();
        if (file.isChanged()) {
            for (const auto &line : sshconfig::diffLines(file.before, file.after)) {
                const char *kind = line.kind == sshconfig::DiffLine::Kind::Added     ? "+"
                                   : line.kind == sshconfig::DiffLine::Kind::Removed ? "-"
                                                                                     : " ";
                lines.push_back(kind + text(line.text));
            }
        }
        json["diff"] = std::move(lines);
        files.push_back(std::move(json));
    }
    Json warnings = Json::array();
    for (const QString &warning : plan.warnings) {
        warnings.push_back(text(warning));
    }
    return {
        {"upToDate", plan.isUpToDate()},
        {"files", std::move(files)},
        {"warnings", std::move(warnings)}};
}

void printDiff(const sshconfig::FileChange &file)
{
    printLine(QStringLiteral("--- ") % (file.exists ? file.path : QStringLiteral("/dev/null")));
    printLine(QStringLiteral("+++ ") % file.path);
    for (const auto &line : sshconfig::diffLines(file.before, file.after)) {
        const QChar mark = line.kind == sshconfig::DiffLine::Kind::Added     ? QLatin1Char('+')
                           : line.kind == sshconfig::DiffLine::Kind::Removed ? QLatin1Char('-')
                                                                             : QLatin1Char(' ');
        printLine(mark + line.text);
    }
}

/// A plan made of a partial answer would drop nothing (those nodes are kept), but one made of no
/// answer at all says nothing.
bool isUsable(const inventory::Snapshot &snapshot)
{
    return !snapshot.error || snapshot.asOf.isValid();
}

} // namespace

ExitCode printFailure(const Error &error)
{
    printError(error);
    switch (error.kind) {
    case ErrorKind::Refused:
    case ErrorKind::InvalidArgument:
    case ErrorKind::Conflict:
    case ErrorKind::Io:
    case ErrorKind::NotFound:
    case ErrorKind::Timeout:
        return ExitRefused;
    default:
        return ExitCloud;
    }
}

SshConfigTask::SshConfigTask(
    inventory::Inventory &inventory, sshconfig::ConfigService &service,
    sshconfig::ConfigOptions options, SshConfigArguments arguments, QObject *parent)
    : Task(parent)
    , m_inventory(inventory)
    , m_service(service)
    , m_options(std::move(options))
    , m_arguments(std::move(arguments))
{}

void SshConfigTask::start()
{
    if (m_arguments.action == Action::History) {
        history();
    } else if (m_arguments.action == Action::Restore) {
        restore();
    } else {
        connect(&m_inventory, &inventory::Inventory::refreshed, this, [this] {
            if (!isUsable(m_inventory.snapshot())) {
                printProblems(m_inventory.snapshot());
                emit finished(ExitCloud);
                return;
            }
            m_arguments.action == Action::Write ? write() : plan();
        });
        m_inventory.refresh();
    }
}

void SshConfigTask::plan()
{
    m_service.plan(
        m_inventory.snapshot(), m_options,
        Callback<Result<sshconfig::ConfigPlan>>(
            this, [this](const Result<sshconfig::ConfigPlan> &result) { printPlan(result); }));
}

void SshConfigTask::printPlan(const Result<sshconfig::ConfigPlan> &plan)
{
    if (!plan) {
        emit finished(printFailure(plan.error()));
        return;
    }
    const bool isDiff = m_arguments.action == Action::Diff;
    if (m_arguments.format == Format::Json) {
        printJson(planJson(*plan), 2);
    } else if (isDiff) {
        for (const auto &file : plan->files) {
            if (file.isChanged()) {
                printDiff(file);
            }
        }
    } else if (!plan->files.empty()) {
        printBytes(plan->files.front().after); // the generated config
    }
    for (const QString &warning : plan->warnings) {
        printNote(warning);
    }
    printProblems(m_inventory.snapshot());
    const ExitCode code = isDiff && !plan->isUpToDate() ? ExitDifferent : ExitDone;
    emit finished(std::max(code, exitCodeOf(m_inventory.snapshot())));
}

void SshConfigTask::write()
{
    m_service.write(
        m_inventory.snapshot(), m_options,
        Callback<Result<sshconfig::WriteReport>>(
            this, [this](const Result<sshconfig::WriteReport> &result) { printReport(result); }));
}

void SshConfigTask::restore()
{
    m_service.restore(
        m_arguments.version,
        Callback<Result<sshconfig::WriteReport>>(
            this, [this](const Result<sshconfig::WriteReport> &result) { printReport(result); }));
}

void SshConfigTask::printReport(const Result<sshconfig::WriteReport> &report)
{
    if (!report) {
        emit finished(printFailure(report.error()));
        return;
    }
    if (m_arguments.format == Format::Json) {
        Json files = Json::array();
        for (const QString &file : report->filesWritten) {
            files.push_back(text(file));
        }
        printJson({{"filesWritten", std::move(files)}, {"keptVersion", report->version}}, 2);
    } else if (report->filesWritten.isEmpty()) {
        printLine(QStringLiteral("Up to date; nothing was written."));
    } else {
        for (const QString &file : report->filesWritten) {
            printLine(QStringLiteral("Wrote %1").arg(file));
        }
    }
    const bool asked = m_arguments.action == Action::Write;
    emit finished(asked ? exitCodeOf(m_inventory.snapshot()) : ExitDone);
}

void SshConfigTask::history()
{
    m_service.versions(Callback<Result<std::vector<sshconfig::ConfigVersion>>>(
        this, [this](const Result<std::vector<sshconfig::ConfigVersion>> &versions) {
            printVersions(versions);
        }));
}

void SshConfigTask::printVersions(const Result<std::vector<sshconfig::ConfigVersion>> &versions)
{
    if (!versions) {
        emit finished(printFailure(versions.error()));
        return;
    }
    std::vector<QStringList> rows{
        {QStringLiteral("VERSION"), QStringLiteral("TIME"), QStringLiteral("BEFORE"),
         QStringLiteral("BYTES")}};
    Json json = Json::array();
    for (const auto &version : *versions) {
        rows.push_back(
            {QString::number(version.number), version.time.toString(Qt::ISODate), version.reason,
             QString::number(version.bytes)});
        json.push_back(
            {{"version", version.number},
             {"time", time(version.time)},
             {"reason", text(version.reason)},
             {"bytes", version.bytes}});
    }
    if (m_arguments.format == Format::Json) {
        printJson({{"versions", std::move(json)}}, 2);
    } else {
        printTable(rows);
    }
    emit finished(ExitDone);
}

} // namespace podium::ctl
