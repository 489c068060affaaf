// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0

#include "app/podium-sim/host/workerhost.h"
#include "app/podium-sim/serve.h"

#include <CLI/CLI.hpp>

int main(int argc, char **argv)
{
    // The descriptors that cloud/workerpool.cpp leaves the worker host.
    constexpr int hostChannel = 3;
    constexpr int hostStderr = 4;

    CLI::App app(
        "A Google-shaped cloud on this machine: the APIs that Podium speaks, on loopback, "
        "and real OpenSSH workers behind them.",
        "podium-sim");
    app.set_version_flag("--version", "podium-sim " PODIUM_VERSION);
    app.require_subcommand(1);

    podium::sim::ServeOptions options;
    CLI::App *serve =
        app.add_subcommand("serve", "Run the cloud until stdin ends, SIGTERM or SIGINT");
    serve->add_option("--scenario", options.scenario, "A scenario file; without it, the demo")
        ->check(CLI::ExistingFile);
    serve->add_option("--port", options.port, "The port of the APIs; 0: any free one")
        ->check(CLI::Range(0, 65535));
    serve
        ->add_option(
            "--ssh-port", options.sshPort,
            "The port of all workers; 0: 22 where it can be had, else any free one")
        ->check(CLI::Range(0, 65535));
    CLI::App *host = app.add_subcommand("worker-host", "The program's inner part")->group("");
    CLI11_PARSE(app, argc, argv);

    if (host->parsed())
        return podium::sim::workerHostMain(hostChannel, hostStderr);
    return podium::sim::serve(options);
}
