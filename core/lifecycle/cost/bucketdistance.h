// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/ids.h"
#include "core/base/result.h"
#include "core/cloud/values/bucket.h"

#include <QByteArray>
#include <QMap>
#include <QString>
#include <QStringList>

#include <optional>

namespace podium::lifecycle {

/// How far a bucket is from a node, by what it costs to read there.
struct BucketDistance
{
    enum class Kind {
        SameRegion,     ///< or one of a dual-region's: free
        InMultiRegion,  ///< the node is in the bucket's multi-region
        SameContinent,  ///< another region
        OtherContinent, ///< the dear one
        Unknown         ///< never free
    };
    /// US dollars per GiB, by list price, from the lowest to the highest that it can be.
    struct Price
    {
        double from = 0;
        double to = 0;
        bool operator==(const Price &) const = default;
    };
    Kind kind = Kind::Unknown;
    std::optional<Price> price{}; ///< none: Unknown
    bool operator==(const BucketDistance &) const = default;
};

/// List prices of reading a bucket from elsewhere, as data with a date; nobody's bill.
class TransferPrices final
{
public:
    /// resources/prices/transfer.json, which is part of the program.
    [[nodiscard]] static const TransferPrices &builtIn();
    /// InvalidArgument where a member is missing or no price.
    [[nodiscard]] static Result<TransferPrices> fromJson(const QByteArray &json);

    [[nodiscard]] BucketDistance distance(const cloud::BucketPlace &bucket, const Zone &zone) const;
    [[nodiscard]] QString asOf() const { return m_asOf; } ///< a month, "2026-09"
    [[nodiscard]] QString source() const { return m_source; }

private:
    using Price = BucketDistance::Price;
    [[nodiscard]] QString continentOf(const QString &place) const;
    [[nodiscard]] Price priceWithin(const QString &continent) const;

    QString m_asOf;
    QString m_source;
    QMap<QString, QString> m_continents;      ///< by the first word of a region, or a location
    QMap<QString, QStringList> m_dualRegions; ///< those that have a name of their own
    QMap<QString, Price> m_within;            ///< by continent
    Price m_withinOther;
    Price m_between;
};

/// "us-central2-b" → "us-central2".
[[nodiscard]] QString regionOfZone(const Zone &zone);
/// A stable word: same-region, in-multi-region, same-continent, other-continent, unknown.
[[nodiscard]] QString distanceName(BucketDistance::Kind kind);
/// "free", "about $0.02 per GiB, $20.48 per TiB", "about $0.05 to $0.14 per GiB, …", "unknown".
[[nodiscard]] QString transferPriceText(const BucketDistance &distance);

} // namespace podium::lifecycle
