// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/models/projects/grantform.h"

#include <QCoreApplication>

namespace podium::models {

using namespace podium::lifecycle;
using GrantField = GrantPlan::Field;

namespace {

constexpr int LongestDays = 3660;

struct GrantWords
{
    Q_DECLARE_TR_FUNCTIONS(GrantForm)
};

void readRows(GrantPlan &plan, const QString &text)
{
    QStringList problems;
    int number = 0;
    for (const QString &line : text.split(QLatin1Char('\n'))) {
        ++number;
        if (line.trimmed().isEmpty()) {
            continue;
        }
        if (const auto row = readGrantRow(line)) {
            plan.rows.push_back(*row);
        } else {
            problems << GrantWords::tr("Line %1 lacks: %2.").arg(number).arg(row.error());
        }
    }
    if (plan.rows.empty() && problems.isEmpty()) {
        problems << GrantWords::tr("Enter what is granted, one row a line.");
    }
    if (!problems.isEmpty()) {
        plan.problems[GrantField::Rows] = problems.join(QLatin1Char('\n'));
    }
}

} // namespace

GrantPlan planGrant(const GrantForm &form, const TpuGrants &existing)
{
    GrantPlan plan;
    const QString project = form.project.trimmed();
    if (const auto id = ProjectId::parse(project)) {
        plan.grant.project = *id;
    } else {
        plan.problems[GrantField::Project] =
            project.isEmpty() ? GrantWords::tr("Enter the project.")
                              : GrantWords::tr("\"%1\" is not a valid project id.").arg(project);
    }
    const QString from = form.from.trimmed();
    plan.grant.from = QDate::fromString(from, Qt::ISODate);
    if (!plan.grant.from.isValid()) {
        plan.problems[GrantField::From] =
            from.isEmpty()
                ? GrantWords::tr("Enter the first day: it is the date of the mail.")
                : GrantWords::tr("\"%1\" is not a date; use the form 2026-12-31.").arg(from);
    }
    bool isNumber = false;
    const int days = form.days.trimmed().toInt(&isNumber);
    if (!isNumber || days < 1 || days > LongestDays) {
        plan.problems[GrantField::Days] =
            form.days.trimmed().isEmpty() ? GrantWords::tr("Enter for how many days.")
                                          : GrantWords::tr("Enter a number of days, 1 or more.");
    } else if (plan.grant.from.isValid()) {
        plan.grant.until = plan.grant.from.addDays(days - 1);
    }
    readRows(plan, form.rows);
    plan.grant.rows = plan.rows;
    if (plan.problems.empty()) {
        if (const auto good = checkGrant(plan.grant); !good) {
            plan.problems[GrantField::Rows] = good.error().summary;
        } else if (const auto added = withGrant(existing, plan.grant); !added) {
            plan.problems[GrantField::From] = added.error().summary;
        }
    }
    return plan;
}

GrantForm withMail(GrantForm form, const GrantMail &mail)
{
    if (mail.project) {
        form.project = mail.project->text();
    }
    if (mail.days) {
        form.days = QString::number(*mail.days);
    }
    QStringList rows;
    for (const TpuGrantRow &row : mail.rows) {
        rows << typedRow(row);
    }
    for (const GrantMail::Unread &unread : mail.unread) {
        rows << unread.line;
    }
    if (!rows.isEmpty()) {
        form.rows = rows.join(QLatin1Char('\n'));
    }
    return form;
}

QString typedRow(const TpuGrantRow &row)
{
    return row.text() + QLatin1Char(' ') + row.zone.text();
}

} // namespace podium::models
