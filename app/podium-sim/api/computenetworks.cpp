// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0

#include "app/podium-sim/api/compute.h"

namespace podium::sim {

using nlohmann::json;

/// The network that every new project has.
static json defaultNetwork(const Cloud &cloud, const Project &project)
{
    return {
        {"kind", "compute#network"},
        {"id", "5000000000000000001"},
        {"name", "default"},
        {"autoCreateSubnetworks", true},
        {"routingConfig", {{"routingMode", "REGIONAL"}}},
        {"creationTimestamp", project.createTime},
        {"selfLink", selfLink(cloud, project) + "/global/networks/default"}};
}

static json
firewall(const Cloud &cloud, const Project &project, const std::string &name, const json &allowed)
{
    const std::string link = selfLink(cloud, project);
    const bool isInternal = name == "default-allow-internal";
    return {
        {"kind", "compute#firewall"},
        {"name", name},
        {"network", link + "/global/networks/default"},
        {"direction", "INGRESS"},
        {"priority", 65534},
        {"sourceRanges", {isInternal ? "10.128.0.0/9" : "0.0.0.0/0"}},
        {"allowed", allowed},
        {"disabled", false},
        {"creationTimestamp", project.createTime},
        {"selfLink", link + "/global/firewalls/" + name}};
}

/// The rules of the default network.
static json firewalls(const Cloud &cloud, const Project &project)
{
    const json icmp = {{"IPProtocol", "icmp"}};
    const json ssh = {{"IPProtocol", "tcp"}, {"ports", {"22"}}};
    const json rdp = {{"IPProtocol", "tcp"}, {"ports", {"3389"}}};
    const json tcp = {{"IPProtocol", "tcp"}, {"ports", {"0-65535"}}};
    const json udp = {{"IPProtocol", "udp"}, {"ports", {"0-65535"}}};
    return json::array(
        {firewall(cloud, project, "default-allow-icmp", json::array({icmp})),
         firewall(cloud, project, "default-allow-internal", json::array({tcp, udp, icmp})),
         firewall(cloud, project, "default-allow-rdp", json::array({rdp})),
         firewall(cloud, project, "default-allow-ssh", json::array({ssh}))});
}

void addComputeNetworkRoutes(Router &router, Cloud &cloud, const std::string &project)
{
    const auto add = [&](const std::string &pattern, const std::string &permission,
                         const std::function<Response(Project &, const Request &)> &call) {
        router.add("GET", project + pattern, computeCall(cloud, "compute." + permission, call));
    };
    add("/global/networks", "networks.list", [&cloud](const Project &found, const Request &) {
        const json items = json::array({defaultNetwork(cloud, found)});
        return jsonResponse({{"kind", "compute#networkList"}, {"items", items}});
    });
    add("/global/networks/{network}", "networks.get",
        [&cloud](const Project &found, const Request &request) {
            const std::string &name = request.part("network");
            return name == "default"
                       ? jsonResponse(defaultNetwork(cloud, found))
                       : computeNotFound("projects/" + found.id + "/global/networks/" + name);
        });
    add("/global/firewalls", "firewalls.list", [&cloud](const Project &found, const Request &) {
        return jsonResponse({{"kind", "compute#firewallList"}, {"items", firewalls(cloud, found)}});
    });
}

} // namespace podium::sim
