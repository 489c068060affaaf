// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0

#include "app/podium-sim/api/compute.h"

#include "app/podium-sim/cloud/catalog.h"

#include <algorithm>
#include <utility>

namespace podium::sim {

using nlohmann::json;

constexpr const char *usualDiskSize = "500";

static std::string zoneLink(const Cloud &cloud, const Project &project, const std::string &zone)
{
    return selfLink(cloud, project) + "/zones/" + zone;
}

static json::iterator findDisk(Project &project, const std::string &zone, const std::string &name)
{
    return std::find_if(project.disks.begin(), project.disks.end(), [&](const json &disk) {
        return disk.at("zone") == zone && disk.at("name") == name;
    });
}

/// The machines of the nodes that have it.
static json usersOf(const Cloud &cloud, const Project &project, const json &disk)
{
    const std::string zone = disk.at("zone");
    const std::string name = disk.at("name");
    json users = json::array();
    for (const Node *node : cloud.fleet.list(project.id, zone)) {
        for (const json &attached : node->body.value("dataDisks", json::array())) {
            const std::string source = attached.value("sourceDisk", "");
            if (source.substr(source.rfind('/') + 1) != name)
                continue;
            for (std::size_t i = 0; i < node->workers.size(); ++i)
                users.push_back(
                    zoneLink(cloud, project, zone) + "/instances/" + node->name + "-w-" +
                    std::to_string(i));
        }
    }
    return users;
}

/// As the API shows a disk; kept are its name, its zone, and what the caller gave.
static json diskJson(const Cloud &cloud, const Project &project, const json &disk)
{
    json shown = disk;
    const std::string zone = zoneLink(cloud, project, disk.at("zone"));
    const std::string type = disk.value("type", "pd-standard");
    shown["kind"] = "compute#disk";
    shown["status"] = "READY";
    shown["zone"] = zone;
    shown["type"] = zone + "/diskTypes/" + type.substr(type.rfind('/') + 1);
    shown["selfLink"] = zone + "/disks/" + disk.at("name").get<std::string>();
    if (const json users = usersOf(cloud, project, disk); !users.empty())
        shown["users"] = users;
    return shown;
}

static Response
diskOperation(const Cloud &cloud, const Project &project, const Request &request, const json &disk)
{
    return jsonResponse(computeOperation(
        selfLink(cloud, project), "zones/" + request.part("zone"), "operation-" + randomHex(8),
        request.method == "POST" ? "insert" : "delete",
        diskJson(cloud, project, disk).at("selfLink")));
}

static Response createDisk(const Cloud &cloud, Project &project, const Request &request)
{
    json disk = request.json();
    const std::string name = disk.value("name", "");
    const std::string &zone = request.part("zone");
    const std::vector<std::string> zones = knownZones();
    if (std::find(zones.begin(), zones.end(), zone) == zones.end())
        return computeError(
            400, "INVALID_ARGUMENT", "invalid",
            "Invalid value for field 'zone': '" + zone + "'. Unknown zone.");
    if (name.empty())
        return computeError(
            400, "INVALID_ARGUMENT", "required",
            "Invalid value for field 'resource.name': ''. A name is required.");
    if (findDisk(project, zone, name) != project.disks.end())
        return computeError(
            409, "ALREADY_EXISTS", "alreadyExists",
            "The resource 'projects/" + project.id + "/zones/" + zone + "/disks/" + name +
                "' already exists");
    const json size = disk.value("sizeGb", json(usualDiskSize));
    disk["sizeGb"] = size.is_string() ? size.get<std::string>() : size.dump();
    disk["zone"] = zone;
    disk["id"] = std::to_string(std::stoull("1" + randomHex(7), nullptr, 16));
    disk["creationTimestamp"] = timestamp();
    project.disks.push_back(disk);
    return diskOperation(cloud, project, request, disk);
}

static Response oneDisk(const Cloud &cloud, Project &project, const Request &request)
{
    const auto found = findDisk(project, request.part("zone"), request.part("disk"));
    if (found == project.disks.end())
        return computeNotFound(
            "projects/" + project.id + "/zones/" + request.part("zone") + "/disks/" +
            request.part("disk"));
    if (request.method == "GET")
        return jsonResponse(diskJson(cloud, project, *found));
    if (const json users = usersOf(cloud, project, *found); !users.empty())
        return computeError(
            400, "INVALID_ARGUMENT", "resourceInUseByAnotherResource",
            "The disk resource 'projects/" + project.id + "/zones/" + request.part("zone") +
                "/disks/" + request.part("disk") + "' is already being used by '" +
                users.front().get<std::string>() + "'");
    const json gone = std::move(*found);
    project.disks.erase(found);
    return diskOperation(cloud, project, request, gone);
}

static Response listDisks(const Cloud &cloud, Project &project, const Request &request)
{
    json items = json::array();
    for (const json &disk : project.disks) {
        if (disk.at("zone") == request.part("zone"))
            items.push_back(diskJson(cloud, project, disk));
    }
    return jsonResponse({{"kind", "compute#diskList"}, {"items", std::move(items)}});
}

static Response aggregatedDisks(const Cloud &cloud, Project &project, const Request &)
{
    json zones = json::object();
    for (const json &disk : project.disks)
        zones["zones/" + disk.at("zone").get<std::string>()]["disks"].push_back(
            diskJson(cloud, project, disk));
    return jsonResponse({{"kind", "compute#diskAggregatedList"}, {"items", std::move(zones)}});
}

void addComputeDiskRoutes(Router &router, Cloud &cloud, const std::string &project)
{
    using Call = Response (*)(const Cloud &, Project &, const Request &);
    const auto add = [&](const char *method, const std::string &pattern,
                         const std::string &permission, Call call) {
        router.add(
            method, pattern,
            computeCall(
                cloud, "compute.disks." + permission,
                [&cloud, call](Project &found, const Request &request) {
                    return call(cloud, found, request);
                }));
    };
    const std::string disks = project + "/zones/{zone}/disks";
    add("GET", disks, "list", listDisks);
    add("POST", disks, "create", createDisk);
    add("GET", disks + "/{disk}", "get", oneDisk);
    add("DELETE", disks + "/{disk}", "delete", oneDisk);
    add("GET", project + "/aggregated/disks", "list", aggregatedDisks);
}

} // namespace podium::sim
