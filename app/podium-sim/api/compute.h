// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "app/podium-sim/api/cloud.h"

#include <functional>

namespace podium::sim {

/// Compute's errors have an "errors" list that the other APIs have not.
Response computeError(
    int code, const std::string &status, const std::string &reason, const std::string &message);
Response computeNotFound(const std::string &resource);

/// The project of a Compute call; null when there is none, and noProject() is the answer.
Project *projectInPath(Cloud &cloud, const Request &request);
Response noProject(const Request &request);

/// The handler of a call on a project: 404 where it is not there, 403 where its caller may not.
Router::Handler computeCall(
    Cloud &cloud, const std::string &permission,
    std::function<Response(Project &, const Request &)> call);

/// The URL of a project as Compute names it: what else it has is below.
std::string selfLink(const Cloud &cloud, const Project &project);

/// An operation on `target` in "global" or "zones/Z" of a project. Every change is done by the time
/// its operation is named.
nlohmann::json computeOperation(
    const std::string &project, const std::string &scope, const std::string &name,
    const std::string &type, const std::string &target);

void addComputeDiskRoutes(Router &router, Cloud &cloud, const std::string &project);
void addComputeRegionRoutes(Router &router, Cloud &cloud, const std::string &project);
void addComputeNetworkRoutes(Router &router, Cloud &cloud, const std::string &project);

} // namespace podium::sim
