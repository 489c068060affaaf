// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/models/recipe/bucketcost.h"

#include "core/lifecycle/cost/bucketdistance.h"
#include "core/models/problemlink.h"

#include <QCoreApplication>

#include <algorithm>
#include <utility>
#include <vector>

namespace podium::models {

using lifecycle::BucketDistance;

namespace {

constexpr int MostNodes = 3; // that are named

struct CostWords
{
    Q_DECLARE_TR_FUNCTIONS(BucketCost)
};

/// Nodes of one region.
struct Readers
{
    QString region;
    BucketDistance distance;
    QStringList names;
};

std::vector<Readers> readersOf(const cloud::BucketPlace &place, const std::set<NodeRef> &nodes)
{
    std::vector<Readers> all;
    for (const NodeRef &node : nodes) {
        const QString region = lifecycle::regionOfZone(node.zone);
        auto at = std::find_if(all.begin(), all.end(), [&region](const Readers &readers) {
            return readers.region == region;
        });
        if (at == all.end()) {
            all.push_back(
                {region, lifecycle::TransferPrices::builtIn().distance(place, node.zone), {}});
            at = std::prev(all.end());
        }
        at->names << node.name.text();
    }
    return all;
}

QString namesOf(const Readers &readers)
{
    const QString first = QStringList(readers.names.mid(0, MostNodes)).join(QStringLiteral(", "));
    const int more = int(readers.names.size()) - MostNodes;
    return more > 0 ? CostWords::tr("%1 and %n more", nullptr, more).arg(first) : first;
}

QString lineOf(const Readers &readers)
{
    const QString who = CostWords::tr("%1 in %2").arg(namesOf(readers), readers.region);
    switch (readers.distance.kind) {
    case BucketDistance::Kind::SameRegion:
        return CostWords::tr("Transfer to %1 is free.").arg(who);
    case BucketDistance::Kind::Unknown:
        return CostWords::tr("What transfer to %1 costs is unknown.").arg(who);
    default:
        return CostWords::tr("Transfer to %1 costs %2.")
            .arg(who, lifecycle::transferPriceText(readers.distance));
    }
}

Mark markOf(const std::vector<Readers> &all)
{
    const auto has = [&all](auto isSo) {
        return std::any_of(all.begin(), all.end(), [&isSo](const Readers &readers) {
            return isSo(readers.distance.kind);
        });
    };
    using Kind = BucketDistance::Kind;
    const bool isUnknown = has([](Kind kind) { return kind == Kind::Unknown; });
    const bool isPaid =
        has([](Kind kind) { return kind != Kind::Unknown && kind != Kind::SameRegion; });
    return isPaid ? Mark::Warning : isUnknown || all.empty() ? Mark::Unknown : Mark::Good;
}

} // namespace

BucketCost bucketCost(
    const cloud::BucketName &bucket, const Result<cloud::BucketPlace> &place,
    const std::set<NodeRef> &nodes)
{
    const QString name = QStringLiteral("gs://%1").arg(bucket.text());
    if (!place) {
        return {
            Mark::Unknown, CostWords::tr("What it costs to read %1 is unknown.").arg(name) +
                               QLatin1Char('\n') + windowText(place.error())};
    }
    const std::vector<Readers> all = readersOf(*place, nodes);
    QStringList lines{CostWords::tr("%1 is in %2.").arg(name, place->location)};
    for (const Readers &readers : all) {
        lines << lineOf(readers);
    }
    const Mark mark = markOf(all);
    if (mark == Mark::Warning) {
        lines << CostWords::tr("No TPU grant pays for it.");
    }
    const lifecycle::TransferPrices &prices = lifecycle::TransferPrices::builtIn();
    return {
        mark, lines.join(QLatin1Char('\n')),
        CostWords::tr("Prices of %1: %2. Operations, and reading what is in a colder class than "
                      "Standard, cost besides, in the same region too.")
            .arg(prices.asOf(), prices.source())};
}

} // namespace podium::models
