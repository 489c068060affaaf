// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/podiumctl/arguments.h"

#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace podium::ctl {

/// What CLI11 writes into for `run`.
struct RawRun
{
    std::vector<std::string> targets;
    std::vector<std::string> environment;
    std::vector<std::string> environmentFiles;
    std::string script;
    std::string input;
    std::string logDir;
    std::string user;
    int jobs = 0;
    int timeout = 0;
    int connectTimeout = 15;
    int stepTimeout = 0;
    int firstOutputTimeout = 0;
    int idleTimeout = 0;
    int endWhenLost = 0;
    int logins = 0;
    bool prefix = false;
    bool fold = false;
    bool diff = false;
    bool json = false;
    bool failFast = false;
    bool detach = false;
    bool tty = false;
};

/// Adds the subcommand `run`.
void addRun(CLI::App &app, RawRun &raw);
/// What is wrong with it beside what CLI11 finds, in a sentence; mostly empty. `command`: what
/// stands behind `--`.
[[nodiscard]] std::string runProblem(const RawRun &raw, const std::string &command);

[[nodiscard]] RunArguments
runArguments(const RawRun &raw, const QStringList &takenAway, const std::string &command);

} // namespace podium::ctl
