// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/lifecycle/grantreport.h"

#include <QHash>

#include <memory>
#include <optional>

namespace podium::models {

/// What a node costs a day, as far as it can be said.
struct DayPrice
{
    enum class Kind {
        Unknown,
        Covered,    ///< by a TPU grant
        NotCovered, ///< list price
        NotCharged, ///< in its state now
    };
    Kind kind = Kind::Unknown;
    std::optional<double> dollars; ///< of NotCovered always
    QString reason;                ///< a sentence: why it is not covered, or not known
    bool operator==(const DayPrice &) const = default;
};

/// The prices of all nodes of a snapshot.
struct DayPrices
{
    QHash<NodeRef, DayPrice> nodes;
    double notCovered = 0; ///< dollars a day of all that no grant covers
    int unknown = 0;       ///< nodes of which it is not known
};
using SharedDayPrices = std::shared_ptr<const DayPrices>; ///< null: not looked yet

/// By the grants that are written down. Pure.
[[nodiscard]] DayPrices dayPrices(
    const lifecycle::TpuGrants &grants, const inventory::Snapshot &standing, const QDateTime &now);
/// Where it is not known what is granted.
[[nodiscard]] DayPrices unknownPrices(const inventory::Snapshot &standing, const Error &why);

/// Of a node: unknown, where nothing was said of it.
[[nodiscard]] DayPrice dayPriceOf(const SharedDayPrices &prices, const NodeRef &node);
/// "covered", "$77.28", "nothing", "unknown".
[[nodiscard]] QString dayPriceCell(const DayPrice &price);
/// "$77.28 a day" where somebody pays it; else empty.
[[nodiscard]] QString chargedADay(const SharedDayPrices &prices, const NodeRef &node);
/// The same as sentences, with the reason.
[[nodiscard]] QString dayPriceMeaning(const DayPrice &price);
/// Sorts: what is charged for last, and by its price.
[[nodiscard]] double dayPriceRank(const DayPrice &price);
/// For the status line: "$270 a day not covered + 1 unknown"; empty where all is.
[[nodiscard]] QString notCoveredText(const SharedDayPrices &prices);

} // namespace podium::models
