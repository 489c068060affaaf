// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QStringList>

#include <functional>
#include <memory>
#include <string>

namespace CLI {
class App;
}

namespace podium::app {
struct Services;
}

namespace podium::ctl {

class Task;

/// What a subcommand needs before its task is made.
struct Needs
{
    QStringList projects{};           ///< only these are asked; empty: as configured
    bool hasStoredNodes = true;       ///< the last snapshot is loaded
    bool warnsWithoutDatabase = true; ///< false: the task itself says that it cannot be read
};

/// What the parser cannot read of a command line.
struct Rest
{
    QStringList excludedTargets; ///< -TARGET, which looks like an option
    QByteArray command;          ///< what stands behind `--`, joined by spaces
};

/// For Subcommand::complete: -TARGET, and nothing that could be wrong with the whole.
template <typename Arguments>
[[nodiscard]] std::function<std::string(const Rest &)>
takeExcluded(const std::shared_ptr<Arguments> &arguments)
{
    return [arguments](const Rest &rest) {
        arguments->targets += rest.excludedTargets;
        return std::string();
    };
}

/// A row in the table of subcommands, or several rows that share their arguments. Its functions own
/// the arguments, which the parser fills.
struct Subcommand
{
    /// Adds it to the command line with its options and its help; called once.
    std::function<void(CLI::App &)> addTo;
    /// The task that does what was parsed.
    std::function<std::unique_ptr<Task>(app::Services &)> makeTask;
    /// May be missing: then as a `Needs` begins.
    std::function<Needs()> needs;
    /// Takes what the parser could not read. Says what is wrong with the whole in a sentence;
    /// mostly nothing. May be missing: then -TARGET is an option, and an unknown one.
    std::function<std::string(const Rest &)> complete;
    /// What stands behind `--` is a command for the workers, whatever it looks like.
    bool hasCommand = false;
};

} // namespace podium::ctl
