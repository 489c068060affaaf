// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0

#include "app/manual/clipages.h"
#include "app/manual/optionformatter.h"
#include "app/podium-sim/host/workerhost.h"
#include "app/podium-sim/serve.h"

#include <CLI/CLI.hpp>

#include <cstdio>
#include <memory>
#include <string_view>

namespace {

constexpr const char *ServeFooter =
    R"help(When it is ready, one line of JSON on stdout says how to use it: {"url","sshPort","identity","user",
"env"}; `env` has the variables to export so that podiumctl, podium and gcloud talk to this cloud.

WORKERS
They are real OpenSSH servers, each in namespaces of its own, and need /usr/sbin/sshd. As root, or as
a user for whom /etc/subuid has a range. Installing openssh-server starts a server for the whole
machine; where that is not wanted, keep its units off before, as root:

  ln -s /dev/null /etc/systemd/system/ssh.service
  ln -s /dev/null /etc/systemd/system/ssh.socket
  apt install openssh-server

Examples:
  coproc SIM { podium-sim serve; }; read -r ready <&"${SIM[0]}"     # ends with this shell
  eval "$(jq -r '.env | to_entries[] | "export \(.key)=\(.value|@sh)"' <<<"$ready")"
  podiumctl nodes)help";

/// The page of the manual, into a folder: for the build, and in no help.
int writeManual(const CLI::App &app, const char *folder)
{
    namespace manual = podium::manual;
    manual::ManPage page = manual::pageOf(*app.get_subcommand("serve")); // there is no other
    page.name = app.get_name();
    page.summary = "a cloud with TPU nodes on this machine";
    for (manual::Section &section : page.sections) {
        if (section.title == "Description")
            section.text = app.get_description() + "\n\n" + section.text;
    }
    page.seeAlso = {"podium(1)", "podiumctl(1)"};
    const std::string problem = manual::writePages({page}, folder);
    std::fputs(problem.c_str(), stderr);
    return problem.empty() ? 0 : 1;
}

} // namespace

int main(int argc, char **argv)
{
    // The descriptors that cloud/workerpool.cpp leaves the worker host.
    constexpr int hostChannel = 3;
    constexpr int hostStderr = 4;

    CLI::App app(
        "A Google-shaped cloud on this machine: the APIs that Podium speaks, on loopback, "
        "and real OpenSSH workers behind them.",
        "podium-sim");
    app.formatter(std::make_shared<podium::manual::OptionFormatter>());
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
    serve
        ->add_option(
            "--rtt", options.rttMs,
            "Milliseconds of a round trip to the workers, as to a cloud far away; 0: near")
        ->check(CLI::Range(0, 60000));
    serve->add_flag(
        "--on-disk", options.onDisk,
        "The workers' disks are in a folder below $TMPDIR, not in memory, for more than it holds");
    serve->footer(ServeFooter);
    CLI::App *host = app.add_subcommand("worker-host", "The program's inner part")->group("");
    if (argc == 4 && std::string_view(argv[1]) == "help" && std::string_view(argv[2]) == "--man")
        return writeManual(app, argv[3]);
    CLI11_PARSE(app, argc, argv);

    if (host->parsed())
        return podium::sim::workerHostMain(hostChannel, hostStderr);
    return podium::sim::serve(options);
}
