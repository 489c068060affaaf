// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/podiumctl/valuesjson.h" // first: it has what Format is

#include "app/podiumctl/bucket/buckettask.h"

#include "app/composition/services.h"
#include "app/podiumctl/terminal.h"
#include "core/lifecycle/cost/bucketdistance.h"

#include <utility>

namespace podium::ctl {

using lifecycle::BucketDistance;

namespace {

QString bucketTypeName(cloud::BucketPlace::Type type)
{
    switch (type) {
    case cloud::BucketPlace::Type::Region:
        return QStringLiteral("region");
    case cloud::BucketPlace::Type::DualRegion:
        return QStringLiteral("dual-region");
    case cloud::BucketPlace::Type::MultiRegion:
        return QStringLiteral("multi-region");
    case cloud::BucketPlace::Type::Unknown:
        break;
    }
    return QStringLiteral("unknown");
}

Json distanceJson(const NodeRef &node, const BucketDistance &distance)
{
    Json price;
    if (distance.price) {
        price = {{"from", distance.price->from}, {"to", distance.price->to}};
    }
    return {
        {"node", text(node.text())},
        {"region", text(lifecycle::regionOfZone(node.zone))},
        {"distance", text(lifecycle::distanceName(distance.kind))},
        {"usdPerGib", std::move(price)},
        {"price", text(lifecycle::transferPriceText(distance))}};
}

} // namespace

BucketTask::BucketTask(app::Services &services, BucketArguments arguments, QObject *parent)
    : TargetTask(runServices(services, arguments.targets), arguments.targets, parent)
    , m_arguments(std::move(arguments))
    , m_client(services.storage)
{}

void BucketTask::start()
{
    const auto bucket = cloud::bucketOf(m_arguments.bucket);
    if (!bucket) {
        printError(
            {ErrorKind::InvalidArgument,
             QStringLiteral("\"%1\" is not the name of a bucket.").arg(m_arguments.bucket),
             {},
             QStringLiteral("Write it like gs://lab-data.")});
        emit finished(ExitUsage);
        return;
    }
    m_bucket = *bucket;
    TargetTask::start();
}

void BucketTask::runOn(const std::vector<WorkerRef> &workers)
{
    std::set<NodeRef> nodes;
    for (const WorkerRef &worker : workers) {
        nodes.insert(worker.node);
    }
    m_client.placeOf(m_bucket, {this, [this, nodes](const Result<cloud::BucketPlace> &place) {
                                    if (!place) {
                                        printError(place.error());
                                        emit finished(ExitCloud);
                                        return;
                                    }
                                    show(nodes, *place);
                                }});
}

void BucketTask::show(const std::set<NodeRef> &nodes, const cloud::BucketPlace &place)
{
    const lifecycle::TransferPrices &prices = lifecycle::TransferPrices::builtIn();
    bool isFree = true;
    Json list = Json::array();
    std::vector<QStringList> rows{
        {QStringLiteral("NODE"), QStringLiteral("REGION"), QStringLiteral("BUCKET IN"),
         QStringLiteral("DISTANCE"), QStringLiteral("TRANSFER COSTS")}};
    for (const NodeRef &node : nodes) {
        const BucketDistance distance = prices.distance(place, node.zone);
        isFree = isFree && distance.kind == BucketDistance::Kind::SameRegion;
        list.push_back(distanceJson(node, distance));
        rows.push_back(
            {node.text(), lifecycle::regionOfZone(node.zone), place.location,
             lifecycle::distanceName(distance.kind), lifecycle::transferPriceText(distance)});
    }
    if (m_arguments.json) {
        printJson(
            {{"bucket", text(m_bucket.text())},
             {"location", text(place.location)},
             {"locationType", text(bucketTypeName(place.type))},
             {"asOf", text(prices.asOf())},
             {"source", text(prices.source())},
             {"nodes", std::move(list)}},
            2);
    } else {
        printTable(rows);
        printNote(
            QStringLiteral("Prices of %1: %2. Operations, and reading what is in a colder class "
                           "than Standard, cost besides, in the same region too.")
                .arg(prices.asOf(), prices.source()));
    }
    emit finished(isFree ? ExitDone : ExitDifferent);
}

} // namespace podium::ctl
