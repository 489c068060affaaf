// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0

#include "app/podium-sim/api/cloud.h"

#include "app/podium-sim/cloud/catalog.h"

#include <algorithm>

namespace podium::sim {

using nlohmann::json;

ApiError
serviceDisabled(const Project &project, const std::string &name, const std::string &service)
{
    const std::string link = "https://console.developers.google.com/apis/api/" + service +
                             "/overview?project=" + project.number;
    return {
        403,
        "PERMISSION_DENIED",
        name + " has not been used in project " + project.number +
            " before or it is disabled. Enable it by visiting " + link +
            " then retry. If you enabled this API recently, wait a few minutes for the action "
            "to propagate to our systems and retry.",
        {{{"@type", "type.googleapis.com/google.rpc.Help"},
          {"links",
           {{{"description", "Google developers console API activation"}, {"url", link}}}}},
         {{"@type", "type.googleapis.com/google.rpc.ErrorInfo"},
          {"reason", "SERVICE_DISABLED"},
          {"domain", "googleapis.com"},
          {"metadata", {{"service", service}, {"consumer", "projects/" + project.number}}}}}};
}

Project &tpuProject(Cloud &cloud, const Request &request, const std::string &permission)
{
    Project *project = cloud.fleet.findProject(request.part("project"));
    if (!project || project->isDenied(permission))
        throw permissionDenied(permission, "projects/" + request.part("project"));
    if (project->tpuApi == "disabled")
        throw serviceDisabled(*project, "Cloud TPU API", "tpu.googleapis.com");
    return *project;
}

void checkZone(Cloud &cloud, const Request &request)
{
    const std::string &zone = request.part("zone");
    const std::vector<std::string> known = knownZones();
    if (zone == "-" || std::find(known.begin(), known.end(), zone) != known.end())
        return;
    for (const Project &project : cloud.fleet.projects()) {
        if (!cloud.fleet.list(project.id, zone).empty())
            return;
    }
    throw ApiError{
        403, "PERMISSION_DENIED", "Location " + zone + " is not found or access is unauthorized.",
        json::array()};
}

void checkReachable(const Cloud &cloud, const std::string &zone)
{
    if (cloud.fleet.unreachableZones.count(zone) != 0)
        throw ApiError{
            503, "UNAVAILABLE", "The service is currently unavailable in " + zone + '.',
            json::array()};
}

constexpr const char *pageMark = "page:";

static size_t pageStart(const Request &request)
{
    const std::string token = request.queryValue("pageToken");
    if (token.empty())
        return 0;
    try {
        const std::string text = fromBase64(token);
        if (text.rfind(pageMark, 0) == 0)
            return std::stoul(text.substr(std::string(pageMark).size()));
    } catch (const std::logic_error &) {
        // Falls through to the one answer for every token that is not ours.
    }
    throw invalidArgument("Invalid page token.");
}

json pageOf(const Cloud &cloud, const Request &request, const char *key, const json &items)
{
    size_t size = 0;
    try {
        size = std::stoul(request.queryValue("pageSize", "0"));
    } catch (const std::logic_error &) {
        throw invalidArgument("Invalid value at 'page_size'.");
    }
    if (size == 0 || size > cloud.settings.maxPageSize)
        size = cloud.settings.maxPageSize;
    const size_t start = std::min(pageStart(request), items.size());
    const size_t end = std::min(start + size, items.size());
    json result = json::object();
    if (end > start)
        result[key] = json(
            items.begin() + static_cast<std::ptrdiff_t>(start),
            items.begin() + static_cast<std::ptrdiff_t>(end));
    if (end < items.size())
        result["nextPageToken"] = base64(pageMark + std::to_string(end));
    return result;
}

} // namespace podium::sim
