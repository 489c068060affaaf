// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0

#include "app/podium-sim/api/cloud.h"
#include "app/podium-sim/api/noderequest.h"
#include "app/podium-sim/cloud/nodejson.h"

#include <numeric>

namespace podium::sim {

using nlohmann::json;

static Response listNodes(Cloud &cloud, const Request &request)
{
    const Project &project = tpuProject(cloud, request, "tpu.nodes.list");
    checkZone(cloud, request);
    const std::string &zone = request.part("zone");
    if (zone != "-")
        checkReachable(cloud, zone);
    json nodes = json::array();
    std::set<std::string> unreachable;
    for (const Node *node : cloud.fleet.list(project.id, zone)) {
        if (cloud.fleet.unreachableZones.count(node->zone) != 0)
            unreachable.insert(node->location());
        else
            nodes.push_back(nodeJson(*node, apiVersion(request)));
    }
    json page = pageOf(cloud, request, "nodes", nodes);
    if (!unreachable.empty())
        page["unreachable"] = unreachable;
    return jsonResponse(page);
}

static Response guestAttributes(Cloud &cloud, const Request &request)
{
    const Node &node = nodeOf(cloud, request, "tpu.nodes.getGuestAttributes");
    if (!node.guestAttributes)
        throw ApiError{
            403, "PERMISSION_DENIED",
            "Constraint constraints/compute.disableGuestAttributesAccess violated for "
            "project " +
                node.project + '.',
            json::array()};
    const json body = request.json();
    const std::string queryPath = body.value("queryPath", "");
    std::vector<size_t> wanted;
    for (const json &id : body.value("workerIds", json::array())) {
        const std::string text = id.is_string() ? id.get<std::string>() : id.dump();
        if (text.empty())
            continue;
        const bool number = text.find_first_not_of("0123456789") == std::string::npos;
        if (!number || text.size() > 6 || std::stoul(text) >= node.workers.size())
            throw invalidArgument("Invalid worker id \"" + text + "\".");
        wanted.push_back(std::stoul(text));
    }
    if (wanted.empty()) {
        wanted.resize(node.workers.size());
        std::iota(wanted.begin(), wanted.end(), size_t{0});
    }
    json answers = json::array();
    for (const size_t worker : wanted)
        answers.push_back(guestAttributesJson(node, worker, queryPath));
    return jsonResponse({{"guestAttributes", std::move(answers)}});
}

void addTpuNodeRoutes(Router &router, Cloud &cloud)
{
    for (const std::string api : {"/v2", "/v2alpha1"}) {
        const std::string nodes = api + "/projects/{project}/locations/{zone}/nodes";
        router.add(
            "GET", nodes, [&cloud](const Request &request) { return listNodes(cloud, request); });
        router.add("GET", nodes + "/{node}", [&cloud](const Request &request) {
            return jsonResponse(
                nodeJson(nodeOf(cloud, request, "tpu.nodes.get"), apiVersion(request)));
        });
        router.add("POST", nodes + "/{node}:getGuestAttributes", [&cloud](const Request &request) {
            return guestAttributes(cloud, request);
        });
    }
}

} // namespace podium::sim
