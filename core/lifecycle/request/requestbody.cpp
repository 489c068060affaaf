// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/lifecycle/request/requestbody.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

namespace podium::lifecycle {

namespace {

const QLatin1String SchedulingConfig("schedulingConfig");

QJsonObject labelsOf(const QMap<QString, QString> &map)
{
    QJsonObject object;
    for (auto it = map.begin(); it != map.end(); ++it) {
        object[it.key()] = it.value();
    }
    return object;
}

QString reservationPath(const NodeRequest &request, const Zone &zone)
{
    return request.reservation.contains(QLatin1Char('/'))
               ? request.reservation
               : QStringLiteral("projects/%1/locations/%2/reservations/%3")
                     .arg(request.project.text(), zone.text(), request.reservation);
}

QString seconds(std::chrono::seconds time)
{
    return QStringLiteral("%1s").arg(time.count());
}

QJsonObject schedulingOf(const NodeRequest &request, const Zone &zone)
{
    if (!request.reservation.isEmpty()) {
        return {
            {QStringLiteral("provisioningModel"), QStringLiteral("RESERVATION_BOUND")},
            {QStringLiteral("reservationName"), reservationPath(request, zone)}};
    }
    return request.spec.spot ? QJsonObject{{QStringLiteral("spot"), true}} : QJsonObject();
}

QJsonObject freshNode(const NodeSpec &spec)
{
    QJsonObject network{{QStringLiteral("enableExternalIps"), !spec.isInternal}};
    if (!spec.network.isEmpty()) {
        network[QStringLiteral("network")] = spec.network;
    }
    if (!spec.subnetwork.isEmpty()) {
        network[QStringLiteral("subnetwork")] = spec.subnetwork;
    }
    QJsonObject body{
        {QStringLiteral("acceleratorType"), spec.type},
        {QStringLiteral("runtimeVersion"), spec.runtimeVersion},
        {QStringLiteral("networkConfig"), network},
        {QStringLiteral("labels"), labelsOf(spec.labels)},
        {QStringLiteral("metadata"), labelsOf(spec.metadata)}};
    if (!spec.tags.isEmpty()) {
        body[QStringLiteral("tags")] = QJsonArray::fromStringList(spec.tags);
    }
    if (!spec.serviceAccount.isEmpty()) {
        body[QStringLiteral("serviceAccount")] = QJsonObject{
            {QStringLiteral("email"), spec.serviceAccount},
            {QStringLiteral("scope"),
             QJsonArray{QStringLiteral("https://www.googleapis.com/auth/cloud-platform")}}};
    }
    return body;
}

/// Disks are of a zone, subnetworks of a region.
QJsonObject remadeNode(const NodeRequest &request, const Zone &zone)
{
    QJsonObject body = QJsonDocument::fromJson(request.lastNode).object();
    const QString region = zone.text().section(QLatin1Char('-'), 0, -2);
    QJsonArray disks;
    for (const QJsonValue &disk : body[QLatin1String("dataDisks")].toArray()) {
        const QString source = disk[QLatin1String("sourceDisk")].toString();
        if (source.contains(QStringLiteral("/zones/%1/").arg(zone.text())) ||
            source.contains(QStringLiteral("/regions/%1/").arg(region))) {
            disks.append(disk);
        }
    }
    body[QStringLiteral("dataDisks")] = disks;
    QJsonObject network = body[QLatin1String("networkConfig")].toObject();
    const QString subnetwork = network[QLatin1String("subnetwork")].toString();
    if (subnetwork.contains(QLatin1String("/regions/")) &&
        !subnetwork.contains(QStringLiteral("/regions/%1/").arg(region))) {
        network.remove(QStringLiteral("subnetwork"));
        body[QStringLiteral("networkConfig")] = network;
    }
    return body;
}

QJsonObject nodeObject(const NodeRequest &request, const Zone &zone)
{
    QJsonObject body =
        request.lastNode.isEmpty() ? freshNode(request.spec) : remadeNode(request, zone);
    QJsonObject labels = body[QLatin1String("labels")].toObject();
    labels[requestLabel()] = request.id;
    body[QStringLiteral("labels")] = labels;
    body.remove(SchedulingConfig);
    return body;
}

} // namespace

QByteArray nodeBody(const NodeRequest &request, const Zone &zone)
{
    QJsonObject body = nodeObject(request, zone);
    if (const QJsonObject scheduling = schedulingOf(request, zone); !scheduling.isEmpty()) {
        body[SchedulingConfig] = scheduling;
    }
    return QJsonDocument(body).toJson(QJsonDocument::Compact);
}

QByteArray queuedResourceBody(const NodeRequest &request, const Zone &zone)
{
    const QJsonObject spec{
        {QStringLiteral("parent"),
         QStringLiteral("projects/%1/locations/%2").arg(request.project.text(), zone.text())},
        {QStringLiteral("nodeId"), request.spec.name},
        {QStringLiteral("node"), nodeObject(request, zone)}};
    QJsonObject body{
        {QStringLiteral("tpu"), QJsonObject{{QStringLiteral("nodeSpec"), QJsonArray{spec}}}},
        {QStringLiteral("queueingPolicy"),
         QJsonObject{{QStringLiteral("validUntilDuration"), seconds(request.validFor)}}}};
    if (request.means == Means::FlexStart) {
        body[QStringLiteral("provisioningModel")] = QStringLiteral("FLEX_START");
        body[QStringLiteral("runDuration")] =
            QJsonObject{{QStringLiteral("maxRunDuration"), seconds(request.runFor)}};
    } else if (!request.reservation.isEmpty()) {
        body[QStringLiteral("guaranteed")] = QJsonObject();
        body[QStringLiteral("reservationName")] = reservationPath(request, zone);
    } else if (request.spec.spot) {
        body[QStringLiteral("spot")] = QJsonObject();
    }
    return QJsonDocument(body).toJson(QJsonDocument::Compact);
}

QByteArray nodeToRemake(const QByteArray &node)
{
    const QJsonObject made = QJsonDocument::fromJson(node).object();
    QJsonObject kept;
    for (const char *field :
         {"description", "runtimeVersion", "networkConfig", "networkConfigs", "serviceAccount",
          "labels", "metadata", "tags", "dataDisks", "shieldedInstanceConfig", "bootDiskConfig",
          "autocheckpointEnabled"}) {
        if (made.contains(QLatin1String(field))) {
            kept[QLatin1String(field)] = made[QLatin1String(field)];
        }
    }
    // A node shows both; only one may be asked for.
    const char *size = made[QLatin1String("acceleratorType")].toString().isEmpty()
                           ? "acceleratorConfig"
                           : "acceleratorType";
    kept[QLatin1String(size)] = made[QLatin1String(size)];
    if (kept.contains(QLatin1String("networkConfigs"))) {
        kept.remove(QStringLiteral("networkConfig")); // the same, as a list
    }
    return made[QLatin1String("runtimeVersion")].toString().isEmpty()
               ? QByteArray()
               : QJsonDocument(kept).toJson(QJsonDocument::Compact);
}

} // namespace podium::lifecycle
