// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/podiumctl/lifecycle/grantsarguments.h"

#include "app/composition/services.h"
#include "app/podiumctl/lifecycle/grantchecktask.h"
#include "app/podiumctl/lifecycle/grantlisttask.h"
#include "app/podiumctl/lifecycle/grantstask.h"
#include "app/podiumctl/options.h"

#include <CLI/CLI.hpp>

namespace podium::ctl {

namespace {

using SharedGrants = std::shared_ptr<GrantsArguments>;
using GrantAction = GrantsArguments::Action;

constexpr const char *TpuGrantsFooter =
    R"(A TPU grant is what a project was given for some time, free of charge: so many chips of a generation
in a zone, spot or on-demand, as the TPU Research Cloud does. Add it once, and each request
can be checked before it costs money. Quota is no grant: every project has some that is charged for.)";
constexpr const char *TpuListFooter =
    R"(What draws on each row and what is left; then the nodes that no grant covers, and what Google asks
for them a day (list price of the TPU alone; disks, addresses and traffic come on top). The nodes
are those of the last look, which `podiumctl nodes` makes; the queued resources of the projects
that have a grant are asked for. Where those cannot be had, what is left is unknown.

A node draws on its row in any state: what was preempted holds its quota until it is deleted. So does
a queued resource from its first moment on. Nodes from before a grant began are not covered.

JSON
  {"asOf":TIME,"pricesAsOf":MONTH,
   "grants":[{"name","project","from","until","current":BOOL,
     "rows":[{"count","unit":"chips|cores","deviceCores"?,"spot","generation","zone",
              "used","left":N|null,"complete":BOOL,"nodes":[NAME],"queued":[ID],"missing":TEXT|null}]}],
   "notCovered":[{"project","zone","name","acceleratorType","state","spot","reason",
                  "billed":"yes|no|open","usdPerDay":N|null}],
   "unreachable":["PROJECT/ZONE"],"errors":[{"project","summary",...}]}

EXIT STATUS
  0 shown; 3 shown, but a zone did not tell its queued resources; 4 what is written down cannot be read;
  5 shown, but a project's could not be asked for)";
constexpr const char *TpuAddFooter =
    R"(Paste or pipe the mail with the subject "You have access to free Cloud TPUs". It says the project, for
how many days, and the rows; it does not say when the days began: give the date of the mail as --from.
What the mail does not say is asked for, never guessed. It is shown first; --yes adds it.

A row that could not be read, or that you type from an old mail:
  --row '64 spot v6e chips us-east1-d'      --row '5 on-demand v3-8 devices us-central1-f'

EXIT STATUS
  0 added; 2 something is missing or wrong; 4 not confirmed)";
constexpr const char *TpuCheckFooter =
    R"(Says whether a grant covers one more node of TYPE in ZONE, beside what stands there now, which the
cloud is asked for. A v4-64 is 32 chips: the names of v2 to v4 and v5p count cores, those of v5e and
v6e chips. v5litepod-1, -4 and -8 draw on another quota than v5e chips of a grant.

JSON
  {"verdict":"covered|not-covered|unknown","reason","hint","project","zone","type","spot",
   "grant":NAME|null,"until":DATE|null,"left":N|null,"unit","usdPerDay":N|null}

EXIT STATUS
  0 covered; 1 not covered, or the size of a node there cannot be told; 2 no such type or zone;
  3 the zone did not answer; 5 the cloud cannot be asked)";
constexpr const char *TpuImportFooter =
    R"(FILE is what `export` wrote elsewhere, or the mail, saved or pasted, for which the options are: see
`podiumctl grants add`. Of an export, a grant that is here under the same name and says something
else stays as it is, and the exit status is 1.)";

CLI::App *grantAction(
    CLI::App *grants, const char *name, const char *what, GrantAction which, const SharedGrants &to)
{
    CLI::App *app = grants->add_subcommand(name, what);
    app->callback([to, which] { to->action = which; });
    return app;
}

