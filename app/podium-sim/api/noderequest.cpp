// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0

#include "app/podium-sim/api/noderequest.h"

#include "app/podium-sim/cloud/catalog.h"

#include <algorithm>
#include <cctype>
#include <sstream>

namespace podium::sim {

using nlohmann::json;

constexpr size_t longestName = 63;

std::string apiVersion(const Request &request)
{
    return request.path.rfind("/v2alpha1/", 0) == 0 ? "v2alpha1" : "v2";
}

std::optional<Response> answerBefore(const Cloud &cloud, const Request &request)
{
    const auto known = cloud.requestIds.find(request.queryValue("requestId"));
    if (known == cloud.requestIds.end())
        return std::nullopt;
    const json operation = cloud.operations.get(known->second, apiVersion(request));
    return operation.is_null() ? std::nullopt : std::optional(jsonResponse(operation));
}

void rememberAnswer(Cloud &cloud, const Request &request, const Response &answer)
{
    const std::string requestId = request.queryValue("requestId");
    if (!requestId.empty())
        cloud.requestIds[requestId] = json::parse(answer.body).at("name");
}

ApiError alreadyExists(const std::string &resource)
{
    return {
        409,
        "ALREADY_EXISTS",
        "Resource '" + resource + "' already exists",
        {{{"@type", "type.googleapis.com/google.rpc.ResourceInfo"}, {"resourceName", resource}}}};
}

std::string stockoutText(const std::string &zone)
{
    return "There is no more capacity in the zone \"" + zone +
           "\"; you can try in another zone where Cloud TPU Nodes are offered (see "
           "https://cloud.google.com/tpu/docs/regions)";
}

ApiError failedPrecondition(const std::string &message)
{
    return {
        400, "FAILED_PRECONDITION", "Cloud TPU received a bad request. " + message, json::array()};
}

Node &nodeOf(Cloud &cloud, const Request &request, const std::string &permission)
{
    const Project &project = tpuProject(cloud, request, permission);
    checkZone(cloud, request);
    const std::string &zone = request.part("zone");
    checkReachable(cloud, zone);
    Node *node = cloud.fleet.find(project.id, zone, request.part("node"));
    if (!node)
        throw notFound(
            "projects/" + project.id + "/locations/" + zone + "/nodes/" + request.part("node"));
    return *node;
}

static bool isNodeName(const std::string &name)
{
    const auto allowed = [](unsigned char c) {
        return std::islower(c) != 0 || std::isdigit(c) != 0 || c == '-';
    };
    return !name.empty() && name.size() <= longestName &&
           std::islower(static_cast<unsigned char>(name.front())) != 0 && name.back() != '-' &&
           std::all_of(name.begin(), name.end(), allowed);
}

static AcceleratorType acceleratorFrom(const json &body, const std::string &zone)
{
    const std::string name = body.value("acceleratorType", "");
    const json config = body.value("acceleratorConfig", json::object());
    if (!name.empty() && !config.empty())
        throw invalidArgument("Only one of accelerator_type and accelerator_config may be set.");
    const auto type =
        name.empty() ? acceleratorByTopology(config.value("type", ""), config.value("topology", ""))
                     : acceleratorByName(name);
    const std::vector<AcceleratorType> offered = acceleratorsIn(zone);
    std::string valid;
    for (const AcceleratorType &candidate : offered) {
        if (type && candidate.name == type->name)
            return *type;
        valid += candidate.name + ", ";
    }
    if (type && offered.empty())
        return *type;
    throw invalidArgument(
        "CloudTpu received an invalid AcceleratorType, \"" + (name.empty() ? config.dump() : name) +
        "\" for zone \"" + zone + "\". Valid values are \"" + valid + "\".");
}

static bool isLabelText(const std::string &text)
{
    return text.size() <= longestName && std::all_of(text.begin(), text.end(), [](unsigned char c) {
               return std::islower(c) != 0 || std::isdigit(c) != 0 || c == '-' || c == '_';
           });
}

/// As all of Google's resources have them, but for letters of other scripts.
static void checkLabels(const json &body)
{
    const json labels = body.value("labels", json::object());
    for (const auto &[key, value] : labels.items()) {
        const bool isKey =
            isLabelText(key) && std::islower(static_cast<unsigned char>(key[0])) != 0;
        if (!isKey || !value.is_string() || !isLabelText(value.get<std::string>()))
            throw invalidArgument("Invalid value at 'node.labels': \"" + key + "\".");
    }
}

/// Drops what only the cloud may say.
static json callersPart(json body)
{
    for (const char *output :
         {"name", "id", "state", "health", "healthDescription", "createTime", "apiVersion",
          "networkEndpoints", "upcomingMaintenance", "acceleratorConfig", "symptoms"})
        body.erase(output);
    return body;
}

NewNode newNodeFrom(const Project &project, const Request &request)
{
    json body = request.json();
    Node node;
    node.project = project.id;
    node.zone = request.part("zone");
    node.name = request.queryValue("nodeId");
    if (!isNodeName(node.name))
        throw invalidArgument("Invalid value for node_id: \"" + node.name + "\".");
    if (body.value("runtimeVersion", "").empty())
        throw invalidArgument("The field 'runtime_version' is required.");
    checkLabels(body);
    const AcceleratorType type = acceleratorFrom(body, node.zone);
    body["acceleratorType"] = type.name;
    json &network = body.emplace("networkConfig", json::object()).first.value();
    if (network.value("network", "").empty() || network["network"] == "default")
        network["network"] = "projects/" + project.id + "/global/networks/default";
    if (body.value("serviceAccount", json::object()).empty())
        body["serviceAccount"] = {
            {"email", project.number + "-compute@developer.gserviceaccount.com"},
            {"scope", {"https://www.googleapis.com/auth/cloud-platform"}}};
    node.state = "CREATING";
    node.health.clear();
    node.createTime = timestamp();
    node.device = type.type == "V2" || type.type == "V3" || type.type == "V4" ? "accel" : "vfio";
    node.body = callersPart(std::move(body));
    return {std::move(node), static_cast<size_t>(type.workers)};
}

/// "network_config.enable_external_ips" → "networkConfig.enableExternalIps".
static std::string camelCase(const std::string &snake)
{
    std::string result;
    bool upper = false;
    for (const char c : snake) {
        if (c == '_') {
            upper = true;
            continue;
        }
        result.push_back(
            upper ? static_cast<char>(std::toupper(static_cast<unsigned char>(c))) : c);
        upper = false;
    }
    return result;
}

json changesFrom(const Request &request)
{
    const json body = request.json();
    json changes = json::object();
    std::istringstream mask(request.queryValue("updateMask"));
    for (std::string path; std::getline(mask, path, ',');) {
        const std::string field = camelCase(path);
        if (field == "networkConfig.enableExternalIps") {
            const json network = body.value("networkConfig", json::object());
            changes["enableExternalIps"] = network.value("enableExternalIps", false);
        } else if (
            field == "description" || field == "tags" || field == "labels" || field == "metadata" ||
            field == "dataDisks") {
            changes[field] = body.value(field, json());
            checkLabels(changes);
        } else {
            throw invalidArgument("Update mask path '" + path + "' is not supported.");
        }
    }
    if (changes.empty())
        throw invalidArgument("The field 'update_mask' is required.");
    return changes;
}

void applyChanges(Node &node, const json &changes)
{
    for (const auto &[field, value] : changes.items()) {
        if (field == "enableExternalIps")
            node.body["networkConfig"]["enableExternalIps"] = value;
        else if (value.is_null())
            node.body.erase(field);
        else
            node.body[field] = value;
    }
}

} // namespace podium::sim
