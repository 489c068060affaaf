// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/podiumctl/valuesjson.h" // first: it has what Format is

#include "app/podiumctl/lifecycle/costtask.h"
#include "app/podiumctl/terminal.h"
#include "core/lifecycle/pricetable.h"
#include "core/models/projects/observations.h"

#include <algorithm>
#include <cmath>

namespace podium::ctl {

using namespace podium::lifecycle;

namespace {

double cents(double dollars)
{
    constexpr double each = 100;
    return std::round(dollars * each) / each;
}

void addAmount(Json &to, const CostAmount &amount)
{
    to["notCoveredUsd"] = cents(amount.notCovered);
    to["coveredUsd"] = cents(amount.covered);
    to["addressesAtMostUsd"] = cents(amount.addresses);
    to["chargedSeconds"] = amount.chargedSeconds;
    to["unknownSeconds"] = amount.unknownSeconds;
}

Json timeOrNull(const QDateTime &time)
{
    return time.isValid() ? Json(text(time.toUTC().toString(Qt::ISODate))) : Json();
}

Json reportJson(const Observations &seen, const CostReport &report)
{
    Json json{
        {"from", text(report.days.front().day.toString(Qt::ISODate))},
        {"until", text(report.days.back().day.toString(Qt::ISODate))},
        {"pricesAsOf", text(PriceTable::builtIn().asOf())},
        {"lookedSince", timeOrNull(seen.since)},
        {"asOf", timeOrNull(seen.asOf)},
        {"total", Json::object()},
        {"days", Json::array()},
        {"nodes", Json::array()}};
    addAmount(json["total"], report.total);
    for (const CostDay &day : report.days) {
        Json each{{"day", text(day.day.toString(Qt::ISODate))}};
        addAmount(each, day.amount);
        json["days"].push_back(std::move(each));
    }
    for (const CostNode &node : report.nodes) {
        Json each{
            {"project", text(node.node.project.text())},
            {"zone", text(node.node.zone.text())},
            {"name", text(node.node.name.text())},
            {"acceleratorType", text(node.type)}};
        addAmount(each, node.amount);
        json["nodes"].push_back(std::move(each));
    }
    return json;
}

QStringList amountCells(const CostAmount &amount)
{
    return {
        durationText(amount.chargedSeconds), costText(amount.notCovered, amount.unknownSeconds),
        dollarText(amount.covered), dollarText(amount.addresses)};
}

void printReport(const CostReport &report)
{
    std::vector<QStringList> rows{
        {QStringLiteral("NODE"), QStringLiteral("TYPE"), QStringLiteral("CHARGED FOR"),
         QStringLiteral("NOT COVERED"), QStringLiteral("COVERED"),
         QStringLiteral("ADDRESSES, AT MOST")}};
    for (const CostNode &node : report.nodes) {
        rows.push_back(
            QStringList{
                node.node.text(), node.type.isEmpty() ? QStringLiteral("unknown") : node.type} +
            amountCells(node.amount));
    }
    rows.push_back(
        QStringList{QStringLiteral("all"), QStringLiteral("-")} + amountCells(report.total));
    printTable(rows);
}

bool wasSeen(const ProjectId &project, const Observations &seen, const inventory::Snapshot &last)
{
    const auto isStay = [&project](const Stay &stay) { return stay.node.project == project; };
    const auto isListed = [&project](const cloud::Project &each) { return each.id == project; };
    return std::any_of(seen.stays.begin(), seen.stays.end(), isStay) ||
           std::any_of(last.projects.begin(), last.projects.end(), isListed);
}

} // namespace

CostTask::CostTask(const Services &services, CostArguments arguments, QObject *parent)
    : Task(parent)
    , m_services(services)
    , m_arguments(std::move(arguments))
{}

void CostTask::refuse(const Error &error)
{
    printError(error);
    emit finished(ExitRefused);
}

void CostTask::start()
{
    if (!m_arguments.project.isEmpty()) {
        const auto project = ProjectId::parse(m_arguments.project);
        if (!project) {
            printError(
                {ErrorKind::InvalidArgument,
                 QStringLiteral("\"%1\" is not a valid project id.").arg(m_arguments.project)});
            emit finished(ExitUsage);
            return;
        }
        m_project = *project;
    }
    m_services.grants.load({this, [this](const Result<TpuGrants> &grants) {
                                if (!grants) {
                                    refuse(grants.error());
                                    return;
                                }
                                m_services.snapshots.load(
                                    {this, [this, grants = *grants](const auto &standing) {
                                         addUp(grants, standing);
                                     }});
                            }});
}

void CostTask::addUp(const TpuGrants &grants, const inventory::Snapshot &standing)
{
    const QDate last = m_services.clock.now().toUTC().date();
    const QDate first = last.addDays(1 - m_arguments.days);
    m_services.history.seenNodes(
        QDateTime(first, QTime(0, 0), Qt::UTC),
        {this, [this, grants, standing, first, last](const Result<store::SeenNodes> &seen) {
             if (!seen) {
                 refuse(seen.error());
                 return;
             }
             const Observations observations = models::observationsOf(*seen, standing);
             if (m_project && !wasSeen(*m_project, observations, standing)) {
                 printError(
                     {ErrorKind::NotFound,
                      QStringLiteral("Podium has not seen a project %1, so that what its nodes "
                                     "have cost is not known.")
                          .arg(m_project->text()),
                      {},
                      QStringLiteral("`podiumctl projects` lists those that there are.")});
                 emit finished(ExitUsage);
                 return;
             }
             print(observations, costReport(observations, grants, first, last, m_project));
         }});
}

void CostTask::print(const Observations &seen, const CostReport &report)
{
    if (m_arguments.json) {
        printJson(reportJson(seen, report), 2);
        emit finished(ExitDone);
        return;
    }
    printReport(report);
    printNote(QStringLiteral("List prices of %1, not a bill, from %2 to %3 by UTC.")
                  .arg(
                      PriceTable::builtIn().asOf(), report.days.front().day.toString(Qt::ISODate),
                      report.days.back().day.toString(Qt::ISODate)));
    printNote(
        seen.since.isValid()
            ? QStringLiteral("Only what Podium has seen is counted, from %1 to %2.")
                  .arg(seen.since.toString(Qt::ISODate), seen.asOf.toString(Qt::ISODate))
            : QStringLiteral("No node has been seen yet; `podiumctl nodes` lists them."));
    emit finished(ExitDone);
}

} // namespace podium::ctl
