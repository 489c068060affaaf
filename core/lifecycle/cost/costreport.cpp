// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/lifecycle/cost/costreport.h"

#include "core/lifecycle/grantreport.h"
#include "core/lifecycle/pricetable.h"

#include <algorithm>
#include <map>
#include <set>

namespace podium::lifecycle {

namespace {

constexpr qint64 SecondsOfADay = 24 * 3600;

QDateTime startOf(const QDate &day)
{
    return QDateTime(day, QTime(0, 0), Qt::UTC);
}

/// Seconds of a stretch that fall on a day.
qint64 secondsOn(const QDate &day, const QDateTime &from, const QDateTime &to)
{
    const QDateTime begin = std::max(from, startOf(day));
    const QDateTime end = std::min(to, startOf(day.addDays(1)));
    return std::max<qint64>(0, begin.secsTo(end));
}

cloud::Node nodeOf(const Stay &stay)
{
    cloud::Node node;
    node.ref = stay.node;
    node.state = stay.state;
    node.acceleratorType = stay.type;
    node.spot = stay.spot.value_or(false);
    node.createTime = stay.made;
    return node;
}

/// Nodes of a day that no grant covers. Those that were preempted draw on their row, too.
std::set<NodeRef>
notCoveredOn(const QDate &day, const std::vector<const Stay *> &stays, const TpuGrants &grants)
{
    std::map<NodeRef, const Stay *> last;
    for (const Stay *stay : stays) {
        const Stay *&known = last[stay->node];
        known = !known || known->from < stay->from ? stay : known;
    }
    inventory::Snapshot standing;
    for (const auto &[ref, stay] : last) {
        standing.nodes.push_back({nodeOf(*stay), {}, false});
    }
    std::set<NodeRef> refs;
    const QDateTime noon(day, QTime(12, 0), Qt::UTC);
    for (const auto &node : grantReport(grants, standing, noon).notCovered) {
        refs.insert(node.entry->node.ref);
    }
    return refs;
}

CostAmount amountOf(const Stay &stay, qint64 seconds, bool isCovered)
{
    CostAmount amount;
    const Billing billing = billingOf(stay.state);
    if (billing == Billing::No || seconds == 0) {
        return amount;
    }
    amount.chargedSeconds = billing == Billing::Yes ? seconds : 0;
    const auto type = parseTpuType(stay.type);
    const auto price = type && stay.spot
                           ? PriceTable::builtIn().dollarsPerDay(*type, stay.node.zone, *stay.spot)
                           : std::nullopt;
    if (!price || billing == Billing::Open) {
        amount.unknownSeconds = seconds;
        return amount;
    }
    (isCovered ? amount.covered : amount.notCovered) = *price * double(seconds) / SecondsOfADay;
    return amount;
}

/// Gathers day after day.
class Gatherer final
{
public:
    explicit Gatherer(const std::optional<ProjectId> &project) : m_project(project) {}

    void beginDay(const QDate &day) { m_report.days.push_back({day, {}}); }
    void add(const NodeRef &ref, const QString &type, const CostAmount &amount)
    {
        if ((m_project && ref.project != *m_project) || amount == CostAmount()) {
            return;
        }
        CostNode &node = m_nodes[ref];
        node.node = ref;
        node.type = type.isEmpty() ? node.type : type;
        node.amount += amount;
        m_report.days.back().amount += amount;
        m_report.total += amount;
    }
    [[nodiscard]] CostReport take()
    {
        for (const auto &[ref, node] : m_nodes) {
            m_report.nodes.push_back(node);
        }
        std::stable_sort(
            m_report.nodes.begin(), m_report.nodes.end(), [](const CostNode &a, const CostNode &b) {
                return std::pair(a.amount.notCovered, a.amount.covered) >
                       std::pair(b.amount.notCovered, b.amount.covered);
            });
        return m_report;
    }

private:
    std::optional<ProjectId> m_project;
    std::map<NodeRef, CostNode> m_nodes;
    CostReport m_report;
};

} // namespace

CostAmount &CostAmount::operator+=(const CostAmount &more)
{
    covered += more.covered;
    notCovered += more.notCovered;
    addresses += more.addresses;
    chargedSeconds += more.chargedSeconds;
    unknownSeconds += more.unknownSeconds;
    return *this;
}

CostReport costReport(
    const Observations &seen, const TpuGrants &grants, const QDate &first, const QDate &last,
    const std::optional<ProjectId> &project)
{
    Gatherer report(project);
    for (QDate day = first; day <= last; day = day.addDays(1)) {
        report.beginDay(day);
        std::vector<const Stay *> stays;
        for (const Stay &stay : seen.stays) {
            if (secondsOn(day, stay.from, stay.to) > 0) {
                stays.push_back(&stay);
            }
        }
        const std::set<NodeRef> notCovered = notCoveredOn(day, stays, grants);
        for (const Stay *stay : stays) {
            const bool isCovered = notCovered.count(stay->node) == 0;
            report.add(
                stay->node, stay->type,
                amountOf(*stay, secondsOn(day, stay->from, stay->to), isCovered));
        }
        for (const AddressStay &address : seen.addresses) {
            CostAmount amount;
            amount.addresses = PriceTable::builtIn().addressDollarsPerDay(address.spot) *
                               double(secondsOn(day, address.from, address.to)) / SecondsOfADay;
            report.add(address.node, {}, amount);
        }
    }
    return report.take();
}

QString durationText(qint64 seconds)
{
    constexpr qint64 minute = 60;
    constexpr qint64 hour = 60 * minute;
    return seconds < minute       ? QStringLiteral("%1 s").arg(seconds)
           : seconds >= 10 * hour ? QStringLiteral("%1 h").arg((seconds + hour / 2) / hour)
           : seconds >= hour      ? QStringLiteral("%1 h").arg(double(seconds) / hour, 0, 'f', 1)
                                  : QStringLiteral("%1 min").arg((seconds + minute / 2) / minute);
}

QString costText(double dollars, qint64 unknownSeconds)
{
    if (unknownSeconds == 0) {
        return dollarText(dollars);
    }
    const QString unknown = durationText(unknownSeconds);
    return dollars > 0
               ? QStringLiteral("%1 + %2 at an unknown price").arg(dollarText(dollars), unknown)
               : QStringLiteral("unknown (%1)").arg(unknown);
}

} // namespace podium::lifecycle
