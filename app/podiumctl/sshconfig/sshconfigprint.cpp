// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/podiumctl/sshconfig/sshconfigprint.h"

#include "app/podiumctl/terminal.h"
#include "app/podiumctl/valuesjson.h"

#include <algorithm>

namespace podium::ctl {

namespace {

using sshconfig::AliasCheck;
using sshconfig::DiffLine;
using Verdict = AliasCheck::Verdict;

QChar markOf(const DiffLine &line)
{
    return line.kind == DiffLine::Kind::Added     ? QLatin1Char('+')
           : line.kind == DiffLine::Kind::Removed ? QLatin1Char('-')
                                                  : QLatin1Char(' ');
}

Json textArray(const QStringList &list)
{
    Json json = Json::array();
    for (const QString &item : list) {
        json.push_back(text(item));
    }
    return json;
}

Json entriesJson(const std::vector<sshconfig::ConfigEntry> &entries)
{
    Json json = Json::array();
    for (const auto &entry : entries) {
        json.push_back(
            {{"worker", text(entry.worker.text())},
             {"aliases", textArray(entry.aliases)},
             {"hostName", text(entry.hostName)},
             {"active", entry.isActive},
             {"pinned", !entry.hostKeys.isEmpty()},
             {"note", text(entry.note)}});
    }
    return json;
}

Json diffJson(const sshconfig::FileChange &file)
{
    Json lines = Json::array();
    if (file.isChanged()) {
        for (const auto &line : sshconfig::diffLines(file.before, file.after)) {
            lines.push_back(text(markOf(line) + line.text));
        }
    }
    return {
        {"path", text(file.path)},
        {"exists", file.exists},
        {"changed", file.isChanged()},
        {"diff", std::move(lines)}};
}

QString linesText(int count)
{
    return count == 1 ? QStringLiteral("1 line added")
                      : QStringLiteral("%1 lines added").arg(count);
}

QString wordsOf(const AliasCheck &check)
{
    return check.loggedIn ? QStringLiteral("good, logged in")
                          : sshconfig::verdictName(check.verdict);
}

} // namespace

ExitCode printFailure(const Error &error, bool asJson)
{
    printError(error);
    if (asJson) {
        printJson({{"error", errorJson(error)}}, 2);
    }
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

void printConfig(const sshconfig::ConfigPlan &plan, bool asJson)
{
    const QByteArray config = plan.files.at(0).after;
    if (!asJson) {
        printBytes(config);
        return;
    }
    printJson(
        {{"config", text(QString::fromUtf8(config))},
         {"knownHosts", text(QString::fromUtf8(plan.files.at(1).after))},
         {"entries", entriesJson(plan.entries)},
         {"warnings", textArray(plan.warnings)}},
        2);
}

void printDiff(const sshconfig::ConfigPlan &plan, bool asJson)
{
    Json files = Json::array();
    for (const auto &file : plan.files) {
        if (asJson) {
            files.push_back(diffJson(file));
        } else if (file.isChanged()) {
            printLine(
                QStringLiteral("--- ") % (file.exists ? file.path : QStringLiteral("/dev/null")));
            printLine(QStringLiteral("+++ ") % file.path);
            for (const auto &line : sshconfig::diffLines(file.before, file.after)) {
                printLine(markOf(line) + line.text);
            }
        }
    }
    if (asJson) {
        printJson(
            {{"upToDate", plan.isUpToDate()},
             {"files", std::move(files)},
             {"warnings", textArray(plan.warnings)}},
            2);
    }
}

void printReport(const sshconfig::WriteReport &report, bool asJson)
{
    if (asJson) {
        printJson(
            {{"filesWritten", textArray(report.filesWritten)},
             {"restoredVersion", report.restored > 0 ? Json(report.restored) : Json(nullptr)},
             {"keptVersion", report.version},
             {"notes", textArray(report.notes)}},
            2);
        return;
    }
    if (report.filesWritten.isEmpty()) {
        printLine(QStringLiteral("Up to date; nothing was changed."));
    }
    if (report.restored > 0) {
        printLine(QStringLiteral("Back to version %1.").arg(report.restored));
    }
    for (const sshconfig::WrittenFile &file : report.files) {
        printLine(QStringLiteral("Changed %1: %2, %3 removed")
                      .arg(file.path, linesText(file.added), QString::number(file.removed)));
    }
    if (report.version > 0) {
        printLine(
            QStringLiteral("What was there before is kept as version %1.").arg(report.version));
    }
}

void printVersions(const std::vector<sshconfig::ConfigVersion> &versions, bool asJson)
{
    std::vector<QStringList> rows{
        {QStringLiteral("VERSION"), QStringLiteral("TIME"), QStringLiteral("BEFORE"),
         QStringLiteral("BYTES")}};
    Json json = Json::array();
    for (const auto &version : versions) {
        rows.push_back(
            {QString::number(version.number), version.time.toString(Qt::ISODate), version.reason,
             QString::number(version.bytes)});
        json.push_back(
            {{"version", version.number},
             {"time", time(version.time)},
             {"reason", text(version.reason)},
             {"bytes", version.bytes}});
    }
    if (asJson) {
        printJson({{"versions", std::move(json)}}, 2);
    } else if (versions.empty()) {
        printLine(QStringLiteral("No version is kept yet: nothing has been written."));
    } else {
        printTable(rows);
    }
}

void printExport(const sshconfig::ConfigExport &part, SshConfigArguments::Part wanted, bool asJson)
{
    using Part = SshConfigArguments::Part;
    Json left = Json::array();
    for (const auto &[worker, reason] : part.notExported) {
        printNote(QStringLiteral("%1 is left out: %2").arg(worker.text(), reason));
        left.push_back({{"worker", text(worker.text())}, {"reason", text(reason)}});
    }
    if (asJson) {
        printJson(
            {{"config", text(QString::fromUtf8(part.config))},
             {"knownHosts", text(QString::fromUtf8(part.knownHosts))},
             {"hints", text(sshconfig::importHints(part))},
             {"aliases", textArray(part.aliases)},
             {"jumps", textArray(part.jumps)},
             {"leftOut", std::move(left)}},
            2);
        return;
    }
    printBytes(
        wanted == Part::Config       ? part.config
        : wanted == Part::KnownHosts ? part.knownHosts
        : wanted == Part::Hints      ? sshconfig::importHints(part).toUtf8()
                                     : sshconfig::exportText(part).toUtf8());
}

ExitCode printChecks(const std::vector<AliasCheck> &checks, bool isWhole, bool asJson)
{
    std::vector<QStringList> rows{
        {QStringLiteral("ALIAS"), QStringLiteral("WORKER"), QStringLiteral("VERDICT"),
         QStringLiteral("WHY")}};
    Json json = Json::array();
    ExitCode code = ExitDone;
    for (const AliasCheck &check : checks) {
        rows.push_back({check.alias, check.worker.text(), wordsOf(check), check.problem});
        json.push_back(
            {{"alias", text(check.alias)},
             {"worker", text(check.worker.text())},
             {"verdict", text(sshconfig::verdictName(check.verdict))},
             {"loggedIn", check.loggedIn},
             {"problem", text(check.problem)}});
        const ExitCode one = check.isGood()                      ? ExitDone
                             : check.verdict == Verdict::NoLogin ? ExitUnreachable
                                                                 : ExitDifferent;
        code = std::max(code, one);
    }
    if (asJson) {
        printJson({{"allGood", isWhole && code == ExitDone}, {"aliases", std::move(json)}}, 2);
    } else {
        printTable(rows);
    }
    return code;
}

} // namespace podium::ctl
