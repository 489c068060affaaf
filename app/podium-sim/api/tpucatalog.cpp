// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0

#include "app/podium-sim/api/cloud.h"
#include "app/podium-sim/cloud/catalog.h"

#include <algorithm>

namespace podium::sim {

using nlohmann::json;

static std::string location(const Project &project, const std::string &zone)
{
    return "projects/" + project.id + "/locations/" + zone;
}

static json locationJson(const Project &project, const std::string &zone)
{
    return {{"name", location(project, zone)}, {"locationId", zone}, {"displayName", zone}};
}

static json acceleratorJson(const std::string &parent, const AcceleratorType &type)
{
    return {
        {"name", parent + "/acceleratorTypes/" + type.name},
        {"type", type.name},
        {"acceleratorConfigs", {{{"type", type.type}, {"topology", type.topology}}}}};
}

static json runtimeJson(const std::string &parent, const std::string &version)
{
    return {{"name", parent + "/runtimeVersions/" + version}, {"version", version}};
}

static Response locations(Cloud &cloud, const Request &request)
{
    const Project &project = tpuProject(cloud, request, "tpu.locations.list");
    std::set<std::string> zones;
    for (const std::string &zone : knownZones())
        zones.insert(zone);
    for (const Node *node : cloud.fleet.list(project.id, "-"))
        zones.insert(node->zone);
    json items = json::array();
    for (const std::string &zone : zones)
        items.push_back(locationJson(project, zone));
    return jsonResponse(pageOf(cloud, request, "locations", items));
}

static std::string checkedParent(Cloud &cloud, const Request &request, const char *permission)
{
    const Project &project = tpuProject(cloud, request, permission);
    checkZone(cloud, request);
    checkReachable(cloud, request.part("zone"));
    return location(project, request.part("zone"));
}

static Response accelerators(Cloud &cloud, const Request &request)
{
    const std::string parent = checkedParent(cloud, request, "tpu.acceleratortypes.list");
    json items = json::array();
    for (const AcceleratorType &type : acceleratorsIn(request.part("zone")))
        items.push_back(acceleratorJson(parent, type));
    return jsonResponse(pageOf(cloud, request, "acceleratorTypes", items));
}

static Response accelerator(Cloud &cloud, const Request &request)
{
    const std::string parent = checkedParent(cloud, request, "tpu.acceleratortypes.get");
    for (const AcceleratorType &type : acceleratorsIn(request.part("zone"))) {
        if (type.name == request.part("type"))
            return jsonResponse(acceleratorJson(parent, type));
    }
    throw notFound(parent + "/acceleratorTypes/" + request.part("type"));
}

static Response runtimes(Cloud &cloud, const Request &request)
{
    const std::string parent = checkedParent(cloud, request, "tpu.runtimeversions.list");
    json items = json::array();
    for (const std::string &version : runtimeVersions())
        items.push_back(runtimeJson(parent, version));
    return jsonResponse(pageOf(cloud, request, "runtimeVersions", items));
}

static Response runtime(Cloud &cloud, const Request &request)
{
    const std::string parent = checkedParent(cloud, request, "tpu.runtimeversions.get");
    const std::vector<std::string> all = runtimeVersions();
    if (std::find(all.begin(), all.end(), request.part("version")) == all.end())
        throw notFound(parent + "/runtimeVersions/" + request.part("version"));
    return jsonResponse(runtimeJson(parent, request.part("version")));
}

static Response operation(Cloud &cloud, const Request &request, const std::string &version)
{
    const std::string name = checkedParent(cloud, request, "tpu.operations.get") + "/operations/" +
                             request.part("operation");
    json found = cloud.operations.get(name, version);
    if (found.is_null())
        throw notFound(name);
    if (request.method == "DELETE")
        cloud.operations.remove(name);
    else if (request.method == "POST")
        cloud.operations.cancel(name);
    return jsonResponse(request.method == "GET" ? found : json::object());
}

static Response operations(Cloud &cloud, const Request &request, const std::string &version)
{
    const std::string parent = checkedParent(cloud, request, "tpu.operations.list");
    json items = json::array();
    for (const std::string &name : cloud.operations.list(parent))
        items.push_back(cloud.operations.get(name, version));
    return jsonResponse(pageOf(cloud, request, "operations", items));
}

static void addOperationRoutes(
    Router &router, Cloud &cloud, const std::string &zone, const std::string &version)
{
    router.add("GET", zone + "/operations", [&cloud, version](const Request &request) {
        return operations(cloud, request, version);
    });
    const Router::Handler one = [&cloud, version](const Request &request) {
        return operation(cloud, request, version);
    };
    router.add("GET", zone + "/operations/{operation}", one);
    router.add("DELETE", zone + "/operations/{operation}", one);
    router.add("POST", zone + "/operations/{operation}:cancel", one);
}

static Response serviceIdentity(Cloud &cloud, const Request &request)
{
    const Project &project = tpuProject(cloud, request, "tpu.locations.get");
    return jsonResponse(
        {{"identity",
          {{"email", "service-" + project.number + "@cloud-tpu.iam.gserviceaccount.com"}}}});
}

void addTpuCatalogRoutes(Router &router, Cloud &cloud)
{
    using Call = Response (*)(Cloud &, const Request &);
    const auto add = [&](const char *method, const std::string &pattern, Call call) {
        router.add(method, pattern, [&cloud, call](const Request &request) {
            return call(cloud, request);
        });
    };
    for (const std::string version : {"v1", "v2", "v2alpha1"}) {
        const std::string project = '/' + version + "/projects/{project}/locations";
        const std::string zone = project + "/{zone}";
        add("GET", project, locations);
        add("GET", zone + "/acceleratorTypes", accelerators);
        add("GET", zone + "/acceleratorTypes/{type}", accelerator);
        add("GET", zone + "/runtimeVersions", runtimes);
        add("GET", zone + "/runtimeVersions/{version}", runtime);
        add("POST", zone + ":generateServiceIdentity", serviceIdentity);
        router.add("GET", zone, [&cloud](const Request &request) {
            const Project &owner = tpuProject(cloud, request, "tpu.locations.get");
            checkZone(cloud, request);
            return jsonResponse(locationJson(owner, request.part("zone")));
        });
        addOperationRoutes(router, cloud, zone, version);
    }
}

} // namespace podium::sim
