// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/podiumctl/people/peopletables.h"

#include "app/podiumctl/terminal.h"

namespace podium::ctl {

using namespace podium::people;

namespace {

QString noteMark(PlanNote::Kind kind)
{
    return kind == PlanNote::Kind::Blocked   ? QStringLiteral("BLOCKED ")
           : kind == PlanNote::Kind::Warning ? QStringLiteral("warning ")
                                             : QStringLiteral("note    ");
}

void printAccount(const AccountPlan &account)
{
    for (const PlanStep &step : account.steps) {
        printLine(QStringLiteral("  %1: %2").arg(account.login, step.text));
    }
    for (const PlanNote &note : account.notes) {
        printLine(QStringLiteral("  %1: %2%3").arg(account.login, noteMark(note.kind), note.text));
    }
}

void addAccount(
    std::vector<QStringList> &rows, const WorkerRef &worker, const ActualAccount &account)
{
    const QString reconciler = account.origin != AccountOrigin::None ? QStringLiteral("podium")
                               : account.isGoogles                   ? QStringLiteral("google")
                                                                     : QStringLiteral("-");
    const bool isRoot = account.isRoot() || account.hasPodiumSudo || !account.sudoSources.isEmpty();
    QStringList row{worker.text(),       account.login,
                    reconciler,          isRoot ? QStringLiteral("yes") : QStringLiteral("no"),
                    QStringLiteral("-"), QString()};
    if (account.keys.empty()) {
        rows.push_back(row);
    }
    for (const ActualKey &key : account.keys) {
        row[4] = key.line ? key.line->key.fingerprint() : QStringLiteral("(no key)");
        row[5] = key.line ? QString::fromUtf8(key.line->comment) : QString();
        rows.push_back(row);
    }
}

} // namespace

void printSteps(const PeopleService &service, const std::vector<WorkerRef> &workers)
{
    for (const WorkerRef &worker : workers) {
        const WorkerPlan *plan = service.plan(worker);
        if (plan && !plan->accounts.empty()) {
            printLine(worker.text());
            for (const AccountPlan &account : plan->accounts) {
                printAccount(account);
            }
        }
    }
}

void printAccounts(const PeopleService &service, const std::vector<WorkerRef> &workers)
{
    std::vector<QStringList> rows{
        {QStringLiteral("WORKER"), QStringLiteral("LOGIN"), QStringLiteral("KEPT BY"),
         QStringLiteral("ROOT"), QStringLiteral("KEY"), QStringLiteral("COMMENT")}};
    for (const WorkerRef &worker : workers) {
        const WorkerCheck *seen = service.check(worker);
        if (seen && seen->found) {
            for (const auto &account : seen->found->accounts) {
                addAccount(rows, worker, *account);
            }
        }
    }
    printTable(rows);
}

} // namespace podium::ctl
