// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/podiumctl/lifecycle/grantsprint.h"

#include "app/podiumctl/terminal.h"
#include "core/lifecycle/pricetable.h"

#include <algorithm>

namespace podium::ctl {

using namespace podium::lifecycle;

namespace {

/// "costs 211.20 USD a day".
QString costText(const std::optional<double> &dollars)
{
    return dollars ? QStringLiteral("costs %1 USD a day").arg(*dollars, 0, 'f', 2)
                   : QStringLiteral("has an unknown price");
}

QString costOf(const GrantReport::NotCovered &node)
{
    switch (node.billing) {
    case Billing::No:
        return QStringLiteral("not charged for while %1").arg(node.entry->node.stateText);
    case Billing::Yes:
        return costText(node.dollarsPerDay);
    case Billing::Open:
        break;
    }
    return QString(
        costText(node.dollarsPerDay) % QStringLiteral(" if charged for while ") %
        node.entry->node.stateText);
}

QString lastDayText(const TpuGrant &grant, const QDate &today)
{
    const QString day = grant.until.toString(Qt::ISODate);
    if (grant.isOver(today)) {
        return day + QStringLiteral(" (over)");
    }
    if (!grant.isCurrent(today)) {
        return day + QStringLiteral(" (begins %1)").arg(grant.from.toString(Qt::ISODate));
    }
    const qint64 days = today.daysTo(grant.until);
    return days == 0   ? day + QStringLiteral(" (today)")
           : days == 1 ? day + QStringLiteral(" (1 more day)")
                       : day + QStringLiteral(" (%1 more days)").arg(days);
}

QStringList rowCells(const GrantReport::Row &report, const QDate &today)
{
    const RowUse &use = report.use;
    const bool isComplete = use.gap == GrantVerdict::Gap::None;
    QStringList nodes;
    for (const auto *entry : use.nodes) {
        nodes
            << (isLeftover(entry->node) ? QString(
                                              entry->node.ref.name.text() % QStringLiteral(" (") %
                                              entry->node.stateText % QLatin1Char(')'))
                                        : entry->node.ref.name.text());
    }
    for (const auto *resource : use.queued) {
        nodes << QStringLiteral("%1 (queued resource, %2)").arg(resource->id, resource->stateText);
    }
    const QString unit = QLatin1Char(' ') + report.row.unitName();
    return {
        report.grant.name(),
        lastDayText(report.grant, today),
        report.row.text(),
        report.row.zone.text(),
        QString::number(use.used) + unit + (isComplete ? QString() : QStringLiteral(" or more")),
        isComplete ? QString::number(std::max(0, report.row.count - use.used)) + unit
                   : QStringLiteral("unknown"),
        nodes.isEmpty() ? QStringLiteral("-") : nodes.join(QStringLiteral(", "))};
}

} // namespace

void printNewGrant(const TpuGrant &grant, const GrantMail &mail)
{
    printLine(QStringLiteral("%1, from %2 to %3, with:")
                  .arg(
                      grant.project.text(), grant.from.toString(Qt::ISODate),
                      grant.until.toString(Qt::ISODate)));
    for (const TpuGrantRow &row : grant.rows) {
        printLine(QStringLiteral("  %1 in %2").arg(row.text(), row.zone.text()));
    }
    for (const auto &unread : mail.unread) {
        printNote(
            QStringLiteral("not understood, as it lacks %1: %2").arg(unread.missing, unread.line));
    }
    if (!mail.unread.empty()) {
        printNote(QStringLiteral("Give such a row with --row '64 spot v6e chips us-east1-d'."));
    }
}

void printReport(const GrantReport &report, const QDate &today)
{
    std::vector<QStringList> rows{
        {QStringLiteral("GRANT"), QStringLiteral("LAST DAY"), QStringLiteral("ROW"),
         QStringLiteral("ZONE"), QStringLiteral("USED"), QStringLiteral("LEFT"),
         QStringLiteral("BY")}};
    for (const GrantReport::Row &row : report.rows) {
        rows.push_back(rowCells(row, today));
    }
    printTable(rows);
    if (report.notCovered.empty()) {
        return;
    }
    printLine({});
    std::vector<QStringList> nodes{
        {QStringLiteral("NOT COVERED"), QStringLiteral("TYPE"), QStringLiteral("SPOT"),
         QStringLiteral("COST BY LIST PRICE"), QStringLiteral("WHY")}};
    for (const GrantReport::NotCovered &each : report.notCovered) {
        const cloud::Node &node = each.entry->node;
        nodes.push_back(
            {node.ref.text(), node.acceleratorType,
             node.spot ? QStringLiteral("spot") : QStringLiteral("-"), costOf(each), each.reason});
    }
    printTable(nodes);
}

void printVerdict(const GrantVerdict &verdict)
{
    using Kind = GrantVerdict::Kind;
    if (verdict.kind == Kind::Covered) {
        printLine(QStringLiteral("Covered until %1: %2")
                      .arg(verdict.grant->until.toString(Qt::ISODate), verdict.reason));
        return;
    }
    const QString prices = QStringLiteral("list prices of ") % PriceTable::builtIn().asOf();
    const QString head = verdict.kind == Kind::NotCovered
                             ? QStringLiteral("Not covered, %1 (%2): %3")
                             : QStringLiteral("Unknown; where it is not covered, it %1 (%2): %3");
    const QString line = head.arg(costText(verdict.dollarsPerDay), prices, verdict.reason);
    printLine(verdict.hint.isEmpty() ? line : QString(line % QLatin1Char(' ') % verdict.hint));
}

} // namespace podium::ctl
