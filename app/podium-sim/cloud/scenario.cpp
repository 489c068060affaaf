// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0

#include "app/podium-sim/cloud/scenario.h"

#include "app/podium-sim/cloud/catalog.h"

namespace podium::sim {

using nlohmann::json;

constexpr unsigned long firstProjectNumber = 402915838151;

Settings settingsFromScenario(const json &scenario)
{
    Settings settings;
    settings.user = scenario.value("user", settings.user);
    settings.maxPageSize = scenario.value("maxPageSize", settings.maxPageSize);
    settings.operationMs = scenario.value("operationMs", settings.operationMs);
    settings.tokenSeconds = scenario.value("tokenSeconds", settings.tokenSeconds);
    for (const json &account : scenario.value("serviceAccounts", json::array()))
        settings.serviceAccounts[account.at("email")] = account.at("publicKey");
    return settings;
}

static Project projectFrom(const json &description, size_t position)
{
    Project project;
    project.id = description.at("id");
    const std::string number = std::to_string(firstProjectNumber + position * 7919);
    const json given = description.value("number", json(number));
    project.number = given.is_string() ? given.get<std::string>() : given.dump();
    project.name = description.value("name", project.id);
    project.createTime = timestamp(-90L * 86400);
    project.tpuApi = description.value("tpuApi", project.tpuApi);
    project.lifecycle = description.value("lifecycle", project.lifecycle);
    project.deniedPermissions = description.value("deniedPermissions", project.deniedPermissions);
    project.addressLimit = description.value("addressLimit", project.addressLimit);
    project.hasNat = description.value("nat", project.hasNat);
    project.instances = description.value("instances", project.instances);
    std::string keys;
    for (const json &key : description.value("sshKeys", json::array()))
        keys += (keys.empty() ? "" : "\n") + key.get<std::string>();
    if (!keys.empty())
        project.metadata.push_back({{"key", "ssh-keys"}, {"value", keys}});
    const json metadata = description.value("metadata", json::object());
    for (const auto &[key, value] : metadata.items())
        project.metadata.push_back({{"key", key}, {"value", value}});
    return project;
}

static std::string usualRuntime(const std::string &type)
{
    if (type.rfind("v6e", 0) == 0)
        return "v2-alpha-tpuv6e";
    if (type.rfind("v5p", 0) == 0)
        return "v2-alpha-tpuv5";
    if (type.rfind("v5lite", 0) == 0)
        return "v2-alpha-tpuv5-lite";
    return "tpu-ubuntu2204-base";
}

static json bodyFrom(const json &description)
{
    const std::string type = description.value("acceleratorType", "v2-8");
    json body = {
        {"acceleratorType", type},
        {"runtimeVersion", description.value("runtimeVersion", usualRuntime(type))},
        {"networkConfig",
         {{"network", "default"},
          {"subnetwork", "default"},
          {"enableExternalIps", description.value("externalIps", true)}}},
        {"schedulingConfig", {{"spot", description.value("spot", false)}}}};
    for (const char *same :
         {"labels", "metadata", "tags", "description", "dataDisks", "serviceAccount",
          "queuedResource", "multisliceNode"}) {
        if (description.contains(same))
            body[same] = description[same];
    }
    return body;
}

Node &addScenarioNode(const json &description, const std::string &project, Fleet &fleet)
{
    Node node;
    node.project = project;
    node.zone = description.at("zone");
    node.name = description.at("name");
    node.state = description.value("state", "READY");
    node.health = description.value("health", node.state == "READY" ? "HEALTHY" : "");
    node.healthDescription = description.value("healthDescription", "");
    node.createTime = description.value("createTime", timestamp(-86400));
    node.body = bodyFrom(description);
    node.upcomingMaintenance = description.value("upcomingMaintenance", json());
    node.guestAttributes = description.value("guestAttributes", true);
    node.internalNetwork = description.value("internalNetwork", false);
    const std::string type = node.body["acceleratorType"];
    const bool newer = type.rfind("v5", 0) == 0 || type.rfind("v6", 0) == 0;
    node.device = description.value("device", newer ? "vfio" : "accel");
    const auto accelerator = acceleratorByName(type);
    const int usual = accelerator ? accelerator->workers : 1;
    return fleet.add(std::move(node), description.value("workers", static_cast<size_t>(usual)));
}

void loadScenario(const json &scenario, Fleet &fleet)
{
    size_t position = 0;
    for (const json &description : scenario.at("projects")) {
        const Project &project = fleet.addProject(projectFrom(description, position++));
        const std::string id = project.id;
        for (const json &node : description.value("nodes", json::array()))
            addScenarioNode(node, id, fleet);
    }
}

json bucketFrom(const json &description)
{
    json bucket = description;
    bucket["kind"] = "storage#bucket";
    return bucket;
}

std::map<std::string, json> bucketsFromScenario(const json &scenario)
{
    std::map<std::string, json> buckets;
    for (const json &description : scenario.value("buckets", json::array()))
        buckets[description.at("name")] = bucketFrom(description);
    return buckets;
}

} // namespace podium::sim
