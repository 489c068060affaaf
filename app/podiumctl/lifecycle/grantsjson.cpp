// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/podiumctl/lifecycle/grantsjson.h"

#include "core/lifecycle/pricetable.h"

#include <algorithm>
#include <cmath>

namespace podium::ctl {

using namespace podium::lifecycle;

namespace {

Json dollarsJson(const std::optional<double> &dollars)
{
    constexpr double cents = 100;
    return dollars ? Json(std::round(*dollars * cents) / cents) : Json();
}

QString billingName(Billing billing)
{
    return billing == Billing::Yes  ? QStringLiteral("yes")
           : billing == Billing::No ? QStringLiteral("no")
                                    : QStringLiteral("open");
}

Json grantRowJson(const TpuGrantRow &row)
{
    Json json{
        {"count", row.count},
        {"unit", text(row.unitName())},
        {"spot", row.spot},
        {"generation", text(generationName(row.generation))},
        {"zone", text(row.zone.text())}};
    if (row.deviceCores > 0) {
        json["deviceCores"] = row.deviceCores;
    }
    return json;
}

Json rowReportJson(const GrantReport::Row &report)
{
    Json json = grantRowJson(report.row);
    const bool isComplete = report.use.gap == GrantVerdict::Gap::None;
    json["used"] = report.use.used;
    json["left"] = isComplete ? Json(std::max(0, report.row.count - report.use.used)) : Json();
    json["complete"] = isComplete;
    json["nodes"] = Json::array();
    for (const auto *entry : report.use.nodes) {
        json["nodes"].push_back(text(entry->node.ref.name.text()));
    }
    json["queued"] = Json::array();
    for (const auto *resource : report.use.queued) {
        json["queued"].push_back(text(resource->id));
    }
    json["missing"] = isComplete ? Json() : Json(text(report.use.gapText));
    return json;
}

/// What was asked of queued resources and not answered.
Json queueErrorsJson(const ProjectQueues &queues)
{
    Json errors = Json::array();
    for (const auto &[project, queue] : queues) {
        if (queue.error) {
            Json each{{"project", text(project.text())}};
            each.update(errorJson(*queue.error));
            errors.push_back(std::move(each));
        }
    }
    return errors;
}

Json queueUnreachableJson(const ProjectQueues &queues)
{
    Json zones = Json::array();
    for (const auto &[project, queue] : queues) {
        for (const QString &zone : queue.unreachable) {
            zones.push_back(text(project.text() % QLatin1Char('/') % zone));
        }
    }
    return zones;
}

} // namespace

Json tpuGrantJson(const TpuGrant &grant)
{
    Json rows = Json::array();
    for (const TpuGrantRow &row : grant.rows) {
        rows.push_back(grantRowJson(row));
    }
    return {
        {"name", text(grant.name())},
        {"project", text(grant.project.text())},
        {"from", text(grant.from.toString(Qt::ISODate))},
        {"until", text(grant.until.toString(Qt::ISODate))},
        {"rows", rows}};
}

Json tpuGrantsJson(const TpuGrants &grants)
{
    Json list = Json::array();
    for (const TpuGrant &grant : grants) {
        list.push_back(tpuGrantJson(grant));
    }
    return list;
}

Json unreadJson(const GrantMail &mail)
{
    Json list = Json::array();
    for (const auto &unread : mail.unread) {
        list.push_back({{"line", text(unread.line)}, {"missing", text(unread.missing)}});
    }
    return list;
}

Json reportJson(
    const TpuGrants &grants, const GrantReport &report, const inventory::Snapshot &standing,
    const QDate &today, const ProjectQueues &queues)
{
    Json json{
        {"asOf", time(standing.asOf)},
        {"pricesAsOf", text(PriceTable::builtIn().asOf())},
        {"grants", Json::array()},
        {"notCovered", Json::array()}};
    for (const TpuGrant &grant : grants) {
        Json each = tpuGrantJson(grant);
        each["current"] = grant.isCurrent(today);
        each["rows"] = Json::array();
        for (const GrantReport::Row &row : report.rows) {
            if (row.grant == grant) {
                each["rows"].push_back(rowReportJson(row));
            }
        }
        json["grants"].push_back(each);
    }
    for (const GrantReport::NotCovered &each : report.notCovered) {
        const cloud::Node &node = each.entry->node;
        json["notCovered"].push_back(
            {{"project", text(node.ref.project.text())},
             {"zone", text(node.ref.zone.text())},
             {"name", text(node.ref.name.text())},
             {"acceleratorType", text(node.acceleratorType)},
             {"state", text(node.stateText)},
             {"spot", node.spot},
             {"reason", text(each.reason)},
             {"billed", text(billingName(each.billing))},
             {"usdPerDay", dollarsJson(each.dollarsPerDay)}});
    }
    json["unreachable"] = queueUnreachableJson(queues);
    json["errors"] = queueErrorsJson(queues);
    return json;
}

Json verdictJson(const TpuRequest &request, const GrantVerdict &verdict)
{
    using Kind = GrantVerdict::Kind;
    const bool isCovered = verdict.kind == Kind::Covered;
    const char *word = isCovered                          ? "covered"
                       : verdict.kind == Kind::NotCovered ? "not-covered"
                                                          : "unknown";
    return {
        {"verdict", word},
        {"reason", text(verdict.reason)},
        {"hint", text(verdict.hint)},
        {"project", text(request.project.text())},
        {"zone", text(request.zone.text())},
        {"type", text(request.type.name)},
        {"spot", request.spot},
        {"grant", verdict.grant ? Json(text(verdict.grant->name())) : Json()},
        {"until", isCovered ? Json(text(verdict.grant->until.toString(Qt::ISODate))) : Json()},
        {"left", isCovered ? Json(verdict.left) : Json()},
        {"unit", verdict.row ? Json(text(verdict.row->unitName())) : Json()},
        {"usdPerDay", dollarsJson(verdict.dollarsPerDay)}};
}

} // namespace podium::ctl