/// What a mail does not say.
void addBesideMail(CLI::App *app, const SharedGrants &to)
{
    addText(app, "--from", to->from, "First day: the mail's date")->type_name("DATE");
    CLI::Option *until = addText(app, "--until", to->until, "Last day")->type_name("DATE");
    app->add_option("--days", to->days, "For how many days, where the mail does not say it")
        ->check(CLI::Range(1, 3660))
        ->default_str("")
        ->excludes(until);
    addText(app, "--project,-p", to->project, "Where the mail does not name it")->type_name("P");
    app->add_flag("--yes", to->yes, "Do not ask");
    addJson(app, to->json);
}

void addGrantAdd(CLI::App *grants, const SharedGrants &to)
{
    CLI::App *add = grantAction(grants, "add", "Add a TPU grant", GrantAction::Add, to);
    add->footer(TpuAddFooter);
    addText(add, "--mail", to->mailFile, "The mail, saved or pasted; - for stdin")
        ->type_name("FILE");
    addTexts(add, "--row", to->rows, "One more row (may be repeated)")->type_name("ROW");
    addBesideMail(add, to);
}

void addGrantFiles(CLI::App *grants, const SharedGrants &to)
{
    CLI::App *import =
        grantAction(grants, "import", "Add the grants of a file", GrantAction::Import, to);
    import->footer(TpuImportFooter);
    addText(import, "FILE", to->file, "What export wrote, or the mail; - for stdin")->required();
    addBesideMail(import, to);
    CLI::App *write =
        grantAction(grants, "export", "Print all grants as JSON", GrantAction::Export, to);
    addText(write, "FILE", to->file, "Write there instead of stdout");
    CLI::App *remove = grantAction(grants, "remove", "Remove a TPU grant", GrantAction::Remove, to);
    addText(remove, "GRANT", to->grant, "As list names it: PROJECT/FROM")->required();
    remove->add_flag("--yes", to->yes, "Do not ask");
    addJson(remove, to->json);
}

void addGrants(CLI::App &app, const SharedGrants &to)
{
    auto *grants =
        app.add_subcommand("grants", "TPU grants: what was granted, and what they cover");
    grants->require_subcommand(1);
    grants->footer(TpuGrantsFooter);
    CLI::App *list = grantAction(
        grants, "list", "List grants, what is used of them, and nodes that none covers",
        GrantAction::List, to);
    list->footer(TpuListFooter);
    addJson(list, to->json);
    addGrantAdd(grants, to);
    addGrantFiles(grants, to);
    CLI::App *check = grantAction(
        grants, "check", "Check whether a grant would cover a node", GrantAction::Check, to);
    check->footer(TpuCheckFooter);
    addText(check, "TYPE", to->type, "Accelerator type, v6e-16")->required();
    addText(check, "ZONE", to->zone, "Zone, us-east1-d")->required();
    check->add_flag("--spot", to->spot, "As spot, which may be taken away");
    addText(check, "--project,-p", to->project, "Where several projects have grants")
        ->type_name("P");
    addJson(check, to->json);
}

std::unique_ptr<Task> makeGrantsTask(app::Services &services, const GrantsArguments &arguments)
{
    if (arguments.action == GrantsArguments::Action::Check) {
        return std::make_unique<GrantCheckTask>(services, arguments);
    }
    if (arguments.action == GrantsArguments::Action::List) {
        return std::make_unique<GrantListTask>(services, arguments);
    }
    return std::make_unique<GrantsTask>(services.grants, arguments);
}

} // namespace

Subcommand grantsSubcommand(const std::shared_ptr<GrantsArguments> &arguments)
{
    Subcommand grants;
    grants.addTo = [arguments](CLI::App &app) { addGrants(app, arguments); };
    grants.makeTask = [arguments](app::Services &services) {
        return makeGrantsTask(services, *arguments);
    };
    return grants;
}

} // namespace podium::ctl
