// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/podiumctl/quota/quotaarguments.h"

#include "app/composition/services.h"
#include "app/podiumctl/options.h"
#include "app/podiumctl/quota/quotatask.h"

#include <CLI/CLI.hpp>

namespace podium::ctl {

namespace {

constexpr const char *QuotaFooter =
    R"(How many TPUs Google lets a project have in a zone or region, and what draws on it: nodes in any state, as
what was preempted holds its quota until it is deleted, and queued resources. Quota is no grant: what no
TPU grant covers costs money (`podiumctl grants`).

Google does not say what is used; it is counted from the nodes and queued resources that can be seen.
Where a zone does not tell them, where a limit's unit or what draws on it is not known, what is left is
unknown. Limits of 0 that nothing draws on are counted on stderr, and only --json lists them.

JSON
  {"quotas":[{"project","id","title","location","region":BOOL,"what":TEXT|null,"unit":"chips|cores"|null,
              "limit":N|null,"unlimited":BOOL,"used":N|null,"left":N|null,"complete":BOOL,
              "nodes":[NAME],"queued":[ID],"missing":TEXT|null}],
   "unreachable":["PROJECT/ZONE"],"errors":[{"project","summary",...}]}
  "what" is null where it is not known what draws on it; "used" is in chips where "unit" is null.

EXIT STATUS
  0 shown; 2 no such project id; 3 shown, but a zone did not answer; 5 a project could not be asked)";

} // namespace

Subcommand quotaSubcommand(const std::shared_ptr<QuotaArguments> &arguments)
{
    Subcommand quota;
    quota.addTo = [arguments](CLI::App &app) {
        CLI::App *self =
            app.add_subcommand("quota", "Show the TPU quota of projects, and what draws on it");
        self->footer(QuotaFooter);
        addProjects(self, arguments->projects);
        addJson(self, arguments->json);
    };
    quota.makeTask = [arguments](app::Services &services) -> std::unique_ptr<Task> {
        return std::make_unique<QuotaTask>(services, *arguments);
    };
    quota.needs = [arguments] { return Needs{.projects = arguments->projects}; };
    return quota;
}

} // namespace podium::ctl
