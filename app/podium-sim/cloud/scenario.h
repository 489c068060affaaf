// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "app/podium-sim/cloud/fleet.h"

#include <nlohmann/json.hpp>

#include <map>
#include <string>

namespace podium::sim {

/// What a scenario says about the cloud as a whole.
struct Settings
{
    std::string user = "podium"; ///< the login on every worker
    size_t maxPageSize = 500;    ///< the longest page of a list
    long operationMs = 800;      ///< how long a change takes
    long tokenSeconds = 3599;    ///< how long a token of the token endpoint is good
    std::map<std::string, std::string> serviceAccounts; ///< e-mail → public key, PEM
};

/// What is read here has passed checkScenario(). docs/SIM.md describes the format.
Settings settingsFromScenario(const nlohmann::json &scenario);

/// Adds one node of a scenario to a project that is there.
Node &addScenarioNode(const nlohmann::json &description, const std::string &project, Fleet &fleet);

/// Fills the fleet.
void loadScenario(const nlohmann::json &scenario, Fleet &fleet);

/// A bucket as buckets.get shows it.
nlohmann::json bucketFrom(const nlohmann::json &description);

/// By name.
std::map<std::string, nlohmann::json> bucketsFromScenario(const nlohmann::json &scenario);

} // namespace podium::sim
