// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/podiumctl/recipe/recipearguments.h"

#include <CLI/CLI.hpp>

namespace podium::ctl {

namespace {

using SharedRecipe = std::shared_ptr<RecipeArguments>;
using RecipeAction = RecipeArguments::Action;

constexpr const char *RecipeFooter =
    R"(A recipe is a file of steps, each with a check and an act in sh. What is so already is left alone, so a
recipe can be run again: after a recreate, or on the workers that failed. Your own are in
~/.config/podium/recipes/NAME.sh and go before built-in ones of that name; RECIPE with a '/' is a file.)";
constexpr const char *RecipeRunFooter =
    R"(TARGET is as for `podiumctl run`. Nothing is sent where the recipe cannot be read, a parameter is
missing, or a target is wrong. Each worker stops at its first failed step; run it again to go on there.

A secret is never in a command line: --set-file NAME=FILE reads it from the first line of a file. It
goes to the workers over stdin, into a variable of the recipe's shell, and is taken out of answers.

JSON
  {"recipe","workers":[{"worker","good":BOOL,
     "steps":[{"step","state":"ok|changed|failed|skipped|unknown","detail"}],"error":{…}|null}]}

EXIT STATUS
  0 all is as it should be; 1 a step failed, or it is unknown; 2 usage, or the recipe or a value is
  wrong; 3 a worker was not reached; 5 the cloud)";
constexpr const char *RecipeCheckFooter =
    R"(Reads it as `run` would, and warns of what is known to go wrong on TPU VMs. Nothing is run.

EXIT STATUS
  0 fine; 1 there are warnings; 2 it cannot be read)";

CLI::App *recipeAction(
    CLI::App *recipe, const char *name, const char *what, RecipeAction which,
    const SharedRecipe &to)
{
    CLI::App *app = recipe->add_subcommand(name, what);
    app->callback([to, which] { to->action = which; });
    if (which != RecipeAction::List) {
        app->add_option_function<std::string>(
               "RECIPE", [to](const std::string &text) { to->name = QString::fromStdString(text); },
               which == RecipeAction::New ? "A name for it" : "Its name, or a file")
            ->required();
    }
    if (which != RecipeAction::New) {
        app->add_flag("--json", to->json, "One JSON document on stdout");
    }
    return app;
}

CLI::Option *recipeTexts(CLI::App *app, const char *name, QStringList &to, const char *what)
{
    return app->add_option_function<std::vector<std::string>>(
        name,
        [&to](const std::vector<std::string> &list) {
            for (const std::string &text : list) {
                to << QString::fromStdString(text);
            }
        },
        what);
}

} // namespace

void addRecipe(CLI::App &app, const SharedRecipe &arguments)
{
    CLI::App *recipe = app.add_subcommand("recipe", "Set workers up, step by step, with a verdict");
    recipe->footer(RecipeFooter);
    recipe->require_subcommand(1);
    recipeAction(recipe, "list", "What there is", RecipeAction::List, arguments);
    recipeAction(recipe, "show", "Print a recipe's file", RecipeAction::Show, arguments);
    recipeAction(recipe, "new", "Begin a recipe of your own", RecipeAction::New, arguments);
    recipeAction(recipe, "check", "Whether a recipe is right", RecipeAction::Check, arguments)
        ->footer(RecipeCheckFooter);
    CLI::App *run =
        recipeAction(recipe, "run", "Bring workers to it", RecipeAction::Run, arguments);
    run->footer(RecipeRunFooter);
    recipeTexts(run, "TARGET", arguments->targets, "Nodes and workers, as for run")->required();
    recipeTexts(run, "--set", arguments->values, "A parameter (may be repeated)")
        ->allow_extra_args(false)
        ->type_name("NAME=TEXT");
    recipeTexts(run, "--set-file", arguments->valueFiles, "The same, from the first line of a file")
        ->allow_extra_args(false)
        ->type_name("NAME=FILE");
}

} // namespace podium::ctl
