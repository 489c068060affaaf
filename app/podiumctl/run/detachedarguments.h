// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/podiumctl/arguments.h"

#include <optional>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace podium::ctl {

/// The subcommands attach, runs, end and forget. `raw` must outlive the parsing.
struct RawDetached
{
    std::string id;
    std::vector<std::string> targets;
    bool fromStart = false;
    bool kill = false;
    bool yes = false;
    bool json = false;
};
void addDetached(CLI::App &app, RawDetached &raw);
/// Nothing where the subcommand is none of them.
[[nodiscard]] std::optional<DetachedArguments>
detachedArguments(const std::string &subcommand, const RawDetached &raw);

} // namespace podium::ctl
