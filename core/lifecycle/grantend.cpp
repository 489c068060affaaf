// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/lifecycle/grantend.h"

#include "core/lifecycle/grantreport.h"
#include "core/lifecycle/pricetable.h"

#include <algorithm>
#include <chrono>
#include <optional>
#include <set>

namespace podium::lifecycle {

using namespace std::chrono_literals;
using Stage = GrantEnd::Stage;

namespace {

constexpr qint64 HourSeconds = 3600;
constexpr qint64 SecondsOfDay = 24 * HourSeconds;
constexpr std::size_t NamesSaid = 5;

struct StageTime
{
    Stage stage;
    qint64 seconds; ///< before the end
    const char *word;
};
/// The nearest one first.
constexpr StageTime StageTimes[] = {
    {Stage::Over, 0, "over"},
    {Stage::Hours12, 12 * HourSeconds, "12h"},
    {Stage::Days1, SecondsOfDay, "1d"},
    {Stage::Days3, 3 * SecondsOfDay, "3d"},
    {Stage::Days7, 7 * SecondsOfDay, "7d"},
    {Stage::Days14, 14 * SecondsOfDay, "14d"},
};

std::optional<Stage> stageOf(const TpuGrant &grant, const QDateTime &now)
{
    const qint64 left = now.secsTo(endOf(grant));
    for (const StageTime &each : StageTimes) {
        if (left <= each.seconds) {
            return each.stage;
        }
    }
    return std::nullopt;
}

/// "3 days", "1 day", "5 hours".
QString spanText(qint64 seconds)
{
    const auto words = [](qint64 count, const char *one, const char *many) {
        return count == 1 ? QStringLiteral("1 %1").arg(QLatin1String(one))
                          : QStringLiteral("%1 %2").arg(count).arg(QLatin1String(many));
    };
    if (seconds >= 2 * SecondsOfDay) {
        return words((seconds + SecondsOfDay / 2) / SecondsOfDay, "day", "days");
    }
    if (seconds >= 2 * HourSeconds) {
        return words((seconds + HourSeconds / 2) / HourSeconds, "hour", "hours");
    }
    return words(std::max<qint64>(1, seconds / 60), "minute", "minutes");
}

/// The price of a node that no grant covers; nothing: unknown. 0: it is not charged for.
std::optional<double> priceOf(const cloud::Node &node)
{
    if (billingOf(node.state) == Billing::No) {
        return 0.0;
    }
    const auto type = typeOf(node);
    return type && billingOf(node.state) == Billing::Yes
               ? PriceTable::builtIn().dollarsPerDay(*type, node.ref.zone, node.spot)
               : std::nullopt;
}

GrantEnd endWithNodes(
    const TpuGrant &grant, Stage stage, const inventory::Snapshot &standing,
    const std::set<NodeRef> &notCovered)
{
    GrantEnd end;
    end.grant = grant;
    end.stage = stage;
    std::set<NodeRef> seen;
    for (const TpuGrantRow &row : grant.rows) {
        const RowUse use = rowUse(grant.project, row, standing);
        if (end.gap.isEmpty()) {
            end.gap = use.gapText;
        }
        for (const inventory::NodeEntry *entry : use.nodes) {
            const NodeRef &ref = entry->node.ref;
            if (notCovered.count(ref) == 0 || !seen.insert(ref).second) {
                continue;
            }
            end.nodes.push_back(ref);
            const auto price = priceOf(entry->node);
            end.dollarsPerDay += price.value_or(0);
            end.unknown += price ? 0 : 1;
        }
    }
    return end;
}

} // namespace

QDateTime endOf(const TpuGrant &grant)
{
    return QDateTime(grant.until.addDays(1), QTime(0, 0), Qt::UTC);
}

std::vector<GrantEnd>
grantEnds(const TpuGrants &grants, const inventory::Snapshot &standing, const QDateTime &now)
{
    std::vector<GrantEnd> ends;
    for (const TpuGrant &grant : grants) {
        const auto stage = grant.from > now.toUTC().date() ? std::nullopt : stageOf(grant, now);
        if (!stage) {
            continue;
        }
        // By the grants as they are on the first day without this one.
        const QDateTime then = std::max(now, endOf(grant));
        std::set<NodeRef> notCovered;
        for (const auto &node : grantReport(grants, standing, then).notCovered) {
            notCovered.insert(node.entry->node.ref);
        }
        GrantEnd end = endWithNodes(grant, *stage, standing, notCovered);
        if (*stage != Stage::Over || !end.nodes.empty()) {
            ends.push_back(std::move(end));
        }
    }
    std::stable_sort(ends.begin(), ends.end(), [](const GrantEnd &a, const GrantEnd &b) {
        return a.grant.until < b.grant.until;
    });
    return ends;
}

QString grantEndKey(const GrantEnd &end)
{
    const auto *stage =
        std::find_if(std::begin(StageTimes), std::end(StageTimes), [&end](const StageTime &each) {
            return each.stage == end.stage;
        });
    return QStringLiteral("grant-end %1 %2 %3")
        .arg(end.grant.name(), end.grant.until.toString(Qt::ISODate), QLatin1String(stage->word));
}

QString grantEndTitle(const GrantEnd &end, const QDateTime &now)
{
    const qint64 left = now.secsTo(endOf(end.grant));
    return left > 0 ? QStringLiteral("The TPU grant of %1 ends in %2")
                          .arg(end.grant.project.text(), spanText(left))
                    : QStringLiteral("The TPU grant of %1 ended on %2")
                          .arg(end.grant.project.text(), end.grant.until.toString(Qt::ISODate));
}

namespace {

/// Of one on which something is known to stand.
QString standingText(const GrantEnd &end)
{
    QStringList names;
    for (std::size_t i = 0; i < std::min(end.nodes.size(), NamesSaid); ++i) {
        names << end.nodes[i].name.text();
    }
    QString who = names.join(QStringLiteral(", "));
    if (end.nodes.size() > NamesSaid) {
        who += QStringLiteral(" and %1 more").arg(end.nodes.size() - NamesSaid);
    }
    const bool isOver = end.stage == Stage::Over;
    const bool isOne = end.nodes.size() == 1;
    if (end.dollarsPerDay <= 0 && end.unknown == 0) {
        return isOne ? QStringLiteral("%1 still stands; it is not charged for as it is.").arg(who)
                     : QStringLiteral("%1 still stand; they are not charged for as they are.")
                           .arg(who);
    }
    QString price = end.dollarsPerDay > 0
                        ? dollarText(end.dollarsPerDay) + QStringLiteral(" a day by list price")
                        : QStringLiteral("a price that is unknown");
    if (end.dollarsPerDay > 0 && end.unknown > 0) {
        price += QStringLiteral(" and more (unknown for %1)").arg(end.unknown);
    }
    const QString verb =
        isOne ? QStringLiteral("stands and costs") : QStringLiteral("stand and cost");
    return isOver ? QStringLiteral("%1 still %2 %3.").arg(who, verb, price)
                  : QStringLiteral("%1 still %2 %3 from then on.").arg(who, verb, price);
}

} // namespace

QString grantEndText(const GrantEnd &end)
{
    if (end.nodes.empty()) {
        return end.gap.isEmpty() ? QStringLiteral("Nothing stands on it.")
                                 : QStringLiteral("What stands on it is not known. ") + end.gap;
    }
    return end.gap.isEmpty() ? standingText(end)
                             : standingText(end) + QStringLiteral(" There may be more. ") + end.gap;
}

QString grantTimeText(const TpuGrant &grant, const QDateTime &now)
{
    const QDateTime begin(grant.from, QTime(0, 0), Qt::UTC);
    if (now < begin) {
        return QStringLiteral("begins in %1").arg(spanText(now.secsTo(begin)));
    }
    const qint64 left = now.secsTo(endOf(grant));
    if (left <= 0) {
        return QStringLiteral("over for %1").arg(spanText(-left));
    }
    return left >= 2 * SecondsOfDay ? QStringLiteral("%1 left").arg(spanText(left))
                                    : QStringLiteral("ends in %1").arg(spanText(left));
}

} // namespace podium::lifecycle
