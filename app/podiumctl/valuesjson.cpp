// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/podiumctl/valuesjson.h"

#include "app/podiumctl/terminal.h"

namespace podium::ctl {

std::string text(const QString &string)
{
    return string.toStdString();
}

Json time(const QDateTime &time)
{
    return time.isValid() ? Json(text(time.toUTC().toString(Qt::ISODate))) : Json(nullptr);
}

Json idleJson(const cloud::NodeIdle &idle)
{
    const bool isIdle = idle.state == cloud::NodeIdle::State::Idle;
    return {
        {"state", text(cloud::nodeIdleName(idle.state))},
        {"idleSeconds", isIdle ? Json(idle.idle.count()) : Json(nullptr)},
        {"seenAt", time(idle.seenAt)},
        {"reason", idle.reason.isEmpty() ? Json(nullptr) : Json(text(idle.reason))}};
}

Json errorJson(const Error &error)
{
    Json json{{"kind", text(errorKindName(error.kind))}, {"summary", text(error.summary)}};
    if (!error.detail.isEmpty()) {
        json["detail"] = text(error.detail);
    }
    if (!error.hint.isEmpty()) {
        json["hint"] = text(error.hint);
    }
    return json;
}

namespace {

Json workersJson(const cloud::Node &node)
{
    Json workers = Json::array();
    for (size_t i = 0; i < node.workers.size(); ++i) {
        workers.push_back(
            {{"index", i},
             {"internalIp", text(node.workers[i].internalIp)},
             {"externalIp", text(node.workers[i].externalIp)}});
    }
    return workers;
}

Json nodeJson(const inventory::NodeEntry &entry)
{
    const cloud::Node &node = entry.node;
    return {
        {"project", text(node.ref.project.text())},
        {"zone", text(node.ref.zone.text())},
        {"name", text(node.ref.name.text())},
        {"id", text(node.id)},
        {"state", text(node.stateText)},
        {"health", text(node.healthText)},
        {"acceleratorType", text(node.acceleratorType)},
        {"runtimeVersion", text(node.runtimeVersion)},
        {"spot", node.spot},
        {"createTime", time(node.createTime)},
        {"stale", entry.stale},
        {"seenAt", time(entry.seenAt)},
        {"workers", workersJson(node)}};
}

} // namespace

Json snapshotJson(const inventory::Snapshot &snapshot)
{
    Json nodes = Json::array();
    for (const auto &entry : snapshot.nodes) {
        nodes.push_back(nodeJson(entry));
    }
    Json unreachable = Json::array();
    Json errors = Json::array();
    for (const auto &problem : snapshot.problems) {
        Json json{{"project", text(problem.project.text())}};
        if (problem.zone) {
            json["zone"] = text(problem.zone->text());
        }
        json.update(errorJson(problem.error));
        (problem.zone ? unreachable : errors).push_back(std::move(json));
    }
    for (const auto &error : {snapshot.projectsError, snapshot.keysError, snapshot.error}) {
        if (error) {
            errors.push_back(errorJson(*error));
        }
    }
    Json json{
        {"asOf", time(snapshot.asOf)},
        {"nodes", std::move(nodes)},
        {"unreachable", std::move(unreachable)},
        {"errors", std::move(errors)}};
    if (snapshot.error) { // nothing at all was asked: this is what was seen last
        json["error"] = errorJson(*snapshot.error);
    }
    return json;
}

Json eventJson(const inventory::Event &event)
{
    Json json{
        {"event", text(inventory::eventKindName(event.kind))},
        {"project", text(event.node.project.text())},
        {"zone", text(event.node.zone.text())},
        {"node", text(event.node.name.text())}};
    if (event.worker >= 0) {
        json["worker"] = event.worker;
    }
    json["before"] = text(event.before);
    json["after"] = text(event.after);
    // What tells a node that moved from one that was recreated.
    json["sameMachine"] = event.kind != inventory::EventKind::Recreated;
    json["time"] = time(event.time);
    return json;
}

Json projectsJson(const inventory::Snapshot &snapshot)
{
    Json projects = Json::array();
    for (const auto &project : snapshot.projects) {
        projects.push_back(
            {{"id", text(project.id.text())},
             {"number", text(project.number)},
             {"name", text(project.name)}});
    }
    Json errors = snapshotJson(snapshot)["errors"];
    Json json{{"projects", std::move(projects)}, {"errors", std::move(errors)}};
    if (snapshot.error) {
        json["error"] = errorJson(*snapshot.error);
    }
    return json;
}

void printJson(const Json &json, int indent)
{
    const std::string line =
        json.dump(indent, ' ', false, nlohmann::detail::error_handler_t::replace) + '\n';
    printBytes(QByteArray::fromStdString(line));
}

} // namespace podium::ctl
