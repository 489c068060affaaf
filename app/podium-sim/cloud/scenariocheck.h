// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <nlohmann/json.hpp>

#include <stdexcept>
#include <string>

namespace podium::sim {

/// What is wrong where, as "projects[0].nodes[2].workers must be …".
class BadScenario final : public std::runtime_error
{
public:
    using std::runtime_error::runtime_error;
};

/// Throws BadScenario where a scenario is not as docs/SIM.md describes it; what passes can be made.
void checkScenario(const nlohmann::json &scenario);

/// The same for one node of it, which stands at `place`.
void checkScenarioNode(const nlohmann::json &node, const std::string &place);

} // namespace podium::sim
