// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/podiumctl/nodes/nodesarguments.h"

#include "app/composition/services.h"
#include "app/podiumctl/nodes/historytask.h"
#include "app/podiumctl/nodes/listtasks.h"
#include "app/podiumctl/options.h"

#include <CLI/CLI.hpp>

namespace podium::ctl {

namespace {

constexpr const char *NodesFooter =
    R"(Each project is asked once for the nodes of all its zones, several projects at a time. A
project or zone that does not answer is named on stderr, its nodes are listed as they were last
seen, and the exit status says so; no other project waits for it.
`podiumctl nodes history NODE` tells what a node was before.

IDLE TPUS
  With --idle Cloud Monitoring is asked, too, which measures TPUs without any connection to them, some
  minutes late: one call for each project, by the permission monitoring.timeSeries.list. A node is idle
  where no chip of any of its workers has computed for two minutes, busy where one has, else unknown; why
  stands below the table, and in JSON as "reason". A project that cannot be asked makes the exit status 5.
  JSON: in each node "tpu":{"state":"unknown|busy|idle","idleSeconds":N|null,"seenAt":TIME|null,
  "reason":SENTENCE|null})";
constexpr const char *HistoryFooter =
    R"(NODE is a name, or PROJECT/NODE, or PROJECT/ZONE/NODE where several have that name. Nodes that
are gone are found as well. The cloud is not asked: this is what was seen and kept. With --who the
audit log of the project is asked, too: who made, changed and deleted the node, or why Google ended it.

WHAT IS KEPT
  Every node id, state, health, external and internal IP, host key and announced maintenance that
  any refresh of Podium ever saw, with the first and the last refresh that saw it. "now" stands for
  what was still true at the last refresh. Between the LAST of one value and the FIRST of the next
  the change happened; there was no refresh in between.

MOVED OR RECREATED
  A node that moved (maintenance, a restart) has new addresses under the same id: its workers are
  the same machines and their host keys stay. A node that was recreated has a new id: new machines,
  whose host keys start anew with what Google says of them.

WHO REFRESHES
  The window (closed to the tray too), `podiumctl watch`, and the systemd user unit podium-watch;
  one of them at a time, the others read what it finds. `podiumctl nodes` adds a refresh of its own.

LIMITS
  180 days and 200,000 entries of each kind; older ones are dropped.

JSON
  {"node":{"project","zone","name"},"asOf":TIME,
   "facts":[{"what":"id|state|health|external-ip|internal-ip|host-key|maintenance|
             type|provisioning","worker":N,
             "value":TEXT,"fingerprint":"SHA256:..."(host keys),"first":TIME,"last":TIME,
             "current":BOOL}],
   "events":[{"event":KIND,"worker":N,"before","after","sameMachine":BOOL,"time":TIME}],
   "looks":[{"first":TIME,"last":TIME}]}         TIME is RFC 3339, UTC
  with --who also "audit":[{"time","who","action","method","reason","failure"}], or "errors":[{"kind",...}]

EXIT STATUS
  0 shown; 2 no such node, or several (their full names are listed); 4 the history cannot be read;
  5 shown, but with --who the audit log could not be asked)";

void addNodes(CLI::App &app, NodesArguments &to)
{
    auto *nodes = app.add_subcommand("nodes", "List the TPU nodes of all projects and zones");
    nodes->footer(NodesFooter);
    addProjects(nodes, to.projects);
    nodes->add_flag("--idle", to.asksIdle, "Ask Cloud Monitoring whether their TPUs compute, too");
    addJson(nodes, to.json);
    auto *history = nodes->add_subcommand("history", "Show the history of a node");
    history->footer(HistoryFooter);
    history
        ->add_option_function<std::string>(
            "NODE", [&to](const std::string &node) { to.history = QString::fromStdString(node); },
            "[PROJECT/[ZONE/]]NODE")
        ->required();
    history->add_flag("--who", to.asksWho, "Ask the audit log who made and deleted it, too");
    addJson(history, to.json);
}

std::unique_ptr<Task> makeNodesTask(app::Services &services, const NodesArguments &arguments)
{
    if (arguments.history) {
        return std::make_unique<HistoryTask>(
            services.history, services.audit,
            HistoryTask::Question{*arguments.history, arguments.json, arguments.asksWho});
    }
    services.source.setAsksHostKeys(false);
    return std::make_unique<NodesTask>(
        services.inventory, services.monitoring, services.clock, arguments);
}

} // namespace

Subcommand projectsSubcommand(const std::shared_ptr<ProjectsArguments> &arguments)
{
    Subcommand projects;
    projects.addTo = [arguments](CLI::App &app) {
        addJson(app.add_subcommand("projects", "List the projects"), arguments->json);
    };
    projects.makeTask = [arguments](app::Services &services) {
        services.source.setAsksHostKeys(false);
        return std::make_unique<ProjectsTask>(services.inventory, *arguments);
    };
    return projects;
}

Subcommand nodesSubcommand(const std::shared_ptr<NodesArguments> &arguments)
{
    Subcommand nodes;
    nodes.addTo = [arguments](CLI::App &app) { addNodes(app, *arguments); };
    nodes.makeTask = [arguments](app::Services &services) {
        return makeNodesTask(services, *arguments);
    };
    nodes.complete = [arguments](const Rest & /*none: it names no target*/) {
        const bool isOfList = !arguments->projects.isEmpty() || arguments->asksIdle;
        return arguments->history && isOfList
                   ? std::string("--project and --idle are for the list of nodes: say PROJECT/NODE "
                                 "to have the history of one.")
                   : std::string();
    };
    nodes.needs = [arguments] {
        return Needs{
            .projects = arguments->projects,
            .hasStoredNodes = !arguments->history,
            .warnsWithoutDatabase = !arguments->history};
    };
    return nodes;
}

} // namespace podium::ctl
