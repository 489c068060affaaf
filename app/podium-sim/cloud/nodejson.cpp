// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0

#include "app/podium-sim/cloud/nodejson.h"

#include "app/podium-sim/cloud/catalog.h"

namespace podium::sim {

using nlohmann::json;

constexpr int tpuPort = 8470;

static json endpointsJson(const Node &node)
{
    json endpoints = json::array();
    for (const Worker &worker : node.workers) {
        json endpoint = {{"ipAddress", worker.internalIp}, {"port", tpuPort}};
        if (!worker.externalIp.empty())
            endpoint["accessConfig"] = {{"externalIp", worker.externalIp}};
        else if (node.hasExternalIps())
            endpoint["accessConfig"] = json::object();
        endpoints.push_back(std::move(endpoint));
    }
    return endpoints;
}

/// proto3 JSON leaves out what has its default value.
static bool isDefault(const json &value)
{
    if (value.is_string())
        return value.get_ref<const std::string &>().empty();
    return value.empty() || value == false || value == 0;
}

static json withoutDefaults(const json &value)
{
    json result = json::object();
    for (const auto &[key, entry] : value.items()) {
        if (!isDefault(entry))
            result[key] = entry;
    }
    return result;
}

json nodeJson(const Node &node, const std::string &version)
{
    json result = node.body;
    for (const char *group : {"networkConfig", "schedulingConfig", "shieldedInstanceConfig"}) {
        if (result.contains(group))
            result[group] = withoutDefaults(result[group]);
    }
    result["name"] = node.fullName();
    result["id"] = std::to_string(node.id);
    result["state"] = node.state;
    result["health"] = node.health;
    result["healthDescription"] = node.healthDescription;
    result["createTime"] = node.createTime;
    result["apiVersion"] = version == "v2" ? "V2" : "V2_ALPHA1";
    if (const auto type = acceleratorByName(node.body.value("acceleratorType", "")))
        result["acceleratorConfig"] = {{"type", type->type}, {"topology", type->topology}};
    if (node.state != "CREATING")
        result["networkEndpoints"] = endpointsJson(node);
    result["upcomingMaintenance"] = node.upcomingMaintenance;
    json shown = withoutDefaults(result);
    // A message that is set shows even when all in it is default.
    for (const char *group : {"networkConfig", "schedulingConfig", "shieldedInstanceConfig"}) {
        if (result.contains(group))
            shown[group] = result[group];
    }
    return shown;
}

json guestAttributesJson(const Node &node, size_t worker, const std::string &queryPath)
{
    const Worker &shown = node.workers.at(worker);
    json items = json::array();
    const auto add = [&](const char *space, const char *key, const std::string &value) {
        const std::string path = std::string(space) + '/' + key;
        if (path.rfind(queryPath, 0) == 0)
            items.push_back({{"namespace", space}, {"key", key}, {"value", value}});
    };
    add("guestInventory", "Hostname", shown.hostname);
    add("hostkeys", "hostname", shown.hostname);
    add("hostkeys", "ssh-ed25519", shown.hostKey.publicBase64);
    json result = {{"queryValue", {{"items", std::move(items)}}}};
    if (!queryPath.empty())
        result["queryPath"] = queryPath;
    return result;
}

} // namespace podium::sim
