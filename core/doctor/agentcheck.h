// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/doctor/finding.h"

namespace podium::doctor {

/// What an ssh agent says of itself.
struct AgentState
{
    bool isSet = false; ///< there is a socket to ask
    bool answers = false;
    int keys = 0; ///< that it holds
};

/// Asks the agent at a socket which keys it holds (draft-miller-ssh-agent), and keeps their number
/// alone. Blocks, two seconds at most.
[[nodiscard]] AgentState askAgent(const QString &socketPath);
/// Pure.
[[nodiscard]] Finding checkAgent(const AgentState &agent);

} // namespace podium::doctor
