// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/podiumctl/lifecycle/newgrant.h"

#include <optional>

namespace podium::ctl {

using namespace podium::lifecycle;

namespace {

/// What keeps the grant from being one, in the order in which it was found.
struct Problems
{
    QStringList wrong;
    QStringList missing;
};

QDate dayOf(const QString &text, const char *option, Problems &problems)
{
    const QDate day = QDate::fromString(text, Qt::ISODate);
    if (!text.isEmpty() && !day.isValid()) {
        problems.wrong << QStringLiteral("%1: \"%2\" is not a date; use the form 2026-12-31.")
                              .arg(QLatin1String(option), text);
    }
    return day;
}

ProjectId
grantedProject(const GrantsArguments &arguments, const GrantMail &mail, Problems &problems)
{
    const auto given = ProjectId::parse(arguments.project);
    if (!arguments.project.isEmpty() && !given) {
        problems.wrong
            << QStringLiteral("\"%1\" is not a valid project id.").arg(arguments.project);
    } else if (given && mail.project && *given != *mail.project) {
        problems.wrong << QStringLiteral("The mail is about the project %1, not %2.")
                              .arg(mail.project->text(), given->text());
    } else if (!given && !mail.project) {
        problems.missing << QStringLiteral("which project (--project)");
    }
    return given ? *given : mail.project.value_or(ProjectId());
}

/// The last day; the first one counts.
QDate lastDay(
    const GrantsArguments &arguments, const GrantMail &mail, const QDate &from, Problems &problems)
{
    const QDate until = dayOf(arguments.until, "--until", problems);
    const int days = arguments.days > 0 ? arguments.days : mail.days.value_or(0);
    if (arguments.until.isEmpty() && days == 0) {
        problems.missing << QStringLiteral("for how many days (--days or --until)");
    }
    return until.isValid() ? until : from.addDays(days - 1);
}

std::vector<TpuGrantRow>
grantedRows(const GrantsArguments &arguments, const GrantMail &mail, Problems &problems)
{
    std::vector<TpuGrantRow> rows = mail.rows;
    for (const QString &text : arguments.rows) {
        if (const auto row = readGrantRow(text)) {
            rows.push_back(*row);
        } else {
            problems.wrong << QStringLiteral("--row '%1' lacks: %2.").arg(text, row.error());
        }
    }
    if (rows.empty() && problems.wrong.isEmpty()) {
        problems.missing << QStringLiteral("what is granted (--mail or --row)");
    }
    return rows;
}

} // namespace

Result<TpuGrant> newGrant(const GrantsArguments &arguments, const GrantMail &mail)
{
    Problems problems;
    TpuGrant grant;
    grant.project = grantedProject(arguments, mail, problems);
    grant.from = dayOf(arguments.from, "--from", problems);
    if (arguments.from.isEmpty()) {
        problems.missing << QStringLiteral("since when (--from, the date of the mail)");
    }
    grant.until = lastDay(arguments, mail, grant.from, problems);
    grant.rows = grantedRows(arguments, mail, problems);
    if (!problems.missing.isEmpty()) {
        problems.wrong
            << QStringLiteral("Not said: %1.").arg(problems.missing.join(QStringLiteral(", ")));
    }
    if (!problems.wrong.isEmpty()) {
        return failure({ErrorKind::InvalidArgument, problems.wrong.join(QLatin1Char(' '))});
    }
    if (const auto good = checkGrant(grant); !good) {
        return failure(good.error());
    }
    return grant;
}

} // namespace podium::ctl
