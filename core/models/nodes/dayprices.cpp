// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/models/nodes/dayprices.h"

#include "core/lifecycle/action/actiontexts.h"

#include <QCoreApplication>

namespace podium::models {

using lifecycle::Billing;
using Kind = DayPrice::Kind;

namespace {

struct PriceWords
{
    Q_DECLARE_TR_FUNCTIONS(DayPrices)
};

DayPrice priceOf(const lifecycle::GrantReport::NotCovered &node)
{
    const QString state = node.entry->node.stateText;
    if (node.billing == Billing::No) {
        return {
            Kind::NotCharged,
            {},
            PriceWords::tr("A node that is %1 is not charged for.").arg(state)};
    }
    if (!node.dollarsPerDay) {
        return {
            Kind::Unknown,
            {},
            PriceWords::tr("No list price is known for it. %1").arg(node.reason)};
    }
    if (node.billing == Billing::Open) {
        return {
            Kind::Unknown, node.dollarsPerDay,
            PriceWords::tr("Google does not say whether a node that is %1 is charged for. %2")
                .arg(state, node.reason)};
    }
    return {Kind::NotCovered, node.dollarsPerDay, node.reason};
}

} // namespace

DayPrices dayPrices(
    const lifecycle::TpuGrants &grants, const inventory::Snapshot &standing, const QDateTime &now)
{
    DayPrices prices;
    prices.nodes.reserve(int(standing.nodes.size()));
    for (const inventory::NodeEntry &entry : standing.nodes) {
        prices.nodes.insert(entry.node.ref, {Kind::Covered, {}, {}});
    }
    for (const auto &node : lifecycle::grantReport(grants, standing, now).notCovered) {
        const DayPrice price = priceOf(node);
        prices.notCovered += price.kind == Kind::NotCovered ? price.dollars.value_or(0) : 0;
        prices.unknown += price.kind == Kind::Unknown ? 1 : 0;
        prices.nodes.insert(node.entry->node.ref, price);
    }
    return prices;
}

DayPrices unknownPrices(const inventory::Snapshot &standing, const Error &why)
{
    DayPrices prices;
    for (const inventory::NodeEntry &entry : standing.nodes) {
        prices.nodes.insert(entry.node.ref, {Kind::Unknown, {}, why.text()});
    }
    prices.unknown = int(standing.nodes.size());
    return prices;
}

DayPrice dayPriceOf(const SharedDayPrices &prices, const NodeRef &node)
{
    const auto found =
        prices ? prices->nodes.find(node) : QHash<NodeRef, DayPrice>::const_iterator();
    if (!prices || found == prices->nodes.end()) {
        return {Kind::Unknown, {}, PriceWords::tr("It was not compared with the grants yet.")};
    }
    return *found;
}

QString dayPriceCell(const DayPrice &price)
{
    switch (price.kind) {
    case Kind::Covered:
        return PriceWords::tr("covered");
    case Kind::NotCovered:
        return lifecycle::dollarText(price.dollars.value_or(0));
    case Kind::NotCharged:
        return PriceWords::tr("nothing");
    case Kind::Unknown:
        break;
    }
    return PriceWords::tr("unknown");
}

QString chargedADay(const SharedDayPrices &prices, const NodeRef &node)
{
    const DayPrice price = dayPriceOf(prices, node);
    return price.kind == DayPrice::Kind::NotCovered
               ? PriceWords::tr("%1 a day").arg(dayPriceCell(price))
               : QString();
}

QString dayPriceMeaning(const DayPrice &price)
{
    switch (price.kind) {
    case Kind::Covered:
        return PriceWords::tr("Covered by a TPU grant that was added to Podium.");
    case Kind::NotCovered:
        return PriceWords::tr("List price of its TPU: %1 a day. %2")
            .arg(dayPriceCell(price), price.reason);
    case Kind::NotCharged:
        return price.reason;
    case Kind::Unknown:
        break;
    }
    return price.dollars ? PriceWords::tr("%1 List price: %2 a day.")
                               .arg(price.reason, lifecycle::dollarText(*price.dollars))
                         : price.reason;
}

double dayPriceRank(const DayPrice &price)
{
    return price.kind == Kind::NotCovered ? price.dollars.value_or(0) : -1.0 - double(price.kind);
}

QString notCoveredText(const SharedDayPrices &prices)
{
    if (!prices || (prices->notCovered <= 0 && prices->unknown == 0)) {
        return {};
    }
    const QString sum = lifecycle::dollarText(prices->notCovered).section(QLatin1Char('.'), 0, 0);
    if (prices->unknown == 0) {
        return PriceWords::tr("%1 a day not covered").arg(sum);
    }
    const QString unknown = prices->unknown == 1
                                ? PriceWords::tr("price of 1 node unknown")
                                : PriceWords::tr("price of %1 nodes unknown").arg(prices->unknown);
    return prices->notCovered > 0
               ? PriceWords::tr("%1 a day not covered + %2 unknown").arg(sum).arg(prices->unknown)
               : unknown;
}

} // namespace podium::models
