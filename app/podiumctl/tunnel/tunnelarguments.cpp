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

With --socks it is no port but a SOCKS 5 proxy: programs of this machine say themselves where to, and
the worker connects to it and looks the names up, so that internal addresses and the other workers of
its node are reached too. PORT is that of this machine then, 1080 if none is said.

With --jupyter the worker is asked for the token of the server that you run on that port, and the whole
address for a browser is printed once the port is served. The token lets anybody in who reads it.

JSON, a line for each event
  {"event":"open","worker","kind":"port"|"socks","port":N|null,"localPort","address":"127.0.0.1","url"}
  {"event":"jupyter","worker","kind","port","localPort","url"}    with --jupyter; "error":{…} where none is found
  {"event":"reconnecting"|"failed","worker","kind","port","localPort","error":{…}}
  {"event":"refused","worker","kind","port","error":{…}}    the worker gives no connection there
  {"event":"closed","worker","kind","port","localPort","up":BYTES,"down":BYTES,"connections":N}

EXIT STATUS
  2 no such worker or port; 3 the worker was not reached; 4 no such port can be had on this machine;
  5 the cloud; 130 interrupted, as it ends)";

constexpr const char *TunnelsFooter =
    R"(Those of all Podiums of this account on this machine, the window's too.

JSON
  {"tunnels":[{"pid","program","worker","kind":"port"|"socks","port":N|null,"localPort","state",
     "up":BYTES,"down":BYTES,"address","url","error"}]})";

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

using PortPairs = std::vector<tunnel::PortPair>;

Error wrongPorts(const QString &summary)
{
    return {ErrorKind::InvalidArgument, summary};
}

Result<PortPairs> ports(const QStringList &texts)
{
    if (texts.isEmpty()) {
        return failure(wrongPorts(
            QStringLiteral("Say which port of the worker: PORT, or PORT:LOCAL; or --socks.")));
    }
    PortPairs pairs;
    for (const QString &text : texts) {
        const auto pair = tunnel::parsePorts(text);
        if (!pair) {
            return failure(pair.error());
        }
        pairs.push_back(*pair);
    }
    return pairs;
}

/// That of this machine, 0 where none was said.
Result<PortPairs> socksPort(const QStringList &texts)
{
    const quint16 port = texts.isEmpty() ? quint16(0) : tunnel::parsePort(texts.front());
    if (texts.size() > 1 || (!texts.isEmpty() && port == 0)) {
        return failure(wrongPorts(
            QStringLiteral("With --socks there is one PORT at most, that of this machine.")));
    }
    return PortPairs{{0, port}};
}

} // namespace

Subcommand tunnelSubcommand(const std::shared_ptr<TunnelArguments> &arguments)
{
    Subcommand tunnel;
    tunnel.addTo = [arguments](CLI::App &app) {
        CLI::App *sub = app.add_subcommand("tunnel", "Reach a port of a worker on this machine");
        sub->footer(TunnelFooter);
        addText(sub, "TARGET", arguments->target, "One worker, as for run")->required();
        addTexts(sub, "PORT", arguments->ports, "Of the worker, and of this machine")
            ->option_text("PORT[:LOCAL]");
        sub->add_flag(
            "--socks", arguments->socks, "A SOCKS 5 proxy to all that the worker reaches");
        sub->add_flag(
            "--jupyter", arguments->jupyter,
            "Print the address that lets you in to your Jupyter there");
        addJson(sub, arguments->json, "A JSON document a line for each event");
    };
    tunnel.makeTask = [arguments](app::Services &services) {
        return std::make_unique<TunnelTask>(runServices(services, {arguments->target}), *arguments);
    };
    tunnel.complete = [arguments](const Rest &rest) {
        const auto pairs = arguments->socks ? socksPort(arguments->ports) : ports(arguments->ports);
        if (!pairs) {
            return pairs.error().text().toStdString();
        }
        if (arguments->socks && arguments->jupyter) {
            return std::string("--jupyter is for a port of the worker, not for --socks.");
        }
        arguments->pairs = *pairs;
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
    tunnels.needs = [] { return Needs{.hasStoredNodes = false, .warnsWithoutDatabase = false}; };
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
    ports.complete = takeExcluded(arguments);
    return ports;
}

} // namespace podium::ctl
