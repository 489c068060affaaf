// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/podiumctl/lifecycle/createarguments.h"

#include "app/composition/requesthost.h"
#include "app/composition/services.h"
#include "app/podiumctl/lifecycle/createtask.h"
#include "app/podiumctl/lifecycle/requeststask.h"
#include "app/podiumctl/options.h"
#include "app/podiumctl/recordedrecipes.h"
#include "app/podiumctl/terminal.h"

#include <CLI/CLI.hpp>

namespace podium::ctl {

namespace {

using SharedCreate = std::shared_ptr<CreateArguments>;
using CreateAction = CreateArguments::Action;

constexpr const char *CreateFooter =
    R"(Says first for how long it is asked for, whether it is kept and what is run on it then, whether a TPU grant
covers the node (`podiumctl grants`), what Google asks a day for what none covers, and the equal gcloud
command. Then asks for it in the zones in the order given, until the node
is READY. The request is written down before anything is sent: after Ctrl-C or a crash
`podiumctl request resume ID` takes it up again and looks for what was made, and `request cancel ID`
gives it up. The node carries the label podium-request=ID.

With --until-capacity it goes on where there is none: each zone again after half a minute and more, up to
ten minutes; where quota is used up, up to half an hour. What can never come about (no quota at all, a
closed zone, a wrong type, a missing permission) is not asked for again.

Whichever Podium has the watch (window, `podiumctl watch`, user unit) carries requests on that nobody
follows; with --no-wait that is so from the start.

--queued      asks for a queued resource, which waits at Google's side and holds quota from the start.
              Where it is not wanted any more it is deleted, and expires by itself after --valid-for.
--flex-start  a queued resource whose node runs for that time, up to seven days. Whether a grant covers one
              is not known, so that it needs --yes-it-costs.
--race        asks in all zones at once. The first node that is READY and answers ssh stays, what was
              begun in the others is deleted until it is gone. Where ssh answers on none for a quarter
              of an hour, the first that was READY stays, and is waited for.
--keep        goes on when the node stands: one that is preempted is deleted and made again, in the same
              zone or the next, with its labels, metadata, tags, service account, network and disks; then
              the people of the roster and the recipes of --then follow. Three in a row that last less
              than ten minutes end it. One that somebody else deletes is not made again unasked.

With --race, --keep or --then the node stands once ssh answers. Where it has not for half an hour, the node
stays, that is said, and people and recipes are tried three times; with --keep `request resume ID` tries
them again.

JSON
  {"request":{"id","project","state":"active|made|given-up|cancelled","reason","node","zones",
     "means":"direct|queued|flex-start","race","keep","recipes","wish":"go|pause|cancel","question",
     "confirmedUsdPerDay" (where no grant covers it),
     "attempts":[{"zone","sentAt","endedAt","refusal","answer","standsSince",
                  "readySince" (where ssh has to answer), "after":[{"recipe","done","error"}]}]}|null,
   "status","coverage":[{"verdict","reason","usdPerDay"…, as of `grants check`}],
   "gcloud":COMMAND}

EXIT STATUS
  0 READY, and with --keep or --then what comes after is done, or --no-wait; 2 usage; 4 no grant covers it
  and --yes-it-costs is missing, or not confirmed; 5 it was not made, or what comes after was not done;
  130 interrupted)";
constexpr const char *RequestsFooter =
    R"(Those that wait, and those that ended: these are kept for 180 days.

JSON
  {"requests":[as of `create`, with "status"]})";
constexpr const char *ResumeFooter =
    R"(Looks what became of the last try, and goes on from there: also with one that is paused or asks
something, and with what came after and has failed. Where another Podium carries it out, that one goes
on, and is followed. Exit status as of `create`.)";
constexpr const char *PauseFooter =
    R"(Nothing new is asked for. What was begun is followed until it stands or fails; a kept node is let be.
`request resume` goes on. Whichever Podium carries the request out follows within seconds.

