// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
//
// The workers' metadata server. All workers share one network, so each is told of it by
// GCE_METADATA_HOST, with a path behind the port that says whose it is.
#include "app/podium-sim/api/cloud.h"

#include <string>

namespace podium::sim {

static Response plain(const std::string &text)
{
    return {200, text, "application/text"};
}

static const Node &nodeOf(Cloud &cloud, const Request &request)
{
    const Node *node =
        cloud.fleet.find(request.part("project"), request.part("zone"), request.part("node"));
    const std::string &index = request.part("worker");
    const bool isNumber = !index.empty() && index.size() <= 6 &&
                          index.find_first_not_of("0123456789") == std::string::npos;
    if (!node || !isNumber || std::stoul(index) >= node->workers.size())
        throw notFound(request.path);
    return *node;
}

/// Of all workers of the node, in their order.
static std::string networkEndpoints(const Node &node)
{
    std::string all;
    for (const auto &worker : node.workers)
        all += (all.empty() ? "" : ",") + ("unknown:unknown:" + worker.internalIp);
    return all;
}

static Response attribute(Cloud &cloud, const Request &request)
{
    const Node &node = nodeOf(cloud, request);
    const std::string &key = request.part("key");
    if (request.metadataFlavor != "Google")
        throw ApiError{
            403, "PERMISSION_DENIED", "Missing Metadata-Flavor:Google header.",
            nlohmann::json::array()};
    if (key == "agent-worker-number")
        return plain(request.part("worker"));
    if (key == "instance-id")
        return plain(node.name);
    if (key == "worker-network-endpoints")
        return plain(networkEndpoints(node));
    const std::string type = node.body.value("acceleratorType", "");
    if (key == "accelerator-type" && !type.empty())
        return plain(type);
    throw notFound(request.path);
}

void addMetadataRoutes(Router &router, Cloud &cloud)
{
    router.add(
        "GET",
        "/metadata/{project}/{zone}/{node}/{worker}/computeMetadata/v1/instance/attributes/{key}",
        [&cloud](const Request &request) { return attribute(cloud, request); });
}

} // namespace podium::sim
