// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/podiumctl/lifecycle/costarguments.h"

#include "app/composition/services.h"
#include "app/podiumctl/lifecycle/costtask.h"
#include "app/podiumctl/options.h"

#include <CLI/CLI.hpp>

namespace podium::ctl {

namespace {

constexpr const char *CostFooter =
    R"(What nodes have cost by list price: for how long each was seen in a state that is charged for, times the
price of its type. It is not a bill, and leaves out discounts, credits, disks and traffic. What a TPU
grant covers, by the grants added so far, is shown apart. The cloud is not asked.

Only what Podium has seen is counted: while neither the window nor `podiumctl watch` looks, nothing is
known of nodes that came and went meanwhile. Days are of UTC. A price that is not known is said to be
unknown, never taken for 0. Of the external addresses of TPU workers Google does not say whether they
are charged for: theirs is the most that they can have cost.

JSON
  {"from":DATE,"until":DATE,"pricesAsOf":MONTH,"lookedSince":TIME|null,"asOf":TIME|null,
   "total":AMOUNT,"days":[{"day":DATE,...AMOUNT}],
   "nodes":[{"project","zone","name","acceleratorType",...AMOUNT}]}
  AMOUNT: {"notCoveredUsd":N,"coveredUsd":N,"addressesAtMostUsd":N,"chargedSeconds":N,
           "unknownSeconds":N}

EXIT STATUS
  0 shown; 2 no such project, or one that Podium has not seen; 4 what is kept cannot be read)";

} // namespace

Subcommand costSubcommand(const std::shared_ptr<CostArguments> &arguments)
{
    Subcommand cost;
    cost.addTo = [arguments](CLI::App &app) {
        CLI::App *self = app.add_subcommand("cost", "Show what nodes have cost, by list price");
        self->footer(CostFooter);
        addText(self, "--project,-p", arguments->project, "Only this project")->type_name("P");
        self->add_option("--days", arguments->days, "The last so many days, today among them")
            ->check(CLI::Range(1, 180))
            ->capture_default_str();
        addJson(self, arguments->json);
    };
    cost.needs = [] { return Needs{.warnsWithoutDatabase = false}; };
    cost.makeTask = [arguments](app::Services &services) -> std::unique_ptr<Task> {
        return std::make_unique<CostTask>(
            CostTask::Services{
                services.grants, services.history, services.snapshots, services.clock},
            *arguments);
    };
    return cost;
}

} // namespace podium::ctl