EXIT STATUS
  0 paused; 2 no such request, or it is over)";
constexpr const char *ZonesFooter =
    R"(From now on these zones are tried, in this order. What was begun elsewhere is followed to its end.
Says of each new zone whether a TPU grant covers the node there, and what Google asks a day for it else.
What none covers, and costs more than was confirmed for this request so far, needs --yes-it-costs; so
does what has no known price.

JSON
  {"request","status", as of `create`,"coverage":[of each new zone, as of `grants check`]}

EXIT STATUS
  0 changed; 2 no such request, it is over, or no zone; 4 no grant covers a zone and --yes-it-costs is
  missing)";
constexpr const char *CancelFooter =
    R"(Nothing more is asked for. A node that the request is making is deleted, and it is waited until that is
gone; one that stands is not: `podiumctl delete` does that.

EXIT STATUS
  0 cancelled; 2 no such request, or it is over; 4 not confirmed)";

void addNodeOptions(CLI::App *app, CreateArguments &to)
{
    addText(app, "--project,-p", to.project, "The project (needed)")->type_name("P");
    addText(app, "--type", to.type, "The accelerator type (needed), as v4-64")->type_name("T");
    addTexts(app, "--zone", to.zones, "The zones, in the order in which they are tried")
        ->type_name("Z")
        ->required();
    app->add_flag("--spot", to.spot, "Spot: cheaper, and may be taken away at any time");
    addText(app, "--version", to.version, "The runtime (default: the usual one of the type)")
        ->type_name("V");
    app->add_flag("--internal-ips", to.isInternal, "Without external addresses");
    addText(app, "--network", to.network, "Network")->type_name("N")->default_str("default");
    addText(app, "--subnetwork", to.subnetwork, "Subnetwork")->type_name("N");
    addText(
        app, "--service-account", to.serviceAccount, "Service account (default: Compute Engine's)")
        ->type_name("EMAIL");
    addTexts(app, "--tag", to.tags, "A tag for firewall rules (may be repeated)")->type_name("TAG");
    addTexts(app, "--label", to.labels, "A label (may be repeated)")->type_name("KEY=VALUE");
    addTexts(app, "--metadata", to.metadata, "Metadata (may be repeated)")->type_name("KEY=VALUE");
}

void addManner(CLI::App *app, CreateArguments &to)
{
    auto *queued = app->add_flag("--queued", to.isQueued, "By a queued resource of Google's");
    addText(
        app, "--valid-for", to.validFor, "For how long that is valid: 90m, 12h, 3d; at most 365d")
        ->type_name("TIME")
        ->default_str("1d");
    addText(app, "--flex-start", to.runFor, "Queued, for a node that runs for so long")
        ->type_name("TIME")
        ->excludes(queued);
    addText(app, "--reservation", to.reservation, "From this reservation")->type_name("NAME");
    app->add_flag("--race", to.isRace, "All zones at once; the first one stays");
    app->add_flag("--keep", to.isKept, "Make it again when it is preempted");
    addTexts(app, "--then", to.recipes, "Run a recipe on it when it is ready (may be repeated)")
        ->type_name("RECIPE")
        ->allow_extra_args(false);
    app->add_flag("--no-wait", to.noWait, "Leave it to whoever has the watch");
}

void addMaySpend(CLI::App *app, CreateArguments &to)
{
    app->add_flag("--yes-it-costs", to.maySpend, "Also what no grant covers, at Google's price");
}

