// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/podiumctl/lifecycle/nodeactionarguments.h"

#include "app/composition/services.h"
#include "app/podiumctl/lifecycle/nodeactiontask.h"
#include "app/podiumctl/options.h"

#include <CLI/CLI.hpp>

namespace podium::ctl {

namespace {

using SharedAction = std::shared_ptr<NodeActionArguments>;
using ActionKind = NodeActionArguments::Action;

constexpr const char *ActionFooter =
    R"(NODE is [PROJECT/[ZONE/]]NODE, a glob, @LABEL=VALUE or @type=TYPE, as @team=vision or @type=v4-64. All
of these are of any project, or with --project of that one alone. What would be done is shown first; --yes does it
without a question. Each node is looked at again before: one that was recreated under the same name, or is locked
by the label podium-lock, is left alone. Then the operation is followed, and its end is verified by asking Google
again. Ended by Ctrl-C, what Google has begun goes on, and is named.

JSON
  {"action","done":BOOL,
   "nodes":[{"project","zone","name","state","acceleratorType","usdPerDay":N|null,"plan":[SENTENCE],
     "queued":BOOL,"outcome":"done|failed|unknown|none","error":{"kind","summary","detail","hint"}|null}]}

EXIT STATUS
  0 done, and seen to be so; 2 no such node; 3 unknown whether Google does it, or it was not reached;
  4 not confirmed, or not possible as the node is; 5 the cloud refused, or did not tell all nodes that
  may be meant)";

constexpr const char *CleanFooter =
    R"(Leftovers are nodes that were preempted or have ended, and queued resources that are SUSPENDED or
FAILED, whoever made them. They hold their quota and name until they are deleted. They are listed first,
with the quota that is freed; --yes deletes them without a question. Each is looked at again before: what
is no leftover any more, or is locked by the label podium-lock, is left alone. Verified: each answers 404.

JSON
  {"action":"clean","done":BOOL,"frees":TEXT,"nodes":[...]}, each as of delete; "queued": it is a queued
  resource; "done" is false, too, where a project or zone did not tell all

EXIT STATUS
  0 cleaned, and seen to be so, or nothing was left over; 3 unknown whether Google does it, or it was not
  reached; 4 not confirmed, or locked; 5 the cloud refused)";

struct ActionWords
{
    ActionKind action;
    const char *name;
    const char *what;
    const char *more;
};

constexpr ActionWords Actions[] = {
    {ActionKind::Start, "start", "Start nodes that are stopped",
     "Only a node with one worker, on-demand, can be stopped and started. External addresses "
     "change, and\n"
     "Google may have no capacity for hours or days.\n\n"},
    {ActionKind::Stop, "stop", "Stop nodes, to start them again later",
     "The chips go back to Google: it may be days until the node can be started again. Slices and "
     "spot\n"
     "nodes cannot be stopped.\n\n"},
    {ActionKind::Delete, "delete", "Delete nodes, and verify that they are gone",
     "Boot disks and home folders are lost; attached disks stay. A node that a queued resource "
     "made is\n"
     "deleted with that, and with the other nodes that it made. It is asked for by typing the name "
     "of the\n"
     "node, or how many there are. Proved: the node answers 404.\n\n"},
    {ActionKind::Maintain, "maintain", "Begin a pending maintenance now",
     "Google announces maintenance; where it lets the time be chosen, this begins it now, at a "
     "moment that\n"
     "suits you. What runs there ends, and the node is away for hours.\n\n"},
};

void addNodeActions(CLI::App &app, const SharedAction &arguments)
{
    CLI::App *clean = app.add_subcommand(
        "clean", "Delete what does nothing any more but hold quota, and verify that it is gone");
    clean->footer(CleanFooter);
    clean->callback([arguments] { arguments->action = ActionKind::Clean; });
    addText(clean, "--project,-p", arguments->project, "The project to look in; else all of them")
        ->type_name("P");
    clean->add_flag("--yes", arguments->yes, "Do not ask");
    addJson(clean, arguments->json);
    for (const ActionWords &words : Actions) {
        CLI::App *action = app.add_subcommand(words.name, words.what);
        action->footer(std::string(words.more) + ActionFooter);
        action->callback([arguments, which = words.action] { arguments->action = which; });
        addTexts(action, "NODE", arguments->nodes, "[PROJECT/[ZONE/]]NODE")->required();
        addText(action, "--project,-p", arguments->project, "The project of every NODE without one")
            ->type_name("P");
        action->add_flag("--yes", arguments->yes, "Do not ask");
        addJson(action, arguments->json);
    }
}

std::unique_ptr<Task>
makeNodeActionTask(app::Services &services, const NodeActionArguments &arguments)
{
    return std::make_unique<NodeActionTask>(
        NodeActionTask::Services{
            services.source, services.inventory, services.tpu, services.clock, services.history},
        arguments);
}

} // namespace

Subcommand nodeActionSubcommand(const std::shared_ptr<NodeActionArguments> &arguments)
{
    Subcommand nodeAction;
    nodeAction.addTo = [arguments](CLI::App &app) { addNodeActions(app, arguments); };
    nodeAction.makeTask = [arguments](app::Services &services) {
        return makeNodeActionTask(services, *arguments);
    };
    return nodeAction;
}

} // namespace podium::ctl
