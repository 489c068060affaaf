// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0

#include "app/podium-sim/api/cloud.h"
#include "app/podium-sim/api/noderequest.h"

#include <algorithm>
#include <cctype>

namespace podium::sim {

using nlohmann::json;

constexpr int mostQueuedNodes = 256;

static std::string queuedName(const Project &project, const Request &request)
{
    return "projects/" + project.id + "/locations/" + request.part("zone") + "/queuedResources/" +
           request.part("resource");
}

static const Project &
queueProject(Cloud &cloud, const Request &request, const std::string &permission)
{
    const Project &project = tpuProject(cloud, request, "tpu.queuedResources." + permission);
    checkZone(cloud, request);
    if (request.part("zone") != "-")
        checkReachable(cloud, request.part("zone"));
    return project;
}

static QueuedResource &
resourceOf(Cloud &cloud, const Request &request, const std::string &permission)
{
    const Project &project = queueProject(cloud, request, permission);
    const std::string name = queuedName(project, request);
    QueuedResource *resource = cloud.queue.find(name);
    if (!resource)
        throw notFound(name);
    return *resource;
}

static Response listQueued(Cloud &cloud, const Request &request)
{
    const Project &project = queueProject(cloud, request, "list");
    const auto &silent = cloud.fleet.unreachableZones;
    json items = json::array();
    for (const QueuedResource *resource : cloud.queue.list(project.id, request.part("zone"))) {
        if (silent.count(resource->zone) == 0)
            items.push_back(queuedResourceJson(*resource));
    }
    json page = pageOf(cloud, request, "queuedResources", items);
    if (request.part("zone") != "-")
        return jsonResponse(page); // it answers
    for (const std::string &zone : silent)
        page["unreachable"].push_back("projects/" + project.id + "/locations/" + zone);
    return jsonResponse(page);
}

static bool isResourceName(const std::string &name)
{
    return !name.empty() && std::all_of(name.begin(), name.end(), [](unsigned char c) {
        return std::isalnum(c) != 0 ||
               std::string("-_.~+%").find(static_cast<char>(c)) != std::string::npos;
    });
}

/// The names of the nodes that one nodeSpec asks for: one, or several that are numbered.
static std::vector<std::string> nodeIds(const json &spec, const std::string &resource)
{
    const std::string id = spec.value("nodeId", "");
    for (const char *several : {"multisliceParams", "multiNodeParams"}) {
        if (!spec.contains(several))
            continue;
        const json &params = spec[several];
        const json count = params.value("nodeCount", json(0));
        if (!id.empty() || !count.is_number_integer() || count < 1 || count > mostQueuedNodes)
            throw invalidArgument("Invalid value at 'queued_resource.tpu.node_spec': node count.");
        const std::string prefix = params.value("nodeIdPrefix", resource);
        const int nodes = count.get<int>();
        std::vector<std::string> ids;
        ids.reserve(static_cast<size_t>(nodes));
        for (int i = 0; i < nodes; ++i)
            ids.push_back(prefix + '-' + std::to_string(i));
        return ids;
    }
    return {id};
}

/// The nodes that a request asks for, each checked as a create call of its own would be.
static std::vector<NewNode>
nodesFrom(const Project &project, const Request &request, const QueuedResource &resource)
{
    std::vector<NewNode> nodes;
    const json tpu = resource.body.value("tpu", json::object());
    for (const json &spec : tpu.value("nodeSpec", json::array())) {
        json node = spec.value("node", json::object());
        if (resource.body.contains("spot"))
            node["schedulingConfig"]["spot"] = true;
        const std::vector<std::string> ids = nodeIds(spec, resource.name);
        for (const std::string &id : ids) {
            Request create = request;
            create.body = node.dump();
            create.query["nodeId"] = id;
            nodes.push_back(newNodeFrom(project, create));
            nodes.back().node.body["queuedResource"] = resource.fullName();
            if (ids.size() > 1)
                nodes.back().node.body["multisliceNode"] = true;
        }
    }
    if (nodes.empty())
        throw invalidArgument("The field 'queued_resource.tpu.node_spec' is required.");
    return nodes;
}

static std::string queuedType(const Request &request)
{
    return "type.googleapis.com/google.cloud.tpu." + apiVersion(request) + ".QueuedResource";
}

/// Starts an operation at whose end the request is in a state.
static Response startedQueued(
    Cloud &cloud, const Request &request, const QueuedResource &resource, const char *verb,
    const char *state)
{
    const std::string name = cloud.operations.start(
        resource.location(), verb, resource.fullName(), cloud.settings.operationMs,
        [&cloud, who = resource.fullName(), type = queuedType(request), state]() -> json {
            QueuedResource *changed = cloud.queue.find(who);
            if (!changed)
                throw OperationError{
                    codeInvalidArgument, "The queued resource was deleted meanwhile."};
            if (changed->state != "DELETING")
                cloud.queue.enter(*changed, state, "SERVICE");
            json response = queuedResourceJson(*changed);
            response["@type"] = type;
            return response;
        });
    return jsonResponse(cloud.operations.get(name, apiVersion(request)));
}

/// "21600s"; nothing where no duration is given.
static std::optional<std::chrono::seconds> validFor(const json &body)
{
    const std::string text =
        body.value("queueingPolicy", json::object()).value("validUntilDuration", "");
    if (text.empty())
        return std::nullopt;
    try {
        return std::chrono::seconds(std::stol(text));
    } catch (const std::logic_error &) {
        throw invalidArgument("Invalid value at 'queueing_policy.valid_until_duration'.");
    }
}

/// All of its nodes at once.
static void checkQueuedQuota(Cloud &cloud, const QueuedResource &resource)
{
    int before = 0; // the nodes of a resource are all of one kind
    for (const NewNode &wanted : resource.nodes) {
        const int queued =
            before + cloud.queue.heldChips(resource.project, resource.zone, wanted.node.isSpot());
        if (const auto over = cloud.limits.overQuota(cloud.fleet, wanted.node, queued))
            throw ApiError{429, "RESOURCE_EXHAUSTED", *over, json::array()};
        before += chipsOf(wanted.node);
    }
}

static Response createQueued(Cloud &cloud, const Request &request)
{
    const Project &project = queueProject(cloud, request, "create");
    if (const auto answer = answerBefore(cloud, request))
        return *answer;
    QueuedResource resource;
    resource.project = project.id;
    resource.zone = request.part("zone");
    resource.name = request.queryValue("queuedResourceId");
    if (!isResourceName(resource.name))
        throw invalidArgument("Invalid value for queued_resource_id: \"" + resource.name + "\".");
    resource.createTime = timestamp();
    resource.body = request.json();
    for (const char *output : {"name", "createTime", "state"})
        resource.body.erase(output);
    resource.nodes = nodesFrom(project, request, resource);
    if (const auto seconds = validFor(resource.body))
        resource.validUntil = std::chrono::steady_clock::now() + *seconds;
    const std::string reservation = resource.body.value("reservationName", "");
    if (!reservation.empty() && cloud.limits.reservations.count(reservation) == 0)
        throw ApiError{
            404, "NOT_FOUND", "Reservation not found: " + reservation + '.', json::array()};
    const std::string name = resource.fullName();
    if (cloud.queue.find(name))
        throw alreadyExists(name);
    checkQueuedQuota(cloud, resource);
    audit(
        cloud, project.id, "google.cloud.tpu." + apiVersion(request) + ".Tpu.CreateQueuedResource",
        name);
    cloud.queue.add(std::move(resource));
    const Response response =
        startedQueued(cloud, request, *cloud.queue.find(name), "create", "ACCEPTED");
    rememberAnswer(cloud, request, response);
    return response;
}

static Response removeQueued(Cloud &cloud, const Request &request)
{
    QueuedResource &resource = resourceOf(cloud, request, "delete");
    const std::string force = request.queryValue("force");
    const bool isForced = force == "true" || force == "True";
    if (!isForced && cloud.queue.hasNodes(resource))
        throw failedPrecondition(
            "The queued resource has nodes; delete them first, or delete it with force.");
    cloud.queue.enter(resource, "DELETING", "USER");
    audit(
        cloud, resource.project,
        "google.cloud.tpu." + apiVersion(request) + ".Tpu.DeleteQueuedResource",
        resource.fullName());
    const std::string name = cloud.operations.start(
        resource.location(), "delete", resource.fullName(), cloud.settings.operationMs,
        [&cloud, who = resource.fullName(), since = resource.createTime]() -> json {
            const QueuedResource *there = cloud.queue.find(who);
            if (there && there->createTime == since) // else it is another of that name
                cloud.queue.remove(who);
            return {{"@type", "type.googleapis.com/google.protobuf.Empty"}};
        });
    return jsonResponse(cloud.operations.get(name, apiVersion(request)));
}

static Response resetQueued(Cloud &cloud, const Request &request)
{
    const QueuedResource &resource = resourceOf(cloud, request, "reset");
    if (resource.state != "SUSPENDED" && resource.state != "FAILED")
        throw failedPrecondition("reset is not supported while in state " + resource.state);
    return startedQueued(cloud, request, resource, "reset", "ACCEPTED");
}

void addQueuedResourceRoutes(Router &router, Cloud &cloud)
{
    using Call = Response (*)(Cloud &, const Request &);
    const auto add = [&](const char *method, const std::string &pattern, Call call) {
        router.add(method, pattern, [&cloud, call](const Request &request) {
            return call(cloud, request);
        });
    };
    for (const std::string api : {"/v2", "/v2alpha1"}) {
        const std::string all = api + "/projects/{project}/locations/{zone}/queuedResources";
        add("GET", all, listQueued);
        add("POST", all, createQueued);
        add("GET", all + "/{resource}", [](Cloud &asked, const Request &request) {
            return jsonResponse(queuedResourceJson(resourceOf(asked, request, "get")));
        });
        add("DELETE", all + "/{resource}", removeQueued);
        add("POST", all + "/{resource}:reset", resetQueued);
    }
}

} // namespace podium::sim
