// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0

#include "app/podium-sim/api/cloud.h"

#include <algorithm>

namespace podium::sim {

using nlohmann::json;

constexpr const char *caller = "operator@example.com";

void audit(
    Cloud &cloud, const std::string &project, const std::string &method,
    const std::string &resource, bool isSystem)
{
    json payload = {
        {"@type", "type.googleapis.com/google.cloud.audit.AuditLog"},
        {"serviceName", "tpu.googleapis.com"},
        {"methodName", method},
        {"resourceName", resource}};
    if (isSystem)
        payload["metadata"] = {{"terminateReason", "PREEMPTED"}};
    else
        payload["authenticationInfo"] = {{"principalEmail", caller}};
    cloud.auditEntries.push_back(
        {{"logName", "projects/" + project + "/logs/cloudaudit.googleapis.com%2F" +
                         (isSystem ? "system_event" : "activity")},
         {"timestamp", timestamp()},
         {"severity", "NOTICE"},
         {"operation", {{"last", true}}},
         {"insertId", std::to_string(cloud.auditEntries.size() + 1)},
         {"protoPayload", std::move(payload)}});
}

/// Of the filter only what Podium sends counts: how the resource's name ends, in quotation marks.
static bool matches(const json &entry, const std::string &filter)
{
    const std::string resource = entry["protoPayload"].value("resourceName", "");
    const size_t named = filter.find("resourceName");
    const size_t from = filter.find('"', named);
    const size_t to = filter.find('"', from + 1);
    if (named == std::string::npos || to == std::string::npos)
        return true;
    const std::string part = filter.substr(from + 1, to - from - 1);
    return resource.size() >= part.size() &&
           resource.compare(resource.size() - part.size(), part.size(), part) == 0;
}

/// Newest first, as orderBy "timestamp desc" has it, whatever is asked for.
static Response listEntries(Cloud &cloud, const Request &request)
{
    const json body = request.json();
    const std::string filter = body.value("filter", "");
    json found = json::array();
    for (const json &name : body.value("resourceNames", json::array())) {
        const std::string asked = name.get<std::string>();
        const std::string id = asked.substr(asked.find('/') + 1);
        const Project *project = cloud.fleet.findProject(id);
        if (!project || project->isDenied("logging.logEntries.list"))
            throw permissionDenied("logging.logEntries.list", asked);
        for (auto entry = cloud.auditEntries.rbegin(); entry != cloud.auditEntries.rend();
             ++entry) {
            const std::string log = (*entry)["logName"];
            if (log.rfind("projects/" + project->id + "/", 0) == 0 && matches(*entry, filter))
                found.push_back(*entry);
        }
    }
    Request page = request;
    for (const char *field : {"pageToken", "pageSize"}) {
        if (body.contains(field))
            page.query[field] =
                body[field].is_string() ? body[field].get<std::string>() : body[field].dump();
    }
    return jsonResponse(pageOf(cloud, page, "entries", found));
}

void addAuditLogRoutes(Router &router, Cloud &cloud)
{
    router.add("POST", "/v2/entries:list", [&cloud](const Request &request) {
        return listEntries(cloud, request);
    });
}

} // namespace podium::sim
