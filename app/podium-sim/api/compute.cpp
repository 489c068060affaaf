// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0

#include "app/podium-sim/api/compute.h"

#include "app/podium-sim/cloud/catalog.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace podium::sim {

using nlohmann::json;

Response computeError(
    int code, const std::string &status, const std::string &reason, const std::string &message)
{
    return jsonResponse(
        {{"error",
          {{"code", code},
           {"message", message},
           {"status", status},
           {"errors", {{{"message", message}, {"domain", "global"}, {"reason", reason}}}}}}},
        code);
}

static std::string fingerprint(const Project &project)
{
    std::string bytes = "podium";
    for (int shift = 24; shift >= 0; shift -= 8)
        bytes.push_back(static_cast<char>((project.metadataVersion >> shift) & 0xff));
    return base64(bytes);
}

std::string selfLink(const Cloud &cloud, const Project &project)
{
    return cloud.url + "/compute/v1/projects/" + project.id;
}

static json projectJson(const Cloud &cloud, const Project &project)
{
    json metadata = {{"kind", "compute#metadata"}, {"fingerprint", fingerprint(project)}};
    if (!project.metadata.empty())
        metadata["items"] = project.metadata;
    return {
        {"kind", "compute#project"},
        {"id", project.number},
        {"name", project.id},
        {"creationTimestamp", project.createTime},
        {"commonInstanceMetadata", std::move(metadata)},
        {"defaultServiceAccount", project.number + "-compute@developer.gserviceaccount.com"},
        {"defaultNetworkTier", "PREMIUM"},
        {"xpnProjectStatus", "UNSPECIFIED_XPN_PROJECT_STATUS"},
        {"selfLink", selfLink(cloud, project)}};
}

json computeOperation(
    const std::string &project, const std::string &scope, const std::string &name,
    const std::string &type, const std::string &target)
{
    json operation = {
        {"kind", "compute#operation"},
        {"id", std::to_string(std::stoull("1" + randomHex(7), nullptr, 16))},
        {"name", name},
        {"operationType", type},
        {"status", "DONE"},
        {"progress", 100},
        {"insertTime", timestamp()},
        {"startTime", timestamp()},
        {"endTime", timestamp()},
        {"targetLink", target},
        {"selfLink", project + '/' + scope + "/operations/" + name}};
    if (scope != "global")
        operation["zone"] = project + '/' + scope;
    return operation;
}

Project *projectInPath(Cloud &cloud, const Request &request)
{
    return cloud.fleet.findProject(request.part("project"));
}

Response computeNotFound(const std::string &resource)
{
    return computeError(
        404, "NOT_FOUND", "notFound", "The resource '" + resource + "' was not found");
}

Response noProject(const Request &request)
{
    return computeNotFound("projects/" + request.part("project"));
}

Router::Handler computeCall(
    Cloud &cloud, const std::string &permission,
    std::function<Response(Project &, const Request &)> call)
{
    return [&cloud, permission, call = std::move(call)](const Request &request) {
        Project *project = projectInPath(cloud, request);
        if (!project)
            return noProject(request);
        if (project->isDenied(permission))
            return computeError(
                403, "PERMISSION_DENIED", "forbidden",
                "Required '" + permission + "' permission for '" +
                    request.path.substr(request.path.find("projects/")) + "'");
        return call(*project, request);
    };
}

/// Callers may write base64 in either alphabet.
static bool sameBytes(const std::string &given, const std::string &current)
{
    try {
        return fromBase64(given) == fromBase64(current);
    } catch (const std::invalid_argument &) {
        return false;
    }
}

static Response setMetadata(Cloud &cloud, Project &project, const Request &request)
{
    const json wish = request.json();
    const std::string given = wish.value("fingerprint", "");
    if (!sameBytes(given, fingerprint(project)))
        return computeError(
            412, "FAILED_PRECONDITION", "conditionNotMet",
            "Supplied fingerprint does not match current metadata fingerprint.");
    project.metadata = wish.value("items", json::array());
    ++project.metadataVersion;
    cloud.fleet.syncProjectSshKeys(project.id);
    const std::string link = selfLink(cloud, project);
    return jsonResponse(computeOperation(
        link, "global", "operation-" + randomHex(8), "compute.projects.setCommonInstanceMetadata",
        link));
}

static json zoneJson(const Cloud &cloud, const Project &project, const std::string &zone)
{
    const std::string link = selfLink(cloud, project);
    return {
        {"kind", "compute#zone"},
        {"name", zone},
        {"status", "UP"},
        {"region", link + "/regions/" + zone.substr(0, zone.rfind('-'))},
        {"selfLink", link + "/zones/" + zone}};
}

