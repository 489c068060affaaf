// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/podiumctl/subcommand.h"

#include <string>
#include <variant>
#include <vector>

namespace podium::ctl {

/// What was asked for.
struct Arguments
{
    Subcommand subcommand; ///< the chosen one; its arguments are read
    bool verbose = false;
};

/// The end of the program before it began: help, version, or a usage error.
struct EarlyExit
{
    int code = 0;
    std::string text; ///< for stdout where code is 0, else for stderr
};

/// Reads the command line of a program with these subcommands; never exits and never prints.
[[nodiscard]] std::variant<Arguments, EarlyExit>
parseArguments(std::vector<std::string> words, const std::vector<Subcommand> &subcommands);

/// Whether they ask for JSON, also where they are wrong and nobody has read them: "--json", or
/// "--json=VALUE" that does not say no.
[[nodiscard]] bool wantsJson(const std::vector<std::string> &words);

} // namespace podium::ctl
