// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/cloud/values/nodejson.h"

#include "core/cloud/values/disk.h"
#include "core/cloud/values/jsonaccess.h"

#include <QHostAddress>

namespace podium::cloud {

namespace {

constexpr std::size_t MaxNodeErrors = 20;

Error protocolError(const QString &summary, const QString &subject)
{
    return {
        ErrorKind::Protocol,
        summary,
        {},
        QStringLiteral("Podium will try again. If this goes on, something between here and Google "
                       "(a proxy, a login page of the network) may be answering instead."),
        subject};
}

/// Addresses go into ssh configs and connections: whatever is not one is none.
QString addressText(const QString &text)
{
    const QHostAddress address(text);
    return !address.isNull() && address.scopeId().isEmpty() ? text : QString();
}

std::optional<NodeRef> parseNodeName(const QString &name, const ProjectId &project)
{
    // projects/P/locations/ZONE/nodes/NODE; P may be the project's number.
    const QStringList parts = name.split(QLatin1Char('/'));
    if (parts.size() != 6) {
        return std::nullopt;
    }
    const auto zone = Zone::parse(parts[3]);
    const auto node = NodeName::parse(parts[5]);
    if (!zone || !node) {
        return std::nullopt;
    }
    return NodeRef{project, *zone, *node};
}

/// With several network interfaces the endpoints come grouped: the first one of each group is
/// the worker's primary.
std::vector<Worker> parseWorkers(const Json &json)
{
    const std::size_t interfaces =
        std::max<std::size_t>(1, arrayMember(json, "networkConfigs").size());
    const Json &endpoints = arrayMember(json, "networkEndpoints");
    std::vector<Worker> workers;
    workers.reserve(endpoints.size() / interfaces + 1);
    for (std::size_t i = 0; i < endpoints.size(); i += interfaces) {
        const Json &endpoint = endpoints[i];
        workers.push_back(
            {addressText(text(endpoint, "ipAddress")),
             addressText(text(member(endpoint, "accessConfig"), "externalIp")),
             {}});
    }
    return workers;
}

std::optional<Maintenance> parseMaintenance(const Json &json)
{
    if (!json.is_object() || json.empty()) {
        return std::nullopt;
    }
    return Maintenance{
        text(json, "type"), text(json, "maintenanceStatus"), time(json, "windowStartTime"),
        time(json, "windowEndTime"), flag(json, "canReschedule")};
}

void parseAccelerator(const Json &json, Node &node)
{
    const Json &config = member(json, "acceleratorConfig");
    node.topology = text(config, "topology");
    node.acceleratorType = text(json, "acceleratorType");
    if (node.acceleratorType.isEmpty() && config.is_object()) {
        node.acceleratorType =
            QString(text(config, "type") % QLatin1Char(' ') % node.topology).trimmed();
    }
}

bool isSpot(const Json &scheduling)
{
    return flag(scheduling, "spot") || flag(scheduling, "preemptible") ||
           text(scheduling, "provisioningModel") == QLatin1String("SPOT");
}

/// The old "TPU nodes" have no machines of their own to log in to; gcloud hides them as well.
bool isTpuVm(const Json &json)
{
    const QString version = text(json, "apiVersion");
    return !version.startsWith(QLatin1String("V1")) &&
           version != QLatin1String("API_VERSION_UNSPECIFIED");
}

QMap<QString, QString> loginMetadata(const QMap<QString, QString> &all)
{
    QMap<QString, QString> kept;
    for (const char *name : {"ssh-keys", "block-project-ssh-keys", "enable-oslogin"}) {
        const QString key = QLatin1String(name);
        if (const auto item = all.constFind(key); item != all.constEnd()) {
            kept.insert(key, *item);
        }
    }
    return kept;
}

QStringList diskNames(const Json &json)
{
    QStringList names;
    for (const Json &disk : arrayMember(json, "dataDisks")) {
        const QString source = text(disk, "sourceDisk");
        const QString name = source.mid(source.lastIndexOf(QLatin1Char('/')) + 1);
        if (isDiskName(name)) {
            names << name;
        }
    }
    return names;
}

Result<Node> parseNodeObject(const Json &json, const ProjectId &project)
{
    const QString name = text(json, "name");
    const auto ref = parseNodeName(name, project);
    if (!ref) {
        return failure(protocolError(
            name.isEmpty() ? QStringLiteral("A node in %1 has no name.").arg(project.text())
                           : QStringLiteral("A node in %1 has a name that is none: %2.")
                                 .arg(project.text(), name.left(200)),
            project.text()));
    }
    Node node;
    node.ref = *ref;
    node.id = text(json, "id");
    node.stateText = text(json, "state");
    node.state = nodeStateFromName(node.stateText);
    node.healthText = text(json, "health");
    node.health = nodeHealthFromName(node.healthText);
    node.healthDescription = text(json, "healthDescription");
    parseAccelerator(json, node);
    node.runtimeVersion = text(json, "runtimeVersion");
    node.spot = isSpot(member(json, "schedulingConfig"));
    node.createTime = time(json, "createTime");
    node.workers = parseWorkers(json);
    node.labels = textMap(json, "labels");
    node.metadata = loginMetadata(textMap(json, "metadata"));
    node.queuedResource = text(json, "queuedResource");
    node.dataDisks = diskNames(json);
    node.maintenance = parseMaintenance(member(json, "upcomingMaintenance"));
    return node;
}

/// A zone from "us-central1-b" or "projects/P/locations/us-central1-b".
QString zoneName(const QString &location)
{
    return location.mid(location.lastIndexOf(QLatin1Char('/')) + 1);
}

void setText(Json &object, const char *key, const QString &value)
{
    if (!value.isEmpty()) {
        object[key] = value.toStdString();
    }
}

void setTime(Json &object, const char *key, const QDateTime &value)
{
    if (value.isValid()) {
        object[key] = value.toUTC().toString(Qt::ISODateWithMs).toStdString();
    }
}

Json endpointsJson(const std::vector<Worker> &workers)
{
    Json endpoints = Json::array();
    for (const Worker &worker : workers) {
        Json endpoint = Json::object();
        setText(endpoint, "ipAddress", worker.internalIp);
        if (!worker.externalIp.isEmpty()) {
            endpoint["accessConfig"]["externalIp"] = worker.externalIp.toStdString();
        }
        endpoints.push_back(std::move(endpoint));
    }
    return endpoints;
}

Json disksJson(const Node &node)
{
    Json disks = Json::array();
    for (const QString &name : node.dataDisks) {
        const Disk disk{node.ref.project, node.ref.zone, name, {}, 0, {}, {}};
        disks.push_back({{"sourceDisk", disk.source().toStdString()}});
    }
    return disks;
}

Json maintenanceJson(const Maintenance &maintenance)
{
    // Never empty: an empty object is read as no maintenance at all.
    Json json{{"canReschedule", maintenance.canReschedule}};
    setText(json, "type", maintenance.type);
    setText(json, "maintenanceStatus", maintenance.status);
    setTime(json, "windowStartTime", maintenance.windowStart);
    setTime(json, "windowEndTime", maintenance.windowEnd);
    return json;
}

} // namespace

Result<NodeList> parseNodeList(const QByteArray &json, const ProjectId &project)
{
    const auto page = parseJson(json);
    if (!page || !isListAnswer(*page, {"nodes", "nextPageToken", "unreachable"})) {
        return failure(protocolError(
            QStringLiteral("The list of TPU nodes of %1 could not be read: the answer is not what "
                           "the Cloud TPU API sends.")
                .arg(project.text()),
            project.text()));
    }
    NodeList list;
    list.nextPageToken = text(*page, "nextPageToken");
    for (const Json &location : arrayMember(*page, "unreachable")) {
        list.unreachable << zoneName(toText(location));
    }
    const Json &nodes = arrayMember(*page, "nodes");
    list.endsEmpty = nodes.empty() && list.unreachable.isEmpty();
    list.nodes.reserve(nodes.size());
    for (const Json &item : nodes) {
        auto node = parseNodeObject(item, project);
        if (node && isTpuVm(item)) {
            list.nodes.push_back(std::move(*node));
        } else if (!node && list.errors.size() < MaxNodeErrors) {
            list.errors.push_back(node.error());
        }
    }
    return list;
}

Result<Node> parseNode(const QByteArray &json, const ProjectId &project)
{
    const auto object = parseJson(json);
    if (!object || !object->is_object()) {
        return failure(protocolError(
            QStringLiteral("A node in %1 could not be read: the answer is not what the Cloud TPU "
                           "API sends.")
                .arg(project.text()),
            project.text()));
    }
    return parseNodeObject(*object, project);
}

QByteArray writeNode(const Node &node)
{
    Json json = Json::object();
    const QString name = QStringLiteral("projects/%1/locations/%2/nodes/%3");
    setText(
        json, "name",
        name.arg(node.ref.project.text(), node.ref.zone.text(), node.ref.name.text()));
    setText(json, "id", node.id);
    setText(json, "state", node.stateText);
    setText(json, "health", node.healthText);
    setText(json, "healthDescription", node.healthDescription);
    setText(json, "acceleratorType", node.acceleratorType);
    if (!node.topology.isEmpty()) {
        json["acceleratorConfig"]["topology"] = node.topology.toStdString();
    }
    setText(json, "runtimeVersion", node.runtimeVersion);
    if (node.spot) {
        json["schedulingConfig"]["spot"] = true;
    }
    setTime(json, "createTime", node.createTime);
    json["networkEndpoints"] = endpointsJson(node.workers);
    json["labels"] = toJson(node.labels);
    json["metadata"] = toJson(node.metadata);
    setText(json, "queuedResource", node.queuedResource);
    if (!node.dataDisks.isEmpty()) {
        json["dataDisks"] = disksJson(node);
    }
    if (node.maintenance) {
        json["upcomingMaintenance"] = maintenanceJson(*node.maintenance);
    }
    return dump(json);
}

} // namespace podium::cloud
