// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0

#include "app/podium-sim/api/cloud.h"
#include "app/podium-sim/api/noderequest.h"
#include "app/podium-sim/cloud/jwt.h"
#include "app/podium-sim/cloud/nodejson.h"
#include "app/podium-sim/cloud/scenariocheck.h"
#include "app/podium-sim/host/distance.h"
#include "app/podium-sim/host/system.h"

#include <cstdint>
#include <filesystem>
#include <stdexcept>

namespace podium::sim {

using nlohmann::json;

/// Past the greeting, the key exchange and the login, in the middle of what follows.
constexpr size_t bytesPastLogin = 2100;

static Response show(const Node &node)
{
    return jsonResponse(nodeJson(node, "v2"));
}

static Node &simNode(Cloud &cloud, const Request &request)
{
    Node *node =
        cloud.fleet.find(request.part("project"), request.part("zone"), request.part("node"));
    if (!node)
        throw notFound(request.path);
    return *node;
}

static Response setState(Cloud &cloud, const Request &request)
{
    Node &node = simNode(cloud, request);
    const json wish = request.json();
    if (wish.contains("health"))
        node.health = wish["health"];
    if (wish.contains("healthDescription"))
        node.healthDescription = wish["healthDescription"];
    if (wish.contains("upcomingMaintenance"))
        node.upcomingMaintenance = wish["upcomingMaintenance"];
    cloud.fleet.setState(node, wish.value("state", node.state));
    return show(node);
}

/// {"status": "PENDING" | "ONGOING" | "DONE"}: announced, the workers gone, back on new addresses.
static Response announceMaintenance(Cloud &cloud, const Request &request)
{
    Node &node = simNode(cloud, request);
    const std::string status = request.json().value("status", "ONGOING");
    if (status == "DONE") {
        node.upcomingMaintenance = nullptr;
        node.health = "HEALTHY";
        cloud.fleet.setState(node, "READY");
        return show(node);
    }
    constexpr long hour = 3600;
    const bool pending = status == "PENDING";
    node.upcomingMaintenance = {
        {"type", pending ? "SCHEDULED" : "UNSCHEDULED"},
        {"maintenanceStatus", status},
        {"canReschedule", pending},
        {"windowStartTime", timestamp(pending ? 24 * hour : 0)},
        {"windowEndTime", timestamp(pending ? 28 * hour : 4 * hour)},
        {"latestWindowStartTime", timestamp(pending ? 48 * hour : 0)}};
    if (!pending) {
        node.health = "UNHEALTHY_MAINTENANCE";
        cloud.fleet.setState(node, "REPAIRING");
    }
    return show(node);
}

static Response addNode(Cloud &cloud, const Request &request)
{
    const json description = request.json();
    try {
        checkScenarioNode(description, {});
    } catch (const BadScenario &error) {
        throw invalidArgument(error.what());
    }
    const Project *project = cloud.fleet.findProject(request.part("project"));
    if (!project)
        throw notFound(request.path);
    if (const Node *other = cloud.fleet.find(project->id, description["zone"], description["name"]))
        throw alreadyExists(other->fullName());
    return show(addScenarioNode(description, project->id, cloud.fleet));
}

static void addNodeRoutes(Router &router, Cloud &cloud)
{
    const std::string node = "/sim/nodes/{project}/{zone}/{node}";
    router.add("POST", node + ":moveIps", [&cloud](const Request &request) {
        Node &moved = simNode(cloud, request);
        cloud.fleet.moveIps(moved);
        return show(moved);
    });
    router.add("POST", node + ":recreate", [&cloud](const Request &request) {
        Node &fresh = simNode(cloud, request);
        cloud.fleet.recreate(fresh);
        return show(fresh);
    });
    router.add("POST", node + ":preempt", [&cloud](const Request &request) {
        Node &lost = simNode(cloud, request);
        cloud.fleet.setState(lost, "PREEMPTED");
        audit(cloud, lost.project, "tpu.nodes.terminate", lost.fullName(), true);
        return show(lost);
    });
    router.add("POST", node + ":maintain", [&cloud](const Request &request) {
        return announceMaintenance(cloud, request);
    });
    router.add("POST", node + ":setState", [&cloud](const Request &request) {
        return setState(cloud, request);
    });
    router.add("POST", "/sim/projects/{project}/nodes", [&cloud](const Request &request) {
        return addNode(cloud, request);
    });
}

static size_t simWorker(const Node &node, const Request &request)
{
    const std::string &index = request.part("worker");
    const bool number = index.find_first_not_of("0123456789") == std::string::npos;
    if (!number || index.empty() || index.size() > 6 || std::stoul(index) >= node.workers.size())
        throw notFound(request.path);
    return std::stoul(index);
}

static Response changeWorker(Cloud &cloud, const Request &request, const std::string &manner)
{
    Node &node = simNode(cloud, request);
    const size_t worker = simWorker(node, request);
    if (manner != "newHostKey" && node.workers[worker].externalIp.empty())
        throw failedPrecondition("The worker does not stand.");
    if (manner == "newHostKey")
        cloud.fleet.newHostKey(node, worker);
    else
        cloud.fleet.setManner(
            node, worker, manner, request.json().value("afterBytes", bytesPastLogin));
    return show(node);
}

/// Whatever is to go wrong inside a worker: {"script"} runs as its root.
static Response runOnWorker(Cloud &cloud, const Request &request)
{
    Node &node = simNode(cloud, request);
    const size_t worker = simWorker(node, request);
    if (node.workers[worker].externalIp.empty())
        throw failedPrecondition("The worker does not stand.");
    cloud.fleet.runScript(node, worker, request.json().value("script", ""));
    return show(node);
}

/// A number of a call, as a word of a shell.
static std::string countOf(const json &wanted, const char *name, const char *otherwise)
{
    if (!wanted.contains(name))
        return otherwise;
    if (!wanted[name].is_number_unsigned())
        throw invalidArgument(std::string(name) + " has to be a number, 0 or more.");
    return std::to_string(wanted[name].get<std::uint64_t>());
}

/// {"folder", "freeBytes", "freeInodes"}: it is a disk of its own from now on, with so much room.
static Response fillDisk(Cloud &cloud, const Request &request)
{
    Node &node = simNode(cloud, request);
    const size_t worker = simWorker(node, request);
    if (node.workers[worker].externalIp.empty())
        throw failedPrecondition("The worker does not stand.");
    const json wanted = request.json();
    const std::string folder = wanted.value("folder", "/home");
    const char *const plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789/_.-";
    if (folder.size() < 2 || folder.front() != '/' || folder.back() == '/' ||
        folder.find_first_not_of(plain) != std::string::npos)
        throw invalidArgument("folder has to be an absolute path of letters, digits and /_.-");
    cloud.fleet.runScript(
        node, worker,
        "sh /etc/podium-sim/fill-disk " + folder + ' ' + countOf(wanted, "freeBytes", "0") + ' ' +
            countOf(wanted, "freeInodes", "1000000") + '\n');
    return show(node);
}

/// {"rtt", "rate", "loss"}: how far away it is; without a body it is near.
static Response moveWorkerAway(Cloud &cloud, const Request &request)
{
    Node &node = simNode(cloud, request);
    const size_t worker = simWorker(node, request);
    if (node.workers[worker].externalIp.empty())
        throw failedPrecondition("The worker does not stand.");
    try {
        cloud.fleet.setDistance(node, worker, distanceFromJson(request.json()));
    } catch (const std::invalid_argument &error) {
        throw invalidArgument(error.what());
    }
    return show(node);
}

static void addWorkerRoutes(Router &router, Cloud &cloud)
{
    router.add(
        "POST", "/sim/workers/{project}/{zone}/{node}/{worker}:run",
        [&cloud](const Request &request) { return runOnWorker(cloud, request); });
    router.add(
        "POST", "/sim/workers/{project}/{zone}/{node}/{worker}:fillDisk",
        [&cloud](const Request &request) { return fillDisk(cloud, request); });
    router.add(
        "POST", "/sim/workers/{project}/{zone}/{node}/{worker}:distance",
        [&cloud](const Request &request) { return moveWorkerAway(cloud, request); });
    for (const std::string manner :
         {"refuse", "hang", "drop", "freeze", "newHostKey", "stop", "restore"}) {
        router.add(
            "POST", "/sim/workers/{project}/{zone}/{node}/{worker}:" + manner,
            [&cloud, manner](const Request &request) {
                return changeWorker(cloud, request, manner);
            });
    }
}

static void addZoneRoutes(Router &router, Cloud &cloud)
{
    router.add("POST", "/sim/zones/{zone}:unreachable", [&cloud](const Request &request) {
        cloud.fleet.unreachableZones.insert(request.part("zone"));
        return jsonResponse(json::object());
    });
    router.add("POST", "/sim/zones/{zone}:stockout", [&cloud](const Request &request) {
        const int creates = request.json().value("creates", 0);
        const std::string &zone = request.part("zone");
        if (creates > 0)
            cloud.limits.add(
                {"create",
                 zone,
                 {},
                 OperationError{codeResourceExhausted, stockoutText(zone)},
                 creates});
        else
            cloud.fleet.soldOutZones.insert(zone);
        return jsonResponse(json::object());
    });
    router.add("POST", "/sim/zones/{zone}:restore", [&cloud](const Request &request) {
        cloud.fleet.unreachableZones.erase(request.part("zone"));
        cloud.fleet.soldOutZones.erase(request.part("zone"));
        return jsonResponse(json::object());
    });
    router.add("POST", "/sim/projects/{project}:setApi", [&cloud](const Request &request) {
        Project *project = cloud.fleet.findProject(request.part("project"));
        if (!project)
            throw notFound(request.path);
        project->tpuApi = request.json().value("tpuApi", "enabled");
        return jsonResponse(json::object());
    });
    router.add("POST", "/sim/projects/{project}:setAccess", [&cloud](const Request &request) {
        Project *project = cloud.fleet.findProject(request.part("project"));
        if (!project)
            throw notFound(request.path);
        const json wish = request.json();
        project->addressLimit = wish.value("addressLimit", project->addressLimit);
        project->hasNat = wish.value("nat", project->hasNat);
        return jsonResponse(json::object());
    });
}

static void addFaultRoutes(Router &router, Cloud &cloud)
{
    router.add("POST", "/sim/faults", [&cloud](const Request &request) {
        cloud.faults.add(request.json());
        return jsonResponse(cloud.faults.list());
    });
    router.add("GET", "/sim/faults", [&cloud](const Request &) {
        return jsonResponse(cloud.faults.list());
    });
    router.add("DELETE", "/sim/faults", [&cloud](const Request &) {
        cloud.faults.clear();
        return jsonResponse(json::array());
    });
    router.add(
        "GET", "/sim/log", [&cloud](const Request &) { return jsonResponse(cloud.log.list()); });
    router.add("DELETE", "/sim/log", [&cloud](const Request &) {
        cloud.log.clear();
        return jsonResponse(json::object());
    });
}

static void addTokenRoutes(Router &router, Cloud &cloud)
{
    // What every token holder sees when an administrator signs the account out.
    router.add("POST", "/sim/tokens:revoke", [&cloud](const Request &) {
        cloud.tokens.revokeAll();
        return jsonResponse(json::object());
    });
    router.add("POST", "/sim/tokens:renewFile", [&cloud](const Request &) {
        // Whoever reads it meanwhile has the old one or the new one, whole.
        const std::string fresh = cloud.tokenFile + ".new";
        writeFile(fresh, cloud.tokens.issue(standingToken), 0600);
        std::filesystem::rename(fresh, cloud.tokenFile);
        return jsonResponse(json::object());
    });
    router.add("GET", "/sim/oauth", [&cloud](const Request &) {
        return jsonResponse(
            {{"refreshes", cloud.oauth.refreshes},
             {"assertions", cloud.oauth.assertions},
             {"refusals", cloud.oauth.refusals}});
    });
    router.add("POST", "/sim/serviceAccounts", [&cloud](const Request &request) {
        const std::string email =
            request.json().value("email", "robot@demo.iam.gserviceaccount.com");
        const RsaKey key = makeRsaKey();
        cloud.oauth.serviceAccounts[email] = key.publicPem;
        return jsonResponse(
            {{"type", "service_account"},
             {"project_id", request.json().value("project", "demo")},
             {"private_key_id", randomHex(20)},
             {"private_key", key.privatePem},
             {"client_email", email},
             {"client_id", "100000000000000000001"},
             {"token_uri", cloud.url + "/token"},
             {"universe_domain", "googleapis.com"}});
    });
}

void addSimRoutes(Router &router, Cloud &cloud)
{
    addNodeRoutes(router, cloud);
    addWorkerRoutes(router, cloud);
    addZoneRoutes(router, cloud);
    addFaultRoutes(router, cloud);
    addTokenRoutes(router, cloud);
}

} // namespace podium::sim
