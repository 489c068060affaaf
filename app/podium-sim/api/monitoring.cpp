// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0

#include "app/podium-sim/api/cloud.h"

namespace podium::sim {

using nlohmann::json;

constexpr const char *idleMetric = "tpu.googleapis.com/tpu/tensorcore/idle_duration";
constexpr long lateBy = 120; ///< seconds; as the real one is

static json idleSeries(const Node &node, size_t worker, long seconds)
{
    const std::string seenAt = timestamp(-lateBy);
    return {
        {"metric", {{"type", idleMetric}, {"labels", {{"chip", "0"}}}}},
        {"resource",
         {{"type", "tpu_worker"},
          {"labels",
           {{"project_id", node.project},
            {"zone", node.zone},
            {"node_id", std::to_string(node.id)},
            {"worker_id", std::to_string(worker)}}}}},
        {"metricKind", "GAUGE"},
        {"valueType", "INT64"},
        {"points",
         {{{"interval", {{"startTime", seenAt}, {"endTime", seenAt}}},
           {"value", {{"int64Value", std::to_string(seconds)}}}}}}};
}

/// What POST /sim/nodes/P/Z/NODE:setIdle has said of the project's nodes; of others there is
/// nothing, as of a TPU that was never used.
static Response timeSeries(Cloud &cloud, const Request &request)
{
    const char *permission = "monitoring.timeSeries.list";
    Project *project = cloud.fleet.findProject(request.part("project"));
    if (!project || project->isDenied(permission))
        throw permissionDenied(permission, "projects/" + request.part("project"));
    if (cloud.monitoringOff.count(project->id) != 0)
        throw serviceDisabled(*project, "Cloud Monitoring API", "monitoring.googleapis.com");
    if (request.queryValue("filter").find("metric.type") == std::string::npos ||
        request.queryValue("interval.endTime").empty())
        throw invalidArgument("The filter has to name one metric.type, and an interval its end.");
    json found = json::array();
    if (request.queryValue("filter").find(idleMetric) != std::string::npos) {
        for (const Node *node : cloud.fleet.list(project->id, "-")) {
            const auto idle = cloud.idleSeconds.find(node->id);
            if (idle == cloud.idleSeconds.end())
                continue;
            for (size_t worker = 0; worker < idle->second.size(); ++worker) {
                if (idle->second[worker] >= 0)
                    found.push_back(idleSeries(*node, worker, idle->second[worker]));
            }
        }
    }
    json answer = pageOf(cloud, request, "timeSeries", found);
    answer["unit"] = "s";
    return jsonResponse(answer);
}

/// {"seconds": N}, of all workers, or one for each; of a worker with -1 nothing is known.
static Response setIdle(Cloud &cloud, const Request &request)
{
    const Node *node =
        cloud.fleet.find(request.part("project"), request.part("zone"), request.part("node"));
    if (!node)
        throw notFound(request.path);
    const json seconds = request.json().value("seconds", json(-1));
    cloud.idleSeconds[node->id] =
        seconds.is_array() ? seconds.get<std::vector<long>>()
                           : std::vector<long>(node->workers.size(), seconds.get<long>());
    return jsonResponse(json::object());
}

static Response setMonitoring(Cloud &cloud, const Request &request)
{
    const Project *project = cloud.fleet.findProject(request.part("project"));
    if (!project)
        throw notFound(request.path);
    if (request.json().value("api", "enabled") == "disabled")
        cloud.monitoringOff.insert(project->id);
    else
        cloud.monitoringOff.erase(project->id);
    return jsonResponse(json::object());
}

void addMonitoringRoutes(Router &router, Cloud &cloud)
{
    router.add("GET", "/v3/projects/{project}/timeSeries", [&cloud](const Request &request) {
        return timeSeries(cloud, request);
    });
    router.add(
        "POST", "/sim/nodes/{project}/{zone}/{node}:setIdle",
        [&cloud](const Request &request) { return setIdle(cloud, request); });
    router.add("POST", "/sim/projects/{project}:setMonitoring", [&cloud](const Request &request) {
        return setMonitoring(cloud, request);
    });
}

} // namespace podium::sim