void addRequest(CLI::App &app, const SharedCreate &arguments)
{
    CLI::App *request = app.add_subcommand("request", "Change or cancel a request");
    request->require_subcommand(1);
    for (const auto &[name, what, action, footer] :
         {std::tuple("resume", "Resume a request", CreateAction::Resume, ResumeFooter),
          std::tuple("pause", "Pause a request", CreateAction::Pause, PauseFooter),
          std::tuple("zones", "Try other zones", CreateAction::Zones, ZonesFooter),
          std::tuple("cancel", "Cancel a request", CreateAction::Cancel, CancelFooter)}) {
        CLI::App *change = request->add_subcommand(name, what);
        change->footer(footer);
        change->callback([arguments, which = action] { arguments->action = which; });
        addText(change, "ID", arguments->id, "As `requests` shows it")->type_name("ID");
        change->get_option("ID")->required();
        if (action == CreateAction::Zones) {
            addTexts(change, "ZONE", arguments->zones, "In the order in which they are tried")
                ->type_name("Z")
                ->required();
            addMaySpend(change, *arguments);
        }
        change->add_flag("--yes", arguments->yes, "Do not ask");
        addJson(change, arguments->json);
    }
}

void addCreate(CLI::App &app, const SharedCreate &arguments)
{
    CLI::App *create = app.add_subcommand("create", "Create a TPU node");
    create->footer(CreateFooter);
    create->callback([arguments] { arguments->action = CreateAction::Create; });
    addText(create, "NAME", arguments->name, "The node's name")->type_name("NAME");
    create->get_option("NAME")->required();
    addNodeOptions(create, *arguments);
    addManner(create, *arguments);
    create
        ->add_option_function<std::string>(
            "--until-capacity",
            [arguments](const std::string &text) {
                arguments->untilCapacity = true;
                arguments->deadline = QString::fromStdString(text);
            },
            "Keep trying until there is capacity, for at most so long: 90m, 12h, 3d")
        ->expected(0, 1)
        ->type_name("[TIME]");
    create->add_flag("--dry-run", arguments->dryRun, "Only say what would be asked for");
    create->add_flag("--yes", arguments->yes, "Do not ask");
    addMaySpend(create, *arguments);
    addJson(create, arguments->json);

    CLI::App *list = app.add_subcommand("requests", "List requests for nodes and their state");
    list->footer(RequestsFooter);
    list->callback([arguments] { arguments->action = CreateAction::List; });
    addJson(list, arguments->json);

    addRequest(app, arguments);
}

std::unique_ptr<Task> makeCreateTask(app::Services &services, const CreateArguments &arguments)
{
    auto host = std::make_shared<app::RequestHost>(services);
    const auto *recorder =
        recordRecipes(services.runHistory, services.history, services.clock, host.get());
    QObject::connect(
        host.get(), &app::RequestHost::recipeMade, recorder, &models::RecipeRecorder::follow);
    QObject::connect(
        &services.accountRecipes, &app::AccountRecipes::recipeMade, recorder,
        &models::RecipeRecorder::follow);
    QObject::connect(&services.accountRecipes, &app::AccountRecipes::failed, recorder, &printError);
    const app::RequestHost *ofNodes = host.get();
    const CreateServices needed{
        services.grants, services.requests, services.source, services.inventory,
        services.tpu,    services.clock,    std::move(host), services.recipeFolders()};
    std::unique_ptr<NodeRequestTask> task;
    if (arguments.action == CreateArguments::Action::Create) {
        task = std::make_unique<CreateTask>(needed, arguments);
    } else {
        task = std::make_unique<RequestsTask>(needed, arguments);
    }
    QObject::connect(
        ofNodes, &app::RequestHost::recipeMade, task.get(), &NodeRequestTask::noteRecipe);
    QObject::connect(
        &services.accountRecipes, &app::AccountRecipes::recipeMade, task.get(),
        &NodeRequestTask::noteRecipe);
    return task;
}

} // namespace

Subcommand createSubcommand(const std::shared_ptr<CreateArguments> &arguments)
{
    Subcommand create;
    create.addTo = [arguments](CLI::App &app) { addCreate(app, arguments); };
    create.makeTask = [arguments](app::Services &services) {
        return makeCreateTask(services, *arguments);
    };
    return create;
}

} // namespace podium::ctl
