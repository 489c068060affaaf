// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/podiumctl/recipe/recipearguments.h"

#include "app/composition/services.h"
#include "app/podiumctl/nodes/targettask.h"
#include "app/podiumctl/options.h"
#include "app/podiumctl/recipe/pastverdictstask.h"
#include "app/podiumctl/recipe/reciperuntask.h"
#include "app/podiumctl/recipe/recipetask.h"

#include <CLI/CLI.hpp>

namespace podium::ctl {

namespace {

using SharedRecipe = std::shared_ptr<RecipeArguments>;
using RecipeAction = RecipeArguments::Action;

constexpr const char *RecipeFooter =
    R"(A recipe is a file of steps, each with a check and an act in sh. Leaves alone what is already so, so a
recipe can be run again: after a recreate, or on the workers that failed. Your own are in
~/.config/podium/recipes/NAME.sh, or NAME/recipe.sh with files beside it that come along, and go before
built-in ones of that name, as do those in the folders of recipeFolders (podiumctl help config); RECIPE
with a '/' is a file or a folder.)";
constexpr const char *RecipeListFooter =
    R"(Built-in ones, your own, and those in the folders of recipeFolders, where other scripts are passed over.
Which one counts of several of one name is said. "as root": its head says so; "uses sudo": steps of it call sudo.

JSON
  {"recipes":[{"name","purpose","file":…|null,"insteadOf":[FILE|null],"files":[…],"root":BOOL,"usesSudo":BOOL,
     "parameters":[{"name","purpose","default":…|null,"choices":[…],"secret":BOOL,
       "type":"text|number|path|relative-path|whole-path|bucket|pattern",
       "least":N|null,"most":N|null,"pattern":…|null}],"steps":COUNT}],
   "errors":[…]})";
constexpr const char *RecipeRunFooter =
    R"(TARGET is as for `podiumctl run`. Nothing is sent where the recipe cannot be read, a parameter is
missing or not what it has to be, or a target is wrong. Each worker stops at its first failed step; run it again to go on there.

With --one-by-one, and for a recipe that says `on each`, the next worker is begun once the one before is
as it should be; after one that is not, or was not reached, no other is begun.

With --dry-run only the checks of the steps are run, on all workers at once: a step that is not so yet is
`needed`. A check that needs what an earlier step installs may be `unknown`. It is not in the history.

A secret is never in a command line: --set NAME=@SECRET takes one of `podiumctl secret`, where no keyring
runs after asking for it; --set-file NAME=FILE takes all of a file, as a deploy key needs, but for line ends
at its end. It goes to the workers over stdin, into a variable of the recipe's shell, and it and each of its
lines of 8 characters or more are taken out of answers. Where a stored one was put is written down, so that
`podiumctl secret withdraw` takes it away again.

JSON
  {"recipe","workers":[{"worker","good":BOOL,"begun":BOOL,
     "steps":[{"step","state":"ok|changed|needed|failed|skipped|unknown","detail"}],"error":{…}|null}]}

EXIT STATUS
  0 all is as it should be; 1 a step failed, is needed, or it is unknown; 2 usage, or the recipe or a value is
  wrong; 3 a worker was not reached; 5 the cloud)";
constexpr const char *RecipeVerdictsFooter =
    R"(How each worker stood at each step when the recipe ended, whether it was run here, in the window or for
a node request. RUN is an ID of `podiumctl runs --past`. Values of parameters and what workers printed are
not kept. Nobody is asked: how it is now, `run` tells.

JSON
  {"run","recipe","program","startedAt","endedAt":…|null,"end","workers":[{"worker","good":BOOL,
     "begun":BOOL,"steps":[{"step","state":"ok|changed|failed|skipped|unknown"}],"error":TEXT|null}]}

EXIT STATUS
  0 shown; 2 no such recipe was run; 4 it cannot be read)";
constexpr const char *RecipeCheckFooter =
    R"(Reads it as `run` would, and warns of what is known to go wrong on TPU VMs, and of what shellcheck finds
where that is installed here. Nothing is run. `run` is never refused for a warning.

EXIT STATUS
  0 fine; 1 there are warnings; 2 it cannot be read)";

CLI::App *recipeAction(
    CLI::App *recipe, const char *name, const char *what, RecipeAction which,
    const SharedRecipe &to)
{
    CLI::App *app = recipe->add_subcommand(name, what);
    app->callback([to, which] { to->action = which; });
    if (which != RecipeAction::List && which != RecipeAction::Verdicts) {
        addText(
            app, "RECIPE", to->name,
            which == RecipeAction::New ? "A name for it" : "Its name, a file or a folder")
            ->required();
    }
    if (which != RecipeAction::New) {
        addJson(app, to->json);
    }
    return app;
}

void addRecipe(CLI::App &app, const SharedRecipe &arguments)
{
    CLI::App *recipe =
        app.add_subcommand("recipe", "Set up workers with recipes, a verdict for each step");
    recipe->footer(RecipeFooter);
    recipe->require_subcommand(1);
    recipeAction(recipe, "list", "What there is", RecipeAction::List, arguments)
        ->footer(RecipeListFooter);
    recipeAction(recipe, "show", "Print a recipe's file", RecipeAction::Show, arguments);
    recipeAction(recipe, "new", "Begin a recipe of your own", RecipeAction::New, arguments);
    recipeAction(recipe, "check", "Whether a recipe is right", RecipeAction::Check, arguments)
        ->footer(RecipeCheckFooter);
    CLI::App *run =
        recipeAction(recipe, "run", "Bring workers to it", RecipeAction::Run, arguments);
    run->footer(RecipeRunFooter);
    addTexts(run, "TARGET", arguments->targets, "Nodes and workers, as for run")->required();
    addTexts(run, "--set", arguments->values, "A parameter (may be repeated)")
        ->type_name("NAME=TEXT");
    addTexts(run, "--set-file", arguments->valueFiles, "The same, from a file")
        ->type_name("NAME=FILE");
    run->add_flag("--one-by-one", arguments->oneByOne, "Each worker after the other");
    run->add_flag(
        "--dry-run", arguments->dryRun, "Only say which steps are needed, and do nothing");
    CLI::App *verdicts = recipeAction(
        recipe, "verdicts", "Show how one that was run came out", RecipeAction::Verdicts,
        arguments);
    verdicts->footer(RecipeVerdictsFooter);
    addText(verdicts, "RUN", arguments->run, "Of which run; default: the last recipe");
}

std::unique_ptr<Task> makeRecipeTask(app::Services &services, const RecipeArguments &arguments)
{
    const recipe::RecipeFolders folders = services.recipeFolders();
    if (arguments.action == RecipeArguments::Action::Run) {
        return std::make_unique<RecipeRunTask>(
            runServices(services, arguments.targets), folders, services.secrets, arguments);
    }
    if (arguments.action == RecipeArguments::Action::Verdicts) {
        return std::make_unique<PastVerdictsTask>(
            services.runHistory, arguments.run, arguments.json);
    }
    return std::make_unique<RecipeTask>(folders, arguments);
}

} // namespace

Subcommand recipeSubcommand(const std::shared_ptr<RecipeArguments> &arguments)
{
    Subcommand recipe;
    recipe.addTo = [arguments](CLI::App &app) { addRecipe(app, arguments); };
    recipe.makeTask = [arguments](app::Services &services) {
        return makeRecipeTask(services, *arguments);
    };
    recipe.complete = takeExcluded(arguments);
    return recipe;
}

} // namespace podium::ctl