static Response zones(Cloud &cloud, const Project &project, const Request &)
{
    json items = json::array();
    for (const std::string &zone : knownZones())
        items.push_back(zoneJson(cloud, project, zone));
    return jsonResponse({{"kind", "compute#zoneList"}, {"items", std::move(items)}});
}

static Response oneZone(Cloud &cloud, const Project &project, const Request &request)
{
    const std::vector<std::string> known = knownZones();
    const std::string &name = request.part("zone");
    if (std::find(known.begin(), known.end(), name) == known.end())
        return computeNotFound("projects/" + project.id + "/zones/" + name);
    return jsonResponse(zoneJson(cloud, project, name));
}

/// One that was named: it is done. What it was about is no longer known.
static Response namedOperation(Cloud &cloud, const Request &request)
{
    const Project *project = projectInPath(cloud, request);
    if (!project)
        return noProject(request);
    const std::string link = selfLink(cloud, *project);
    const auto zone = request.parts.find("zone");
    const std::string scope = zone == request.parts.end() ? "global" : "zones/" + zone->second;
    return jsonResponse(
        computeOperation(link, scope, request.part("operation"), "compute.operation", link));
}

static json
instanceJson(const Cloud &cloud, const Project &project, const json &machine, std::uint64_t number)
{
    const std::string zone =
        selfLink(cloud, project) + "/zones/" + machine.at("zone").get<std::string>();
    json interface = {
        {"kind", "compute#networkInterface"},
        {"name", "nic0"},
        {"networkIP", machine.value("internalIp", "10.128.0." + std::to_string(2 + number))}};
    if (machine.contains("externalIp"))
        interface["accessConfigs"] = json::array(
            {{{"kind", "compute#accessConfig"},
              {"type", "ONE_TO_ONE_NAT"},
              {"name", "external-nat"},
              {"natIP", machine["externalIp"]}}});
    const std::string name = machine.at("name");
    return {
        {"kind", "compute#instance"},
        {"id", std::to_string(4000000000000000000 + number)},
        {"name", name},
        {"status", machine.value("status", "RUNNING")},
        {"zone", zone},
        {"selfLink", zone + "/instances/" + name},
        {"networkInterfaces", json::array({std::move(interface)})}};
}

/// All zones' machines. Of filters only gcloud's own "status eq RUNNING" is understood.
static Response aggregatedInstances(Cloud &cloud, const Project &project, const Request &request)
{
    const bool onlyRunning = request.queryValue("filter").find("RUNNING") != std::string::npos;
    json zones = json::object();
    std::uint64_t number = 0;
    for (const json &machine : project.instances) {
        const json instance = instanceJson(cloud, project, machine, number++);
        if (!onlyRunning || instance["status"] == "RUNNING")
            zones["zones/" + machine["zone"].get<std::string>()]["instances"].push_back(instance);
    }
    return jsonResponse({{"kind", "compute#instanceAggregatedList"}, {"items", std::move(zones)}});
}

void addComputeRoutes(Router &router, Cloud &cloud)
{
    for (const std::string api : {"/compute/v1", "/compute/beta", "/compute/alpha"}) {
        const std::string project = api + "/projects/{project}";
        const auto add = [&](const char *method, const std::string &pattern,
                             const std::string &permission, const auto &call) {
            router.add(
                method, project + pattern,
                computeCall(
                    cloud, "compute." + permission,
                    [&cloud, call](Project &found, const Request &request) {
                        return call(cloud, found, request);
                    }));
        };
        add("GET", "", "projects.get",
            [](const Cloud &asked, const Project &found, const Request &) {
                return jsonResponse(projectJson(asked, found));
            });
        add("POST", "/setCommonInstanceMetadata", "projects.setCommonInstanceMetadata",
            setMetadata);
        add("GET", "/zones", "zones.list", zones);
        add("GET", "/aggregated/instances", "instances.list", aggregatedInstances);
        add("GET", "/zones/{zone}", "zones.get", oneZone);
        for (const char *scope : {"/global", "/zones/{zone}"}) {
            const std::string one = project + scope + "/operations/{operation}";
            const Router::Handler handler = [&cloud](const Request &request) {
                return namedOperation(cloud, request);
            };
            router.add("GET", one, handler);
            router.add("POST", one + "/wait", handler);
        }
        addComputeDiskRoutes(router, cloud, project);
        addComputeNetworkRoutes(router, cloud, project);
        addComputeRegionRoutes(router, cloud, project);
    }
}

} // namespace podium::sim
