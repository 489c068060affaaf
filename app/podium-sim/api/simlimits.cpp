// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0

#include "app/podium-sim/api/cloud.h"
#include "app/podium-sim/cloud/catalog.h"

#include <chrono>

namespace podium::sim {

using nlohmann::json;

static Project &simProject(Cloud &cloud, const Request &request)
{
    Project *project = cloud.fleet.findProject(request.part("project"));
    if (!project)
        throw notFound(request.path);
    return *project;
}

static Response setQuota(Cloud &cloud, const Request &request)
{
    const json body = request.json();
    const std::string project = simProject(cloud, request).id;
    if (body.contains("region"))
        cloud.limits.setAddresses(project, body["region"], body.value("addresses", 8));
    else
        cloud.limits.setQuota(
            project, body.value("zone", ""), body.value("spot", false), body.value("chips", 0));
    return jsonResponse(json::object());
}

static Response setPermissions(Cloud &cloud, const Request &request)
{
    simProject(cloud, request).deniedPermissions =
        request.json().value("denied", std::set<std::string>());
    return jsonResponse(json::object());
}

static Response addTrouble(Cloud &cloud, const Request &request)
{
    const json body = request.json();
    OperationTrouble trouble;
    trouble.verb = body.value("verb", "");
    trouble.zone = body.value("zone", "");
    if (body.contains("ms"))
        trouble.milliseconds = body["ms"].get<long>();
    if (body.contains("message"))
        trouble.error = OperationError{body.value("code", 13), body["message"]};
    trouble.count = body.value("count", 1);
    cloud.limits.add(std::move(trouble));
    return jsonResponse(json::object());
}

static Response addReservation(Cloud &cloud, const Request &request)
{
    const json body = request.json();
    const std::string name = "projects/" + simProject(cloud, request).id + "/locations/" +
                             body.value("zone", "") + "/reservations/" + body.value("name", "");
    cloud.limits.reservations[name] = body.value("chips", 8);
    return jsonResponse({{"name", name}});
}

static Response listReservations(Cloud &cloud, const Request &request)
{
    const Project &project = tpuProject(cloud, request, "tpu.reservations.list");
    const std::string prefix =
        "projects/" + project.id + "/locations/" + request.part("zone") + "/reservations/";
    json items = json::array();
    for (const auto &[name, chips] : cloud.limits.reservations) {
        if (name.rfind(prefix, 0) == 0)
            items.push_back(
                {{"name", name},
                 {"standard", {{"size", std::to_string(chips)}, {"capacityUnits", "CHIPS"}}},
                 {"state", "APPROVED"}});
    }
    return jsonResponse(pageOf(cloud, request, "reservations", items));
}

/// How many of the quota's unit, which is cores for some types, and chips for others.
static long limitOf(
    Cloud &cloud, const std::string &project, const std::string &zone, bool spot,
    const std::string &type)
{
    const long chips = cloud.limits.quota(project, zone, spot).value_or(0);
    return type == "V2" || type == "V3" || type == "V5P" ? chips * 2 : chips;
}

/// The limits that were set, as Cloud Quotas shows them: for each type that a zone has.
static Response quotaInfos(Cloud &cloud, const Request &request)
{
    const Project &project = simProject(cloud, request);
    if (project.isDenied("cloudquotas.quotas.get"))
        throw permissionDenied("cloudquotas.quotas.get", "projects/" + project.id);
    std::map<std::string, json> dimensions;
    for (const bool spot : {false, true}) {
        for (const std::string &zone : cloud.limits.quotaZones(project.id, spot)) {
            std::set<std::string> types;
            for (const AcceleratorType &type : acceleratorsIn(zone))
                types.insert(type.type);
            for (const std::string &type : types) {
                const long limit = limitOf(cloud, project.id, zone, spot, type);
                json details = json::object(); // where it is 0 the API leaves it out
                if (limit != 0)
                    details["value"] = std::to_string(limit);
                dimensions[quotaId(type, spot)].push_back(
                    {{"dimensions", {{"zone", zone}}},
                     {"details", std::move(details)},
                     {"applicableLocations", {zone}}});
            }
        }
    }
    json items = json::array();
    for (auto &[id, infos] : dimensions)
        items.push_back(
            {{"quotaId", id},
             {"service", "tpu.googleapis.com"},
             {"dimensions", {"zone"}},
             {"metricUnit", "1"},
             {"dimensionsInfos", std::move(infos)}});
    return jsonResponse(pageOf(cloud, request, "quotaInfos", items));
}

/// Spot nodes of the zone are preempted so long after they have become READY.
static Response preemptLater(Cloud &cloud, const Request &request)
{
    const json body = request.json();
    const std::string &zone = request.part("zone");
    if (body.contains("afterMs"))
        cloud.preemptAfter[zone] = std::chrono::milliseconds(body["afterMs"].get<long>());
    else
        cloud.preemptAfter.erase(zone);
    return jsonResponse(json::object());
}

void preemptWhatIsDue(Cloud &cloud)
{
    if (cloud.preemptAfter.empty())
        return;
    const auto now = std::chrono::steady_clock::now();
    for (const Project &project : cloud.fleet.projects()) {
        for (Node *node : cloud.fleet.list(project.id, "-")) {
            const auto after = cloud.preemptAfter.find(node->zone);
            if (after == cloud.preemptAfter.end() || node->state != "READY" || !node->isSpot())
                continue;
            const auto [since, isNew] = cloud.readySince.try_emplace(node->id, now);
            if (isNew || now - since->second < after->second)
                continue;
            cloud.fleet.setState(*node, "PREEMPTED");
            audit(cloud, project.id, "tpu.nodes.terminate", node->fullName(), true);
        }
    }
}

void addSimLimitRoutes(Router &router, Cloud &cloud)
{
    const std::string project = "/sim/projects/{project}";
    const auto add = [&](const std::string &pattern, Response (*call)(Cloud &, const Request &)) {
        router.add("POST", pattern, [&cloud, call](const Request &request) {
            return call(cloud, request);
        });
    };
    add(project + ":setQuota", setQuota);
    add(project + ":setPermissions", setPermissions);
    add(project + ":addReservation", addReservation);
    add("/sim/operations", addTrouble);
    add("/sim/zones/{zone}:preempt", preemptLater);
    router.add("DELETE", "/sim/operations", [&cloud](const Request &) {
        cloud.limits.clearTroubles();
        return jsonResponse(json::object());
    });
    router.add(
        "GET", "/v2alpha1/projects/{project}/locations/{zone}/reservations",
        [&cloud](const Request &request) { return listReservations(cloud, request); });
    router.add(
        "GET", "/v1/projects/{project}/locations/{zone}/services/{service}/quotaInfos",
        [&cloud](const Request &request) { return quotaInfos(cloud, request); });
}

} // namespace podium::sim
