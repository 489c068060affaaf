// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/cloud/values/queuedresource.h"

#include "core/cloud/values/apistatusjson.h"

#include <algorithm>
#include <utility>

namespace podium::cloud {

namespace {

constexpr int MostNodes = 1000;

Error unreadable(const ProjectId &project)
{
    return {
        ErrorKind::Protocol,
        QStringLiteral("The queued resources of %1 could not be read: the answer is not what the "
                       "Cloud TPU API sends.")
            .arg(project.text()),
        {},
        {},
        project.text()};
}

QueuedResource::State stateOf(const QString &word)
{
    using State = QueuedResource::State;
    static const std::pair<const char *, State> words[] = {
        {"CREATING", State::Waiting},     {"ACCEPTED", State::Waiting},
        {"PROVISIONING", State::Waiting}, {"WAITING_FOR_RESOURCES", State::Waiting},
        {"ACTIVE", State::Active},        {"SUSPENDING", State::Ending},
        {"DELETING", State::Ending},      {"SUSPENDED", State::Suspended},
        {"FAILED", State::Failed}};
    for (const auto &[name, state] : words) {
        if (word == QLatin1String(name)) {
            return state;
        }
    }
    return State::Unrecognised;
}

QString typeText(const Json &node)
{
    const QString type = text(node, "acceleratorType");
    const Json &config = member(node, "acceleratorConfig");
    const QString configured = text(config, "type") + QLatin1Char(' ') + text(config, "topology");
    return type.isEmpty() ? configured.trimmed() : type;
}

QueuedNode nodeOf(const Json &spec, const QString &id)
{
    QueuedNode node;
    node.name = text(spec, "nodeId");
    for (const char *several : {"multisliceParams", "multiNodeParams"}) {
        const Json &params = member(spec, several);
        if (params.is_object()) {
            const QString prefix = text(params, "nodeIdPrefix");
            node.name = prefix.isEmpty() ? id : prefix;
            node.count = int(std::clamp<qint64>(number(params, "nodeCount"), 1, MostNodes));
        }
    }
    const Json &wanted = member(spec, "node");
    node.acceleratorType = typeText(wanted);
    node.labels = textMap(wanted, "labels");
    return node;
}

Result<QueuedResource> fromObject(const Json &json, const ProjectId &project)
{
    const QStringList name = text(json, "name").split(QLatin1Char('/'));
    const auto zone = name.size() == 6 ? Zone::parse(name[3]) : std::nullopt;
    if (!zone || name[5].isEmpty()) {
        return failure(unreadable(project));
    }
    QueuedResource resource;
    resource.project = project;
    resource.zone = *zone;
    resource.id = name[5];
    const Json &state = member(json, "state");
    resource.stateText = text(state, "state");
    resource.state = stateOf(resource.stateText);
    resource.isByPerson = text(state, "stateInitiator") == QLatin1String("USER");
    const Json &error = member(member(state, "failedData"), "error");
    if (resource.state == QueuedResource::State::Failed) {
        const QString action = QStringLiteral("make what %1 asks for").arg(resource.id);
        resource.error = error.is_object()
                             ? apiError(apiStatusFromJson(error, 0), action, resource.id)
                             : Error{ErrorKind::Unavailable, {}, {}, {}, resource.id};
    }
    resource.createTime = time(json, "createTime");
    for (const Json &spec : arrayMember(member(json, "tpu"), "nodeSpec")) {
        resource.nodes.push_back(nodeOf(spec, resource.id));
        const Json &scheduling = member(member(spec, "node"), "schedulingConfig");
        resource.spot =
            resource.spot || flag(scheduling, "spot") || flag(scheduling, "preemptible");
    }
    const QString model = text(json, "provisioningModel");
    // Flex-start draws on the preemptible quota, too.
    resource.spot = resource.spot || member(json, "spot").is_object() ||
                    model == QLatin1String("SPOT") || model == QLatin1String("FLEX_START");
    return resource;
}

} // namespace

QString QueuedResource::fullName() const
{
    return QStringLiteral("projects/%1/locations/%2/queuedResources/%3")
        .arg(project.text(), zone.text(), id);
}

Result<QueuedResourceList> parseQueuedResourceList(const QByteArray &json, const ProjectId &project)
{
    const auto page = parseJson(json);
    if (!page || !isListAnswer(*page, {"queuedResources", "nextPageToken", "unreachable"})) {
        return failure(unreadable(project));
    }
    QueuedResourceList list;
    list.nextPageToken = text(*page, "nextPageToken");
    for (const Json &location : arrayMember(*page, "unreachable")) {
        list.unreachable << toText(location).section(QLatin1Char('/'), -1);
    }
    for (const Json &item : arrayMember(*page, "queuedResources")) {
        if (auto resource = fromObject(item, project)) {
            list.resources.push_back(std::move(*resource));
        }
    }
    return list;
}

Result<QueuedResource> parseQueuedResource(const QByteArray &json, const ProjectId &project)
{
    const auto object = parseJson(json);
    return object && object->is_object() ? fromObject(*object, project)
                                         : failure(unreadable(project));
}

} // namespace podium::cloud
