// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/podiumctl/valuesjson.h" // first: it has what Format is

#include "app/podiumctl/disk/disktable.h"

#include "app/podiumctl/nodes/listtasks.h"
#include "app/podiumctl/terminal.h"
#include "core/lifecycle/pricetable.h"

#include <cmath>

namespace podium::ctl {

using namespace podium::lifecycle;
using cloud::Disk;

namespace {

std::optional<double> priceOf(const Disk &disk)
{
    return PriceTable::builtIn().diskDollarsPerDay(disk.type, double(disk.gib));
}

} // namespace

Json dollarsOrNull(const std::optional<double> &dollars)
{
    constexpr double cents = 100;
    return dollars ? Json(std::round(*dollars * cents) / cents) : Json();
}

Json textsJson(const QStringList &texts)
{
    Json list = Json::array();
    for (const QString &each : texts) {
        list.push_back(text(each));
    }
    return list;
}

void printUnreachable(const QString &zone)
{
    printNote(QStringLiteral("%1 did not answer; what disks it has is not known.").arg(zone));
}

ExitCode printDisks(const DisksKnown &known, bool json)
{
    Json disks = Json::array();
    std::vector<QStringList> rows{
        {QStringLiteral("PROJECT"), QStringLiteral("ZONE"), QStringLiteral("DISK"),
         QStringLiteral("TYPE"), QStringLiteral("GIB"), QStringLiteral("STATUS"),
         QStringLiteral("ATTACHED TO"), QStringLiteral("A DAY, BY LIST PRICE")}};
    for (const Disk &disk : known.facts.disks) {
        const QStringList nodes = holdersText(disk, known.facts.attached);
        const auto price = priceOf(disk);
        const QStringList shown = nodes.isEmpty() ? disk.users : nodes;
        const bool isUnreachable =
            known.unreachable.contains(disk.project.text() + QLatin1Char('/') + disk.zone.text());
        rows.push_back(
            {disk.project.text(), disk.zone.text(), disk.name, disk.type, QString::number(disk.gib),
             disk.status,
             !shown.isEmpty() ? shown.join(QStringLiteral(", "))
             : isUnreachable  ? QStringLiteral("unknown")
                              : QStringLiteral("-"),
             price ? dollarText(*price) : QStringLiteral("unknown")});
        disks.push_back(
            {{"project", text(disk.project.text())},
             {"zone", text(disk.zone.text())},
             {"name", text(disk.name)},
             {"type", text(disk.type)},
             {"gib", disk.gib},
             {"status", text(disk.status)},
             {"nodes", textsJson(nodes)},
             {"users", textsJson(disk.users)},
             {"usdPerDay", dollarsOrNull(price)}});
    }
    Json errors = Json::array();
    for (const auto &[project, error] : known.errors) {
        Json each = errorJson(error);
        each["project"] = text(project.text());
        errors.push_back(std::move(each));
        printError(error);
    }
    if (json) {
        printJson(
            {{"disks", disks}, {"unreachable", textsJson(known.unreachable)}, {"errors", errors}},
            2);
    } else {
        printTable(rows);
    }
    for (const QString &zone : known.unreachable) {
        printUnreachable(zone);
    }
    return !known.errors.empty()          ? ExitCloud
           : !known.unreachable.isEmpty() ? ExitUnreachable
                                          : ExitDone;
}

} // namespace podium::ctl
