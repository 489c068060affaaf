// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/podiumctl/subcommand.h"

#include <vector>

namespace podium::ctl {

/// All that podiumctl can do, in the order of its help.
[[nodiscard]] std::vector<Subcommand> allSubcommands();

} // namespace podium::ctl
