// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0

#include "app/podium-sim/api/compute.h"

#include "app/podium-sim/cloud/catalog.h"
#include "app/podium-sim/cloud/limits.h"

#include <set>

namespace podium::sim {

using nlohmann::json;

constexpr int instanceLimit = 2000;

static std::set<std::string> knownRegions()
{
    std::set<std::string> regions;
    for (const std::string &zone : knownZones())
        regions.insert(regionOf(zone));
    return regions;
}

/// Each worker with an external address uses one, as long as its node has it.
static json quotasOf(Cloud &cloud, const Project &project, const std::string &region)
{
    double addresses = 0;
    double machines = 0;
    for (const Node *node : cloud.fleet.list(project.id, "-")) {
        if (regionOf(node->zone) != region)
            continue;
        machines += static_cast<double>(node->workers.size());
        if (node->hasExternalIps())
            addresses += static_cast<double>(node->workers.size());
    }
    return json::array(
        {{{"metric", "INSTANCES"}, {"limit", double(instanceLimit)}, {"usage", machines}},
         {{"metric", "IN_USE_ADDRESSES"},
          {"limit",
           double(cloud.limits.addresses(project.id, region).value_or(project.addressLimit))},
          {"usage", addresses}}});
}

static json regionJson(Cloud &cloud, const Project &project, const std::string &region)
{
    return {
        {"kind", "compute#region"},
        {"name", region},
        {"status", "UP"},
        {"quotas", quotasOf(cloud, project, region)},
        {"selfLink", selfLink(cloud, project) + "/regions/" + region}};
}

static Response regions(Cloud &cloud, const Project &project, const Request &)
{
    json items = json::array();
    for (const std::string &region : knownRegions())
        items.push_back(regionJson(cloud, project, region));
    return jsonResponse({{"kind", "compute#regionList"}, {"items", std::move(items)}});
}

static Response oneRegion(Cloud &cloud, const Project &project, const Request &request)
{
    const std::string &name = request.part("region");
    return knownRegions().count(name) > 0
               ? jsonResponse(regionJson(cloud, project, name))
               : computeNotFound("projects/" + project.id + "/regions/" + name);
}

static Response routers(Cloud &cloud, const Project &project, const Request &request)
{
    const std::string link = selfLink(cloud, project);
    json answer = {
        {"kind", "compute#routerList"},
        {"id", "projects/" + project.id + "/regions/" + request.part("region") + "/routers"}};
    if (project.hasNat)
        answer["items"] = json::array(
            {{{"kind", "compute#router"},
              {"name", "nat-router"},
              {"network", link + "/global/networks/default"},
              {"region", link + "/regions/" + request.part("region")},
              {"nats", {{{"name", "nat"}, {"natIpAllocateOption", "AUTO_ONLY"}}}}}});
    return jsonResponse(answer);
}

void addComputeRegionRoutes(Router &router, Cloud &cloud, const std::string &project)
{
    using Call = Response (*)(Cloud &, const Project &, const Request &);
    const auto add = [&](const std::string &pattern, const std::string &permission, Call call) {
        router.add(
            "GET", project + pattern,
            computeCall(
                cloud, "compute." + permission,
                [&cloud, call](const Project &found, const Request &request) {
                    return call(cloud, found, request);
                }));
    };
    add("/regions", "regions.list", regions);
    add("/regions/{region}", "regions.get", oneRegion);
    add("/regions/{region}/routers", "routers.list", routers);
}

} // namespace podium::sim
