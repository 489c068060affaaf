// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0

#include "app/podium-sim/api/cloud.h"

#include <algorithm>

namespace podium::sim {

using nlohmann::json;

static json projectV1(const Project &project)
{
    return {
        {"projectId", project.id},
        {"projectNumber", project.number},
        {"name", project.name},
        {"lifecycleState", project.lifecycle},
        {"createTime", project.createTime}};
}

static json projectV3(const Project &project)
{
    return {{"name", "projects/" + project.number},  {"projectId", project.id},
            {"displayName", project.name},           {"state", project.lifecycle},
            {"createTime", project.createTime},      {"updateTime", project.createTime},
            {"etag", "W/\"" + project.number + "\""}};
}

/// Of the filters, the one on the state is what callers send.
static bool wanted(const Project &project, const std::string &filter)
{
    const size_t state = filter.find("tate:");
    if (state == std::string::npos)
        return true;
    return filter.compare(state + 5, project.lifecycle.size(), project.lifecycle) == 0;
}

static Response
list(Cloud &cloud, const Request &request, const char *filter, json (*shape)(const Project &))
{
    json projects = json::array();
    for (const Project &project : cloud.fleet.projects()) {
        if (wanted(project, request.queryValue(filter)))
            projects.push_back(shape(project));
    }
    return jsonResponse(pageOf(cloud, request, "projects", projects));
}

static const Project &projectOf(Cloud &cloud, const Request &request)
{
    const Project *project = cloud.fleet.findProject(request.part("project"));
    if (!project)
        throw ApiError{
            403, "PERMISSION_DENIED", "The caller does not have permission", json::array()};
    return *project;
}

/// Those of the asked ones that there are; without any, the member is left out.
static Response grantedPermissions(const Project &project, const json &asked)
{
    json granted = json::array();
    for (const json &permission : asked.value("permissions", json::array())) {
        if (!project.isDenied(permission.get<std::string>()))
            granted.push_back(permission);
    }
    return jsonResponse(granted.empty() ? json::object() : json{{"permissions", granted}});
}

void addProjectRoutes(Router &router, Cloud &cloud)
{
    router.add("GET", "/v1/projects", [&cloud](const Request &request) {
        return list(cloud, request, "filter", projectV1);
    });
    router.add("GET", "/v3/projects:search", [&cloud](const Request &request) {
        return list(cloud, request, "query", projectV3);
    });
    router.add("GET", "/v1/projects/{project}", [&cloud](const Request &request) {
        return jsonResponse(projectV1(projectOf(cloud, request)));
    });
    router.add("GET", "/v3/projects/{project}", [&cloud](const Request &request) {
        return jsonResponse(projectV3(projectOf(cloud, request)));
    });
    for (const char *api : {"/v1", "/v3"}) {
        router.add(
            "POST", std::string(api) + "/projects/{project}:testIamPermissions",
            [&cloud](const Request &request) {
                return grantedPermissions(projectOf(cloud, request), request.json());
            });
    }
}

} // namespace podium::sim
