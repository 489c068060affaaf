// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/lifecycle/cost/bucketdistance.h"

#include "core/lifecycle/pricetable.h"
#include "core/lifecycle/pricetext.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

namespace podium::lifecycle {

using BucketType = cloud::BucketPlace::Type;

namespace {

constexpr double GibPerTib = 1024;

Error wrongTransferTable(const QString &what)
{
    return {
        ErrorKind::InvalidArgument, QStringLiteral("The table of transfer prices cannot be read."),
        what};
}

/// [FROM, TO]; nothing where they are no prices.
std::optional<BucketDistance::Price> pricesOf(const QJsonValue &value)
{
    const QJsonArray both = value.toArray();
    const BucketDistance::Price price{both.at(0).toDouble(), both.at(1).toDouble()};
    const bool isPrice = both.size() == 2 && price.from > 0 && price.to >= price.from;
    return isPrice ? std::optional(price) : std::nullopt;
}

} // namespace

const TransferPrices &TransferPrices::builtIn()
{
    static const TransferPrices table =
        fromJson(QByteArray(pricetext::transfer)).value_or(TransferPrices());
    return table;
}

Result<TransferPrices> TransferPrices::fromJson(const QByteArray &json)
{
    const QJsonObject document = QJsonDocument::fromJson(json).object();
    TransferPrices table;
    table.m_asOf = document[QStringLiteral("asOf")].toString();
    table.m_source = document[QStringLiteral("source")].toString();
    const auto withinOther = pricesOf(document[QStringLiteral("withinOther")]);
    const auto between = pricesOf(document[QStringLiteral("between")]);
    if (table.m_asOf.isEmpty() || table.m_source.isEmpty() || !withinOther || !between) {
        return failure(
            wrongTransferTable(QStringLiteral("It lacks a date, its source or prices.")));
    }
    table.m_withinOther = *withinOther;
    table.m_between = *between;
    const QJsonObject within = document[QStringLiteral("within")].toObject();
    for (auto it = within.begin(); it != within.end(); ++it) {
        const auto price = pricesOf(it.value());
        if (!price) {
            return failure(wrongTransferTable(it.key()));
        }
        table.m_within[it.key()] = *price;
    }
    const QJsonObject continents = document[QStringLiteral("continents")].toObject();
    for (auto it = continents.begin(); it != continents.end(); ++it) {
        table.m_continents[it.key()] = it.value().toString();
    }
    const QJsonObject dualRegions = document[QStringLiteral("dualRegions")].toObject();
    for (auto it = dualRegions.begin(); it != dualRegions.end(); ++it) {
        for (const QJsonValue &region : it.value().toArray()) {
            table.m_dualRegions[it.key()] << region.toString();
        }
    }
    return table;
}

QString TransferPrices::continentOf(const QString &place) const
{
    return m_continents.value(place.section(QLatin1Char('-'), 0, 0));
}

TransferPrices::Price TransferPrices::priceWithin(const QString &continent) const
{
    return m_within.value(continent, m_withinOther);
}

BucketDistance TransferPrices::distance(const cloud::BucketPlace &bucket, const Zone &zone) const
{
    const QString region = regionOfZone(zone);
    const QStringList dual =
        bucket.regions.isEmpty() ? m_dualRegions.value(bucket.location) : bucket.regions;
    const bool isSame = (bucket.type == BucketType::Region && bucket.location == region) ||
                        (bucket.type == BucketType::DualRegion && dual.contains(region));
    if (isSame) {
        return {BucketDistance::Kind::SameRegion, Price{}};
    }
    const QString there = continentOf(bucket.location);
    const QString here = continentOf(region);
    const bool isUntold = bucket.type == BucketType::DualRegion && dual.isEmpty();
    if (bucket.type == BucketType::Unknown || isUntold || there.isEmpty() || here.isEmpty()) {
        return {};
    }
    if (there != here) {
        return {BucketDistance::Kind::OtherContinent, m_between};
    }
    // The multi-region US has no region of Canada or Mexico, EU neither London nor Zurich.
    const bool isWithin = bucket.type == BucketType::MultiRegion &&
                          !region.startsWith(QLatin1String("northamerica-")) &&
                          region != QLatin1String("europe-west2") &&
                          region != QLatin1String("europe-west6");
    return {
        isWithin ? BucketDistance::Kind::InMultiRegion : BucketDistance::Kind::SameContinent,
        priceWithin(here)};
}

QString regionOfZone(const Zone &zone)
{
    return zone.text().section(QLatin1Char('-'), 0, -2);
}

QString distanceName(BucketDistance::Kind kind)
{
    switch (kind) {
    case BucketDistance::Kind::SameRegion:
        return QStringLiteral("same-region");
    case BucketDistance::Kind::InMultiRegion:
        return QStringLiteral("in-multi-region");
    case BucketDistance::Kind::SameContinent:
        return QStringLiteral("same-continent");
    case BucketDistance::Kind::OtherContinent:
        return QStringLiteral("other-continent");
    case BucketDistance::Kind::Unknown:
        break;
    }
    return QStringLiteral("unknown");
}

QString transferPriceText(const BucketDistance &distance)
{
    if (!distance.price) {
        return QStringLiteral("unknown");
    }
    const BucketDistance::Price price = *distance.price;
    if (distance.kind == BucketDistance::Kind::SameRegion) {
        return QStringLiteral("free");
    }
    const auto range = [&price](double factor) {
        const QString from = dollarText(price.from * factor);
        return price.to > price.from
                   ? QStringLiteral("%1 to %2").arg(from, dollarText(price.to * factor))
                   : from;
    };
    return QStringLiteral("about %1 per GiB, %2 per TiB").arg(range(1), range(GibPerTib));
}

} // namespace podium::lifecycle
