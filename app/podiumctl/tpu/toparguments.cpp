// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/podiumctl/tpu/toparguments.h"

#include "app/podiumctl/options.h"
#include "app/podiumctl/tpu/toptask.h"

#include <CLI/CLI.hpp>

namespace podium::ctl {

namespace {

constexpr const char *TopFooter =
    R"(CPU, memory, disks, network and load as the worker's kernel counts them; what the TPU does (DUTY: the
part of the time that it computes) and its memory (HBM) as libtpu tells it, which it does while a
program holds the TPU. Nothing is installed there. On a terminal the table stays in its place.

JSON, a line for each look at a worker
  {"worker","time","cpu":PART|null,"load":N|null,"processors":N|null,
   "memory":{"totalBytes","availableBytes"}|null,"receivedPerSecond":BYTES|null,"sentPerSecond":…,
   "disks":[{"mountPoint","type","usedBytes","freeBytes"}],"uptimeSeconds":N|null,"oomKills":N|null,
   "tpu":{"state":"unknown|no-workload|no-data|known","dutyCycle":PART|null,"memory":PART|null,
          "devices":[{"device","dutyCycle","memoryUsedBytes","memoryTotalBytes"}]},
   "warnings":[SENTENCE],"error":{…}|null}

EXIT STATUS
  0 done; 3 a worker was not reached the last time; 130 interrupted; 5 the cloud)";

} // namespace

Subcommand topSubcommand(const std::shared_ptr<TopArguments> &arguments)
{
    Subcommand top;
    top.addTo = [arguments](CLI::App &app) {
        CLI::App *sub = app.add_subcommand("top", "Show how busy workers and their TPUs are");
        sub->footer(TopFooter);
        addTexts(sub, "TARGET", arguments->targets, "Nodes and workers, as for run")->required();
        addSeconds(sub, "--interval", arguments->interval, "Seconds between two looks at a worker")
            ->check(CLI::Range(1, 3600));
        sub->add_option("--looks", arguments->looks, "End after this many looks at each worker")
            ->type_name("N")
            ->check(CLI::Range(1, 1'000'000));
        addJson(sub, arguments->json, "A JSON document a line for each look");
    };
    top.makeTask = [arguments](app::Services &services) {
        return std::make_unique<TopTask>(runServices(services, arguments->targets), *arguments);
    };
    top.complete = [arguments](const Rest &rest) {
        arguments->targets += rest.excludedTargets;
        return std::string();
    };
    return top;
}

} // namespace podium::ctl
