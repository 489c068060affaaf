// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/podiumctl/run/detachedarguments.h"

#include "app/composition/services.h"
#include "app/podiumctl/options.h"
#include "app/podiumctl/run/detachedtasks.h"
#include "app/podiumctl/run/orphantasks.h"
#include "app/podiumctl/run/pastrunstask.h"

#include <CLI/CLI.hpp>

namespace podium::ctl {

namespace {

using SharedDetached = std::shared_ptr<DetachedArguments>;
using DetachedAction = DetachedArguments::Action;

std::string checkId(const std::string &text)
{
    const bool isId =
        text.size() == 16 && text.find_first_not_of("0123456789abcdef") == std::string::npos;
    return isId ? std::string() : "not the id of a run: " + text;
}

void addId(CLI::App *app, DetachedArguments &to)
{
    addText(app, "ID", to.id, "As `run --detach` or `runs` printed it")->required()->check(checkId);
}

void addDetached(CLI::App &app, const SharedDetached &to)
{
    const auto add = [&app, &to](const char *name, DetachedAction which, const char *what) {
        CLI::App *command = app.add_subcommand(name, what);
        command->callback([to, which] { to->action = which; });
        if (which != DetachedAction::List) {
            addId(command, *to);
        }
        return command;
    };
    auto *attach =
        add("attach", DetachedAction::Attach,
            "Read a detached run's output from where it was last read, until it ends; after a "
            "crash, show what still runs");
    attach->add_flag("--from-start", to->fromStart, "Read all of it again");
    auto *runs =
        add("runs", DetachedAction::List,
            "List the detached runs that workers keep, and what a crash left running");
    auto *end = add("end", DetachedAction::End, "End a detached run, or what a crash left running");
    end->add_flag("--kill", to->kill, "KILL instead of TERM");
    auto *forget = add(
        "forget", DetachedAction::Forget,
        "Delete what workers keep of a detached run that has ended: its output and exit status");
    forget->add_flag("--yes", to->isConfirmed, "Really");
    for (CLI::App *command : {attach, runs, end, forget}) {
        addTexts(
            command, "TARGET", to->targets,
            "On these workers; default: those this machine remembers");
    }
    addJson(attach, to->json, "Events as JSON lines");
    addJson(runs, to->json);
    runs->add_flag(
        "--past", to->past,
        "Instead, list all that was run on this machine, in the window too, and how it ended");
}

std::unique_ptr<Task> makeDetachedTask(app::Services &services, const DetachedArguments &arguments)
{
    const RunServices needed = runServices(services, arguments.targets);
    const auto orphan = orphanedRun(services.paths.stateDir, arguments.id);
    switch (arguments.action) {
    case DetachedAction::Attach:
        if (orphan) {
            return std::make_unique<OrphanTask>(needed, arguments, *orphan);
        }
        return std::make_unique<AttachTask>(needed, arguments);
    case DetachedAction::End:
        if (orphan) {
            return std::make_unique<OrphanTask>(needed, arguments, *orphan);
        }
        return std::make_unique<DetachedEndTask>(needed, arguments);
    case DetachedAction::Forget:
        if (orphan) {
            return std::make_unique<OrphanForgetTask>(arguments, *orphan);
        }
        return std::make_unique<DetachedForgetTask>(needed, arguments);
    case DetachedAction::List:
        break;
    }
    if (arguments.past) {
        return std::make_unique<PastRunsTask>(services.runHistory, arguments.json);
    }
    return std::make_unique<DetachedListTask>(needed, arguments);
}

} // namespace

Subcommand detachedSubcommand(const std::shared_ptr<DetachedArguments> &arguments)
{
    Subcommand detached;
    detached.addTo = [arguments](CLI::App &app) { addDetached(app, arguments); };
    detached.makeTask = [arguments](app::Services &services) {
        return makeDetachedTask(services, *arguments);
    };
    detached.complete = [arguments](const Rest &rest) {
        arguments->targets += rest.excludedTargets;
        // What is kept of a past run are the words that named its workers, not who those were.
        return arguments->past && !arguments->targets.isEmpty()
                   ? std::string("--past lists what was run on this machine, on whatever workers: "
                                 "it takes no TARGET.")
                   : std::string();
    };
    return detached;
}

} // namespace podium::ctl
