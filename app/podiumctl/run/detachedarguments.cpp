// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/podiumctl/run/detachedarguments.h"

#include <CLI/CLI.hpp>

namespace podium::ctl {

namespace {

std::string checkId(const std::string &text)
{
    const bool isId =
        text.size() == 16 && text.find_first_not_of("0123456789abcdef") == std::string::npos;
    return isId ? std::string() : "not the id of a run: " + text;
}

} // namespace

void addDetached(CLI::App &app, RawDetached &raw)
{
    auto *attach = app.add_subcommand(
        "attach", "Read on where a detached run was read last, until it ends; of what a crash has "
                  "left running, show what still runs");
    attach->add_option("ID", raw.id, "As `run --detach` or `runs` printed it")
        ->required()
        ->check(checkId);
    attach->add_flag("--from-start", raw.fromStart, "Read all of it again");
    auto *runs = app.add_subcommand(
        "runs", "List the detached runs that workers keep, and what a crash has left running");
    auto *end = app.add_subcommand("end", "End a detached run, or what a crash has left running");
    end->add_option("ID", raw.id, "As `run --detach` or `runs` printed it")
        ->required()
        ->check(checkId);
    end->add_flag("--kill", raw.kill, "KILL instead of TERM");
    auto *forget = app.add_subcommand(
        "forget", "Delete what workers keep of a detached run that has ended: output, exit status");
    forget->add_option("ID", raw.id, "As `run --detach` or `runs` printed it")
        ->required()
        ->check(checkId);
    forget->add_flag("--yes", raw.yes, "Really");
    for (CLI::App *command : {attach, runs, end, forget}) {
        command->add_option(
            "TARGET", raw.targets, "On these workers; default: those this machine remembers");
    }
    attach->add_flag("--json", raw.json, "Events as JSON lines");
    runs->add_flag("--json", raw.json, "One JSON document on stdout");
}

std::optional<DetachedArguments>
detachedArguments(const std::string &subcommand, const RawDetached &raw)
{
    using Action = DetachedArguments::Action;
    DetachedArguments arguments;
    if (subcommand == "attach") {
        arguments.action = Action::Attach;
    } else if (subcommand == "end") {
        arguments.action = Action::End;
    } else if (subcommand == "forget") {
        arguments.action = Action::Forget;
    } else if (subcommand != "runs") {
        return std::nullopt;
    }
    arguments.id = QString::fromStdString(raw.id);
    for (const std::string &target : raw.targets) {
        arguments.targets << QString::fromStdString(target);
    }
    arguments.fromStart = raw.fromStart;
    arguments.kill = raw.kill;
    arguments.isConfirmed = raw.yes;
    arguments.format = raw.json ? Format::Json : Format::Text;
    return arguments;
}

} // namespace podium::ctl
