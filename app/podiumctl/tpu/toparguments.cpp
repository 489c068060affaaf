// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/podiumctl/tpu/toparguments.h"

#include "app/composition/services.h"
#include "app/podiumctl/options.h"
#include "app/podiumctl/tpu/toptask.h"

#include <CLI/CLI.hpp>

namespace podium::ctl {

namespace {

constexpr const char *TopFooter =
    R"(CPU, memory, disks, network and load as the worker's kernel counts them; what the TPU does (DUTY: the
part of the time that it computes) and its memory (HBM) as libtpu tells it, which it does while a
program holds the TPU. Nothing is installed there. On a terminal the table stays in its place. HISTORY: the
duty cycle since the first look, the last hour at most, as far as the terminal has room for it.
Below it: which worker is unlike the others of its node, and in what; what somebody should look after; what
each node costs a day by list price, or that a TPU grant covers it, where that is known.
With --idle also whether its TPU computes by Cloud Monitoring, which is some minutes late and needs no
login, and why where that is unknown; see `podiumctl nodes --help`. No look waits for it; with --looks all
lines are printed once it has answered.

JSON, a line for each look at a worker
  {"worker","time","node":{"cost":"covered|not-covered|not-charged|unknown","usdPerDay":N|null,
   "reason":SENTENCE|null,"monitoring":null|{"state":"unknown|busy|idle","idleSeconds":N|null,
   "seenAt":TIME|null,"reason":SENTENCE|null}},"cpu":PART|null,"load":N|null,"processors":N|null,
   "memory":{"totalBytes","availableBytes"}|null,"receivedPerSecond":BYTES|null,"sentPerSecond":…,
   "disks":[{"mountPoint","type","usedBytes","freeBytes"}],"uptimeSeconds":N|null,"oomKills":N|null,
   "tpu":{"state":"unknown|no-workload|no-data|known","dutyCycle":PART|null,"memory":PART|null,
          "devices":[{"device","dutyCycle","memoryUsedBytes","memoryTotalBytes"}]},
   "warnings":[SENTENCE],"error":{…}|null}

EXIT STATUS
  0 done; 3 a worker was not reached the last time; 5 the cloud, or with --idle Cloud Monitoring;
  130 interrupted)";

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
        sub->add_flag(
            "--idle", arguments->asksIdle, "Ask Cloud Monitoring whether their TPUs compute, too");
        addJson(sub, arguments->json, "A JSON document a line for each look");
    };
    top.makeTask = [arguments](app::Services &services) {
        return std::make_unique<TopTask>(
            runServices(services, arguments->targets),
            TopNodes::World{
                services.inventory, services.grants, services.monitoring, services.clock},
            *arguments);
    };
    top.complete = takeExcluded(arguments);
    return top;
}

} // namespace podium::ctl
