// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/podiumctl/arguments.h"
#include "app/podiumctl/lifecycle/createarguments.h"
#include "app/podiumctl/lifecycle/grantsarguments.h"
#include "app/podiumctl/lifecycle/nodeactionarguments.h"
#include "app/podiumctl/people/peoplearguments.h"
#include "app/podiumctl/recipe/recipearguments.h"
#include "app/podiumctl/tpu/tpuarguments.h"

#include <string>
#include <variant>
#include <vector>

namespace podium::ctl {

using Command = std::variant<
    ProjectsArguments, NodesArguments, NodeHistoryArguments, SshConfigArguments, WatchArguments,
    RunArguments, PeopleArguments, DetachedArguments, GrantsArguments, TpuArguments,
    NodeActionArguments, RecipeArguments, CreateArguments>;

struct Arguments
{
    Command command;
    bool verbose = false;
};

/// The end of the program before it began: help, version, or a usage error.
struct EarlyExit
{
    int code = 0;
    std::string text; ///< for stdout where code is 0, else for stderr
};

/// Reads the command line; never exits and never prints.
[[nodiscard]] std::variant<Arguments, EarlyExit> parseArguments(std::vector<std::string> words);

} // namespace podium::ctl
