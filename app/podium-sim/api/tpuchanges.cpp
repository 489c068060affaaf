// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0

#include "app/podium-sim/api/cloud.h"
#include "app/podium-sim/api/noderequest.h"
#include "app/podium-sim/cloud/nodejson.h"

#include <algorithm>
#include <cstdlib>
#include <optional>

namespace podium::sim {

using nlohmann::json;

/// The way back to a node when its operation ends: it may be gone by then, or be another one.
struct NodeHandle
{
    std::string project;
    std::string zone;
    std::string name;
    std::uint64_t id;

    explicit NodeHandle(const Node &node)
        : project(node.project)
        , zone(node.zone)
        , name(node.name)
        , id(node.id)
    {}
    [[nodiscard]] Node &in(Fleet &fleet) const
    {
        Node *node = fleet.find(project, zone, name);
        if (!node || node->id != id)
            throw OperationError{codeInvalidArgument, "The node was deleted meanwhile."};
        return *node;
    }
};

static json nodeResponse(const Node &node, const std::string &version)
{
    json response = nodeJson(node, version);
    response["@type"] = "type.googleapis.com/google.cloud.tpu." + version + ".Node";
    return response;
}

/// What a node was before a change that has failed.
struct Before
{
    std::string state;
    std::string health;
};

/// The end of an operation that is to fail: nothing has come of it.
static Operations::Finish failing(
    Cloud &cloud, const Node &node, const OperationError &error, bool isCreate,
    const std::optional<Before> &before)
{
    return [&cloud, error, isCreate, before, handle = NodeHandle(node)]() -> json {
        if (isCreate) {
            cloud.fleet.remove(handle.in(cloud.fleet));
        } else if (before) {
            Node &changed = handle.in(cloud.fleet);
            changed.health = before->health;
            cloud.fleet.setState(changed, before->state);
        }
        throw OperationError(error);
    };
}

static Response started(
    Cloud &cloud, const Node &node, const char *verb, const std::string &version,
    Operations::Finish finish, const std::optional<Before> &before = std::nullopt)
{
    const auto trouble = cloud.limits.take(verb, node.zone);
    long milliseconds = cloud.settings.operationMs;
    if (trouble) {
        milliseconds = trouble->milliseconds.value_or(milliseconds);
        if (trouble->error)
            finish = failing(cloud, node, *trouble->error, std::string(verb) == "create", before);
    }
    const std::string name = cloud.operations.start(
        node.location(), verb, node.fullName(), milliseconds, std::move(finish));
    return jsonResponse(cloud.operations.get(name, version));
}

static std::string eid()
{
    return " [EID: 0x" + randomHex(8) + ']';
}

static json finishCreate(Cloud &cloud, const NodeHandle &handle, const std::string &version)
{
    Node &node = handle.in(cloud.fleet);
    if (cloud.fleet.soldOutZones.count(node.zone) != 0) {
        const std::string zone = node.zone;
        cloud.fleet.remove(node);
        throw OperationError{codeResourceExhausted, stockoutText(zone) + eid()};
    }
    if (node.state != "CREATING")
        throw OperationError{
            codeInvalidArgument,
            "Cloud TPU received a bad request. update is not supported while in state " +
                node.state + eid()};
    node.health = "HEALTHY";
    cloud.fleet.setState(node, "READY");
    return nodeResponse(node, version);
}

static void checkReservation(const Cloud &cloud, const json &scheduling)
{
    const std::string name = scheduling.value("reservationName", "");
    if (!name.empty() && cloud.limits.reservations.count(name) == 0)
        throw ApiError{404, "NOT_FOUND", "Reservation not found: " + name + '.', json::array()};
}

static Response create(Cloud &cloud, const Request &request)
{
    const Project &project = tpuProject(cloud, request, "tpu.nodes.create");
    checkZone(cloud, request);
    checkReachable(cloud, request.part("zone"));
    const std::string version = apiVersion(request);
    if (const auto answer = answerBefore(cloud, request))
        return *answer;
    NewNode wanted = newNodeFrom(project, request);
    if (cloud.fleet.find(project.id, wanted.node.zone, wanted.node.name))
        throw alreadyExists(wanted.node.fullName());
    checkReservation(cloud, wanted.node.body.value("schedulingConfig", json::object()));
    const int queued = cloud.queue.heldChips(project.id, wanted.node.zone, wanted.node.isSpot());
    if (const auto over = cloud.limits.overQuota(cloud.fleet, wanted.node, queued))
        throw ApiError{429, "RESOURCE_EXHAUSTED", *over, json::array()};
    const auto noAddress = cloud.limits.overAddresses(cloud.fleet, wanted.node, wanted.workers);
    const Node &node = cloud.fleet.add(std::move(wanted.node), wanted.workers);
    audit(cloud, project.id, "google.cloud.tpu." + version + ".Tpu.CreateNode", node.fullName());
    if (noAddress)
        cloud.limits.addFirst(
            {"create", node.zone, {}, OperationError{codeResourceExhausted, *noAddress}, 1});
    const Response response =
        started(cloud, node, "create", version, [&cloud, handle = NodeHandle(node), version] {
            return finishCreate(cloud, handle, version);
        });
    rememberAnswer(cloud, request, response);
    return response;
}

static Response remove(Cloud &cloud, const Request &request)
{
    Node &node = nodeOf(cloud, request, "tpu.nodes.delete");
    const Before before{node.state, node.health};
    cloud.fleet.setState(node, "DELETING");
    audit(
        cloud, node.project, "google.cloud.tpu." + apiVersion(request) + ".Tpu.DeleteNode",
        node.fullName());
    return started(
        cloud, node, "delete", apiVersion(request),
        [&cloud, handle = NodeHandle(node)]() -> json {
            cloud.fleet.remove(handle.in(cloud.fleet));
            return {{"@type", "type.googleapis.com/google.protobuf.Empty"}};
        },
        before);
}

/// One operation at a time on a node.
static void checkFree(const Cloud &cloud, const Node &node)
{
    if (cloud.operations.isBusy(node.fullName()))
        throw ApiError{
            409, "ABORTED",
            "There is an operation in progress on '" + node.fullName() +
                "'. Please try again later.",
            json::array()};
}

static Response power(
    Cloud &cloud, const Request &request, const char *verb, const char *from, const char *through,
    const char *to)
{
    Node &node = nodeOf(cloud, request, std::string("tpu.nodes.") + verb);
    checkFree(cloud, node);
    if (node.state != from)
        throw failedPrecondition(
            std::string(verb) + " is not supported while in state " + node.state);
    if (node.workers.size() > 1)
        throw failedPrecondition(std::string(verb) + " is not supported for pod slices");
    if (node.isSpot())
        throw failedPrecondition(std::string(verb) + " is not supported for preemptible nodes");
    const Before before{node.state, node.health};
    cloud.fleet.setState(node, through);
    audit(
        cloud, node.project,
        "google.cloud.tpu." + apiVersion(request) + ".Tpu." +
            (std::string(verb) == "start" ? "StartNode" : "StopNode"),
        node.fullName());
    const std::string version = apiVersion(request);
    return started(
        cloud, node, verb, version,
        [&cloud, handle = NodeHandle(node), version, to = std::string(to), before] {
            Node &changed = handle.in(cloud.fleet);
            if (to == "READY" && cloud.fleet.soldOutZones.count(changed.zone) != 0) {
                cloud.fleet.setState(changed, before.state);
                throw OperationError{codeResourceExhausted, stockoutText(changed.zone) + eid()};
            }
            changed.health = to == "READY" ? "HEALTHY" : "";
            cloud.fleet.setState(changed, to);
            return nodeResponse(changed, version);
        },
        before);
}

/// Whether it can be a word of a script.
static bool isDiskName(const std::string &name)
{
    return !name.empty() &&
           name.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789-") == std::string::npos;
}

static std::string diskNameOf(const json &attached)
{
    const std::string source = attached.value("sourceDisk", "");
    return source.substr(source.rfind('/') + 1);
}

/// In GiB; 0: there is no such disk.
static int diskSize(Cloud &cloud, const Node &node, const std::string &name)
{
    const Project *project = cloud.fleet.findProject(node.project);
    for (const json &disk : project ? project->disks : json::array()) {
        if (disk.at("name") == name && disk.at("zone") == node.zone) {
            const json size = disk.value("sizeGb", json("0"));
            return std::atoi((size.is_string() ? size.get<std::string>() : size.dump()).c_str());
        }
    }
    return 0;
}

static bool isAmong(const json &list, const std::string &name)
{
    for (const json &each : list) {
        if (diskNameOf(each) == name)
            return true;
    }
    return false;
}

/// What was attached comes to the workers, what was detached goes: see image/disk-tools.sh.
static void moveDisks(Cloud &cloud, const Node &node, const json &before)
{
    const json after = node.body.value("dataDisks", json::array());
    std::string gone;
    for (const json &disk : before) {
        if (const std::string name = diskNameOf(disk); isDiskName(name) && !isAmong(after, name))
            gone += "/etc/podium-sim/disk detach " + name + "\n";
    }
    for (std::size_t worker = 0; worker < node.workers.size(); ++worker) {
        if (node.workers[worker].externalIp.empty())
            continue; // it does not stand
        std::string script = gone;
        for (const json &disk : after) {
            const std::string name = diskNameOf(disk);
            const json only = disk.value("workerIds", json::array());
            const int size = diskSize(cloud, node, name);
            const bool isForIt =
                only.empty() ||
                std::find(only.begin(), only.end(), std::to_string(worker)) != only.end();
            if (size > 0 && isForIt && isDiskName(name) && !isAmong(before, name))
                script += "/etc/podium-sim/disk attach " + name + " " + std::to_string(size) +
                          (disk.value("mode", "") == "READ_ONLY" ? " read-only\n" : "\n");
        }
        if (!script.empty())
            cloud.fleet.runScript(node, worker, script);
    }
}

static json
finishPatch(Cloud &cloud, const NodeHandle &handle, const json &changes, const std::string &version)
{
    Node &node = handle.in(cloud.fleet);
    const bool hadIps = node.hasExternalIps();
    const json hadDisks = node.body.value("dataDisks", json::array());
    applyChanges(node, changes);
    if (hadIps != node.hasExternalIps() && node.state == "READY") {
        cloud.fleet.setState(node, "STOPPED");
        cloud.fleet.setState(node, "READY");
    }
    if (node.state == "READY")
        moveDisks(cloud, node, hadDisks);
    cloud.fleet.syncSshKeys(node);
    return nodeResponse(node, version);
}

static Response patch(Cloud &cloud, const Request &request)
{
    const Node &node = nodeOf(cloud, request, "tpu.nodes.update");
    checkFree(cloud, node);
    const json changes = changesFrom(request);
    const std::string version = apiVersion(request);
    const std::string state = node.state;
    audit(cloud, node.project, "google.cloud.tpu." + version + ".Tpu.UpdateNode", node.fullName());
    return started(
        cloud, node, "update", version,
        [&cloud, handle = NodeHandle(node), changes, version, state] {
            if (state != "READY" && state != "STOPPED")
                throw OperationError{
                    codeInvalidArgument,
                    "Cloud TPU received a bad request. update is not supported "
                    "while in state " +
                        state + eid()};
            return finishPatch(cloud, handle, changes, version);
        });
}

/// v2alpha1: performMaintenance and simulateMaintenanceEvent; the node comes back with new
/// addresses.
static Response performMaintenance(Cloud &cloud, const Request &request)
{
    Node &node = nodeOf(cloud, request, "tpu.nodes.performMaintenance");
    checkFree(cloud, node);
    if (node.state != "READY")
        throw failedPrecondition("maintenance is not supported while in state " + node.state);
    const std::string version = apiVersion(request);
    const Before before{node.state, node.health};
    node.health = "UNHEALTHY_MAINTENANCE";
    cloud.fleet.setState(node, "REPAIRING");
    return started(
        cloud, node, "update", version,
        [&cloud, handle = NodeHandle(node), version] {
            Node &changed = handle.in(cloud.fleet);
            changed.health = "HEALTHY";
            changed.upcomingMaintenance = nullptr;
            cloud.fleet.setState(changed, "READY");
            return nodeResponse(changed, version);
        },
        before);
}

void addTpuChangeRoutes(Router &router, Cloud &cloud)
{
    for (const std::string api : {"/v2", "/v2alpha1"}) {
        const std::string nodes = api + "/projects/{project}/locations/{zone}/nodes";
        const std::string node = nodes + "/{node}";
        router.add(
            "POST", nodes, [&cloud](const Request &request) { return create(cloud, request); });
        router.add(
            "DELETE", node, [&cloud](const Request &request) { return remove(cloud, request); });
        router.add(
            "PATCH", node, [&cloud](const Request &request) { return patch(cloud, request); });
        router.add("POST", node + ":start", [&cloud](const Request &request) {
            return power(cloud, request, "start", "STOPPED", "STARTING", "READY");
        });
        router.add("POST", node + ":stop", [&cloud](const Request &request) {
            return power(cloud, request, "stop", "READY", "STOPPING", "STOPPED");
        });
        for (const char *verb : {":performMaintenance", ":simulateMaintenanceEvent"}) {
            router.add("POST", node + verb, [&cloud](const Request &request) {
                return performMaintenance(cloud, request);
            });
        }
    }
}

} // namespace podium::sim
