// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "app/podium-sim/api/apilog.h"
#include "app/podium-sim/api/faults.h"
#include "app/podium-sim/api/router.h"
#include "app/podium-sim/api/tokens.h"
#include "app/podium-sim/cloud/fleet.h"
#include "app/podium-sim/cloud/limits.h"
#include "app/podium-sim/cloud/operations.h"
#include "app/podium-sim/cloud/queue.h"
#include "app/podium-sim/cloud/scenario.h"

#include <chrono>
#include <vector>

namespace podium::sim {

/// How long the token of the token file is good: longer than any run.
inline constexpr std::chrono::hours standingToken{24 * 365};

/// The token endpoint's side: who may ask, and how often someone did.
struct OauthState
{
    std::map<std::string, std::string> serviceAccounts; ///< e-mail → public key, PEM
    unsigned refreshes = 0;
    unsigned assertions = 0;
    unsigned refusals = 0;
};

/// All that the API families share.
struct Cloud
{
    Settings settings;
    Fleet &fleet;
    Operations &operations;
    Queue &queue;
    Faults &faults;
    ApiLog &log;
    Tokens &tokens;
    std::string tokenFile; ///< holds the token that the environment of the ready line names
    std::string url;       ///< "http://127.0.0.1:PORT"
    OauthState oauth;
    std::map<std::string, std::string> requestIds; ///< of creates, to their operations
    Limits limits = {};
    std::vector<nlohmann::json> auditEntries = {}; ///< oldest first
    /// Zone → how long its spot nodes are READY before they are preempted.
    std::map<std::string, std::chrono::milliseconds> preemptAfter = {};
    std::map<std::uint64_t, std::chrono::steady_clock::time_point> readySince = {}; ///< by node id
    /// What Cloud Monitoring tells: by node id, of each worker; -1: nothing.
    std::map<std::uint64_t, std::vector<long>> idleSeconds = {};
    std::set<std::string> monitoringOff = {};           ///< projects without that API
    std::map<std::string, nlohmann::json> buckets = {}; ///< by name, as buckets.get shows them
};

/// Each adds the routes of one API family; `cloud` must outlive the router.
void addTpuNodeRoutes(Router &router, Cloud &cloud);
void addTpuChangeRoutes(Router &router, Cloud &cloud);
void addTpuCatalogRoutes(Router &router, Cloud &cloud);
void addQueuedResourceRoutes(Router &router, Cloud &cloud);
void addProjectRoutes(Router &router, Cloud &cloud);
void addComputeRoutes(Router &router, Cloud &cloud);
void addOsLoginRoutes(Router &router, Cloud &cloud);
/// Service Usage, Cloud Billing and Cloud Storage, as far as gcloud's lists need them.
void addOtherRoutes(Router &router, Cloud &cloud);
void addOauthRoutes(Router &router, Cloud &cloud);
void addSimRoutes(Router &router, Cloud &cloud);
void addSimLimitRoutes(Router &router, Cloud &cloud);
void addAuditLogRoutes(Router &router, Cloud &cloud);
/// What a worker's programs can ask of the machine that they are on.
void addMetadataRoutes(Router &router, Cloud &cloud);
/// Cloud Monitoring, and the /sim/ calls that say what it tells.
void addMonitoringRoutes(Router &router, Cloud &cloud);

/// Notes in the audit log what a caller did, or the cloud itself.
void audit(
    Cloud &cloud, const std::string &project, const std::string &method,
    const std::string &resource, bool isSystem = false);

/// Before each call: nodes whose time is up by POST /sim/zones/Z:preempt.
void preemptWhatIsDue(Cloud &cloud);

/// The project of a Cloud TPU call, checked as the API would: throws 403 for one that is unknown,
/// denied, or has the API switched off.
Project &tpuProject(Cloud &cloud, const Request &request, const std::string &permission);

/// 403 of a project that has not switched an API on: its name, and its address.
ApiError
serviceDisabled(const Project &project, const std::string &name, const std::string &service);

/// Throws 403 for a zone that is not offered.
void checkZone(Cloud &cloud, const Request &request);

/// Throws 503 while the zone is switched off.
void checkReachable(const Cloud &cloud, const std::string &zone);

/// One page of `items` under `key`, by pageSize and pageToken, with nextPageToken.
nlohmann::json
pageOf(const Cloud &cloud, const Request &request, const char *key, const nlohmann::json &items);

} // namespace podium::sim
