// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/podiumctl/tunnel/tunnelarguments.h"

#include "app/composition/services.h"
#include "app/podiumctl/options.h"
#include "app/podiumctl/tunnel/portstask.h"
#include "app/podiumctl/tunnel/tunnelstask.h"
#include "app/podiumctl/tunnel/tunneltask.h"

#include <CLI/CLI.hpp>

namespace podium::ctl {

namespace {

constexpr const char *TunnelFooter =
    R"(A port of a worker on this machine, for as long as it runs: until Ctrl-C or SIGTERM. It listens on
127.0.0.1 alone, on the port of the same number (8080 for 80), or the next free one, and says which
once it serves. PORT:LOCAL asks for another. When the connection is lost it is made again, also
where the worker has another IP address by then; who connects meanwhile waits.

JSON, a line for each event
  {"event":"open","worker","port","localPort","address":"127.0.0.1","url"}
  {"event":"reconnecting"|"failed","worker","port","localPort","error":{…}}
  {"event":"refused","worker","port","error":{…}}     the worker gives no connection to the port
  {"event":"closed","worker","port","localPort","up":BYTES,"down":BYTES,"connections":N}

EXIT STATUS
  130 interrupted, as it ends; 2 the worker or port is none; 3 the worker was not reached; 4 no such
  port can be had on this machine; 5 the cloud)";

constexpr const char *TunnelsFooter =
    R"(Those of all Podiums of this account on this machine, the window's too.

JSON
  {"tunnels":[{"pid","program","worker","port","localPort","state","address","url","error"}]})";

constexpr const char *PortsFooter =
    R"(TCP ports of the workers that somebody listens on, and which program it is: TensorBoard, Jupyter, xprof,
a Ray dashboard, Weights & Biases and MLflow by name. `podiumctl tunnel` reaches those that listen on
localhost. Nothing is installed on a worker: a script goes there over stdin and becomes root where sudo asks
for no password; else other people's processes cannot be seen.

JSON
  {"workers":[{"worker","unknown":REASON|null,"unknownProcesses":REASON|null,
     "servers":[{"port","address","reachable":BOOL,"server":NAME|null,"guess":BOOL,
                 "pid":N|null,"user":NAME|null,"command":TEXT|null}]}]}

EXIT STATUS
  0 told for all; 1 unknown on a worker; 2 usage; 3 a worker was not reached; 5 the cloud)";

} // namespace

Subcommand tunnelSubcommand(const std::shared_ptr<TunnelArguments> &arguments)
{
    Subcommand tunnel;
    tunnel.addTo = [arguments](CLI::App &app) {
        CLI::App *sub = app.add_subcommand("tunnel", "Reach a port of a worker on this machine");
        sub->footer(TunnelFooter);
        addText(sub, "TARGET", arguments->target, "One worker, as for run")->required();
        addTexts(sub, "PORT[:LOCAL]", arguments->ports, "Of the worker, and of this machine")
            ->required();
        addJson(sub, arguments->json, "A JSON document a line for each event");
    };
    tunnel.makeTask = [arguments](app::Services &services) {
        return std::make_unique<TunnelTask>(runServices(services, {arguments->target}), *arguments);
    };
    tunnel.complete = [arguments](const Rest &rest) {
        for (const QString &text : arguments->ports) {
            const auto pair = tunnel::parsePorts(text);
            if (!pair) {
                return pair.error().text().toStdString();
            }
            arguments->pairs.push_back(*pair);
        }
        return rest.excludedTargets.isEmpty()
                   ? std::string()
                   : std::string("A tunnel goes to one worker: there is nothing to take away.");
    };
    return tunnel;
}

Subcommand tunnelsSubcommand(const std::shared_ptr<TunnelArguments> &arguments)
{
    Subcommand tunnels;
    tunnels.addTo = [arguments](CLI::App &app) {
        CLI::App *sub = app.add_subcommand("tunnels", "List the tunnels of this machine");
        sub->footer(TunnelsFooter);
        addJson(sub, arguments->json);
    };
    tunnels.needs = [] {
        Needs needs;
        needs.hasStoredNodes = false;
        needs.warnsWithoutDatabase = false;
        return needs;
    };
    tunnels.makeTask = [arguments](app::Services &services) {
        return std::make_unique<TunnelsTask>(services.paths.stateDir, arguments->json);
    };
    return tunnels;
}

Subcommand portsSubcommand(const std::shared_ptr<TunnelArguments> &arguments)
{
    Subcommand ports;
    ports.addTo = [arguments](CLI::App &app) {
        CLI::App *sub = app.add_subcommand("ports", "Show which programs listen on the workers");
        sub->footer(PortsFooter);
        addTexts(sub, "TARGET", arguments->targets, "Nodes and workers, as for run")->required();
        addJson(sub, arguments->json);
    };
    ports.makeTask = [arguments](app::Services &services) {
        return std::make_unique<PortsTask>(
            runServices(services, arguments->targets), arguments->targets, arguments->json);
    };
    ports.complete = [arguments](const Rest &rest) {
        arguments->targets += rest.excludedTargets;
        return std::string();
    };
    return ports;
}

} // namespace podium::ctl
