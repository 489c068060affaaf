// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "app/podium-sim/cloud/fleet.h"

#include <nlohmann/json.hpp>

namespace podium::sim {

/// What a scenario says about the cloud as a whole.
struct Settings
{
    std::string user = "podium"; ///< the login on every worker
    size_t maxPageSize = 500;    ///< the longest page of a list
    long operationMs = 1500;     ///< how long a change takes
};

/// Throws std::runtime_error that says what is wrong where. docs/SIM.md describes the format.
Settings settingsFromScenario(const nlohmann::json &scenario);

/// Fills the fleet; throws likewise.
void loadScenario(const nlohmann::json &scenario, Fleet &fleet);

} // namespace podium::sim
