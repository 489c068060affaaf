// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0

#include "app/podium-sim/api/cloud.h"
#include "app/podium-sim/cloud/scenario.h"

namespace podium::sim {

using nlohmann::json;

constexpr const char *billingAccount = "billingAccounts/01A2B3-4C5D6E-7F8A9B";

static Project &projectFor(Cloud &cloud, const Request &request, const char *permission)
{
    Project *project = cloud.fleet.findProject(request.part("project"));
    if (!project || project->isDenied(permission))
        throw permissionDenied(permission, "projects/" + request.part("project"));
    return *project;
}

static json serviceJson(const Cloud &cloud, const Project &project, const std::string &service)
{
    const bool isOff =
        (service == "tpu.googleapis.com" && project.tpuApi == "disabled") ||
        (service == "monitoring.googleapis.com" && cloud.monitoringOff.count(project.id) != 0);
    return {
        {"name", "projects/" + project.number + "/services/" + service},
        {"parent", "projects/" + project.number},
        {"config", {{"name", service}}},
        {"state", isOff ? "DISABLED" : "ENABLED"}};
}

/// Of filters only gcloud's own "state:ENABLED" is understood.
static Response services(Cloud &cloud, const Request &request)
{
    const Project &project = projectFor(cloud, request, "serviceusage.services.list");
    const bool onlyEnabled = request.queryValue("filter") == "state:ENABLED";
    json items = json::array();
    for (const char *service :
         {"cloudbilling.googleapis.com", "cloudresourcemanager.googleapis.com",
          "compute.googleapis.com", "oslogin.googleapis.com", "serviceusage.googleapis.com",
          "storage.googleapis.com", "tpu.googleapis.com"}) {
        const json shown = serviceJson(cloud, project, service);
        if (!onlyEnabled || shown["state"] == "ENABLED")
            items.push_back(shown);
    }
    return jsonResponse(pageOf(cloud, request, "services", items));
}

static void addBillingRoutes(Router &router, Cloud &cloud)
{
    router.add("GET", "/v1/projects/{project}/billingInfo", [&cloud](const Request &request) {
        const Project &project =
            projectFor(cloud, request, "resourcemanager.projects.getBillingInfo");
        return jsonResponse(
            {{"name", "projects/" + project.id + "/billingInfo"},
             {"projectId", project.id},
             {"billingAccountName", billingAccount},
             {"billingEnabled", true}});
    });
    router.add("GET", "/v1/billingAccounts", [&cloud](const Request &request) {
        const json accounts = json::array(
            {{{"name", billingAccount}, {"displayName", "Billing of the demo"}, {"open", true}}});
        return jsonResponse(pageOf(cloud, request, "billingAccounts", accounts));
    });
}

/// There is no storage here: buckets are those of the scenario and of tests, with nothing in them.
static void addStorageRoutes(Router &router, Cloud &cloud)
{
    router.add("GET", "/storage/v1/b", [&cloud](const Request &) {
        json list = {{"kind", "storage#buckets"}};
        for (const auto &[name, bucket] : cloud.buckets)
            list["items"].push_back(bucket);
        return jsonResponse(list);
    });
    router.add("GET", "/storage/v1/b/{bucket}", [&cloud](const Request &request) {
        const auto found = cloud.buckets.find(request.part("bucket"));
        if (found == cloud.buckets.end())
            throw notFound(request.path);
        return jsonResponse(found->second);
    });
    router.add("POST", "/sim/buckets", [&cloud](const Request &request) {
        const json bucket = bucketFrom(request.json());
        cloud.buckets[bucket.value("name", "")] = bucket;
        return jsonResponse(json::object());
    });
}

void addOtherRoutes(Router &router, Cloud &cloud)
{
    router.add("GET", "/v1/projects/{project}/services", [&cloud](const Request &request) {
        return services(cloud, request);
    });
    router.add(
        "GET", "/v1/projects/{project}/services/{service}", [&cloud](const Request &request) {
            const Project &project = projectFor(cloud, request, "serviceusage.services.get");
            return jsonResponse(serviceJson(cloud, project, request.part("service")));
        });
    addBillingRoutes(router, cloud);
    addStorageRoutes(router, cloud);
}

} // namespace podium::sim
