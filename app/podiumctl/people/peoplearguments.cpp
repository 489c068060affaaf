// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/podiumctl/people/peoplearguments.h"

#include "app/composition/services.h"
#include "app/podiumctl/namedoncetask.h"
#include "app/podiumctl/options.h"
#include "app/podiumctl/people/accountrecipestask.h"
#include "app/podiumctl/people/peopletask.h"
#include "app/podiumctl/people/peopleworkertask.h"
#include "app/podiumctl/people/projectkeystask.h"
#include "app/podiumctl/people/rosterrecipestask.h"
#include "app/podiumctl/recordedrecipes.h"
#include "core/run/detached/runjournal.h"

#include <CLI/CLI.hpp>

#include <cstdint>

namespace podium::ctl {

namespace {

using SharedPeople = std::shared_ptr<PeopleArguments>;

constexpr const char *PeopleFooter =
    R"(The roster is changed at once; workers are changed by `apply`. SELECTOR: NODE, with globs,
PROJECT/ZONE/NODE, @all, @LABEL=VALUE or @type=TYPE, as @team=vision or @type=v4-64: an account is on all
workers of a node.)";

constexpr const char *RosterFooter =
    R"(JSON
  {"podiumRoster":1,
   "people":[{"login","name","email","note","keys":[{"key","label","options","added","expires"}],
     "grants":[{"on":SELECTOR,"login","sudo","groups","shell","adopt","exclusive","from","until"}]}],
   "leavers":[{"login","name","account","home","endSessions","since","logins","keys"}]}
  The roster as it is then; what is not set is left out.

EXIT STATUS
  0 done; 2 usage, or no such person, key or node; 4 not confirmed, or the roster cannot be read or
  written)";
constexpr const char *PlanFooter =
    R"(JSON
  {"asked":{"workers":N,"reached":N,"unreached":[WORKER],"stopped":[NODE],
     "unknown":[TEXT]},
   "workers":[{"worker","known":BOOL,"wantedAccounts":N,"steps":N,
     "accounts":[{"login","state","steps":[{"kind","text"}],
       "notes":[{"kind":"info|warning|blocked","text"}]}],
     "error":{"kind","summary","detail","hint"}}]}
  "error" only where a worker could not be asked. Nodes that are stopped are only named: once they are
  started, they have the accounts that they had.

EXIT STATUS
  0 all workers that run are as the roster says; 1 something would be changed, or is in the way; 2 usage;
  3 a worker was not reached; 4 the roster cannot be read; 5 the cloud)";
constexpr const char *ApplyFooter =
    R"(`apply` shows first what it changes, and asks; without a terminal, or with --json, say --yes.

JSON
  As of `people plan`, afterwards, with "changedWorkers":N, and of a worker that keys were taken from
  "proof":{"proven":BOOL,"refusedKeys":N,"stillTaken":[TEXT],"error":{…}}, and of the recipes that were run
  where accounts were made
  "recipes":[{"recipe","login","workers":[as of `recipe run`]}], and "recipeErrors":[{"kind",…}] of those
  that could not be run

EXIT STATUS
  0 done, and all workers that run are as the roster says; 1 something failed, is in the way, or is not proven;
  2 usage; 3 a worker was not reached; 4 not confirmed, or the roster cannot be read; 5 the cloud;
  130 interrupted)";
constexpr const char *AuditFooter =
    R"(JSON
  {"asked":as of `people plan`,
   "workers":[{"worker","host","lookedAt":TIME,"osLogin":BOOL,"missingTools":[TEXT],"error":{…},
     "accounts":[{"login","uid":N,"name","home","shell","password","closed":BOOL,"google":BOOL,
       "podium":"none|creating|created|adopted","groups":[TEXT],"sudo":BOOL,"sudoRules":[TEXT],
       "keys":[{"origin":"podium|google|other","line":N,"type","bits":N,"fingerprint","comment",
         "options","until":TIME|null,"inSecondFile":BOOL}],
       "problems":[TEXT],"lastLogin","processes":N,"crontab":BOOL,"units":BOOL,"lingers":BOOL}]}]}

EXIT STATUS
  0 told for all; 2 usage; 3 a worker was not reached; 4 the roster cannot be read; 5 the cloud)";
constexpr const char *RosterExportFooter =
    R"(EXIT STATUS
  0 written; 4 the roster cannot be read, or the file not written)";
constexpr const char *RosterImportFooter =
    R"(JSON
  {"added":N,"conflicts":[{"login","what","ours","theirs"}]}

EXIT STATUS
  0 merged; 1 both say different things; 2 usage, or the file is no roster; 4 the roster cannot be read
  or written)";
constexpr const char *ProjectKeysFooter =
    R"(`add` and `remove` show first what they change, and ask; without a terminal, or with --json, say --yes.

JSON
  {"osLogin":BOOL,"keys":[{"user","fingerprint":TEXT|null,"until":TIME|null,"comment"}]}

EXIT STATUS
  0 done; 2 usage, or no such key; 4 not confirmed; 5 the cloud)";

const char *footerOf(PeopleAction action)
{
    switch (action) {
    case PeopleAction::Plan:
        return PlanFooter;
    case PeopleAction::Apply:
        return ApplyFooter;
    case PeopleAction::Audit:
        return AuditFooter;
    case PeopleAction::Export:
        return RosterExportFooter;
    case PeopleAction::Import:
        return RosterImportFooter;
    case PeopleAction::ProjectKeysList:
    case PeopleAction::ProjectKeysAdd:
    case PeopleAction::ProjectKeysRemove:
        return ProjectKeysFooter;
    default:
        return RosterFooter;
    }
}

constexpr const char *RecipesFooter =
    R"(Recipes that are run on each worker on which `apply`, the window or a node request has made an account, once,
in this order; without RECIPE they are listed. With --for they are those of one person, run after the ones of all
where an account of that person was made. One with a parameter `login` gets the account's; all others need a
default. `plan` names them below each account that is to be made. After a step that failed, that account's next
recipe is not run on that worker; nothing else of people waits for them. To run one again:
`podiumctl recipe run NAME TARGET --set login=LOGIN`. What a worker gave no answer to, or what was left when
Podium was closed or killed, is pending: it is run once a window or `apply` hears of that worker's accounts
again, unless the roster does not name it any more. So is that of an account of which something could not be done
when it was made, once nothing fails there.

JSON
  {"recipes":[NAME],"people":{LOGIN:[NAME]},
   "pending":[{"login","worker","recipes":[NAME]}]}
  With --for of that person alone, without "people".

EXIT STATUS
  0 done; 2 there is no such recipe or person, or a parameter of it needs a value; 4 the roster cannot be read)";

CLI::App *peopleAction(
    CLI::App *people, const char *name, const char *what, PeopleAction which,
    const SharedPeople &to, bool hasJson = true)
{
    CLI::App *app = people->add_subcommand(name, what);
    app->callback([to, which] { to->action = which; });
    app->footer(std::string(PeopleFooter) + "\n\n" + footerOf(which));
    if (hasJson) {
        addJson(app, to->json);
    }
    return app;
}

void addLogin(CLI::App *app, const SharedPeople &to)
{
    addText(app, "LOGIN", to->login, "The login of the person")->required();
}

/// --NAME and --no-NAME; left as it is where neither is given.
void choice(CLI::App *app, const std::string &name, std::optional<bool> &target, const char *what)
{
    app->add_flag_function(
        "--" + name + ",!--no-" + name, [&target](std::int64_t count) { target = count > 0; },
        what);
}

void addRights(CLI::App *app, const SharedPeople &to)
{
    choice(app, "sudo", to->sudo, "May use sudo without a password");
    addText(app, "--until", to->until, "Ends: 2026-12-31, 2026-12-31T18:00Z, 30d or never")
        ->type_name("TIME");
}

void addKeepOptions(CLI::App *app, const SharedPeople &to)
{
    app->add_flag(
        "--keep-options", to->keepOptions, "Keep what stands before the keys: command=, from= …");
}

void addRosterActions(CLI::App *people, const SharedPeople &to)
{
    peopleAction(people, "list", "The roster", PeopleAction::List, to);
    auto *add = peopleAction(people, "add", "Add someone to the roster", PeopleAction::Add, to);
    addLogin(add, to);
    addTexts(add, "--key", to->keyFiles, "File of public keys; - for stdin")->type_name("FILE");
    addKeepOptions(add, to);
    addText(add, "--name", to->fullName, "Full name")->type_name("NAME");
    addText(add, "--email", to->email, "E-mail address")->type_name("ADDRESS");
    addText(add, "--note", to->note, "For yourself; never sent anywhere");
    CLI::Option *nodes = addTexts(add, "--on", to->selectors, "Grant these nodes");
    nodes->type_name("SELECTOR");
    addRights(add, to);
    for (const char *right : {"--sudo", "--until"}) {
        add->get_option(right)->needs(nodes); // they are of what is granted, and else of nothing
    }

    auto *remove =
        peopleAction(people, "remove", "Remove someone from the roster", PeopleAction::Remove, to);
    addLogin(remove, to);
    addText(
        remove, "--account", to->accountChoice,
        "What happens to the account: keep, lock (default), delete")
        ->check(CLI::IsMember({"keep", "lock", "delete"}));
    addText(
        remove, "--home", to->homeChoice,
        "Home of a deleted account: keep (default), archive, delete")
        ->check(CLI::IsMember({"keep", "archive", "delete"}));
    remove->add_flag("--end-sessions", to->endSessions, "Stop their running processes");
    remove->add_flag("--yes", to->yes, "Do not ask");
    addLogin(
        peopleAction(
            people, "forget", "Forget a former member, once all workers are clean",
            PeopleAction::Forget, to),
        to);

    auto *key = people->add_subcommand("key", "A person's keys");
    key->require_subcommand(1);
    auto *keyAdd = peopleAction(key, "add", "Add keys", PeopleAction::KeyAdd, to);
    addLogin(keyAdd, to);
    addTexts(keyAdd, "FILE", to->keyFiles, "File of public keys; - for stdin")->required();
    addKeepOptions(keyAdd, to);
    addText(keyAdd, "--until", to->until, "These keys end: 2026-12-31 or 30d")->type_name("TIME");
    auto *keyRemove = peopleAction(key, "remove", "Remove a key", PeopleAction::KeyRemove, to);
    addLogin(keyRemove, to);
    addText(keyRemove, "KEY", to->key, "Its fingerprint SHA256:…, or its label")->required();
}

void addGrantActions(CLI::App *people, const SharedPeople &to)
{
    auto *grant = peopleAction(
        people, "grant", "Give someone nodes, or change what was given: the rest stays",
        PeopleAction::Grant, to);
    addLogin(grant, to);
    addTexts(grant, "SELECTOR", to->selectors, "Which nodes")->required();
    addRights(grant, to);
    addText(grant, "--from", to->from, "Begins: 2026-12-01T08:00Z or now")->type_name("TIME");
    addTexts(grant, "--group", to->groups, "Also a member of this group")->type_name("NAME");
    addTexts(grant, "--no-group", to->removedGroups, "No longer a member of this group")
        ->type_name("NAME");
    addText(grant, "--shell", to->shell, "Login shell")->type_name("PATH");
    choice(grant, "adopt", to->adopt, "Take over an existing account of that name");
    choice(
        grant, "exclusive", to->exclusive,
        "No other keys in that account: those not on the roster go");
    auto *ungrant = peopleAction(people, "ungrant", "Take nodes back", PeopleAction::Ungrant, to);
    addLogin(ungrant, to);
    addTexts(ungrant, "SELECTOR", to->selectors, "As it was granted")->required();
}

void addWorkerActions(CLI::App *people, const SharedPeople &to)
{
    const auto add = [people, &to](const char *name, const char *what, PeopleAction which) {
        auto *app = peopleAction(people, name, what, which, to);
        addTexts(app, "TARGET", to->selectors, "Only these nodes and workers");
        return app;
    };
    add("plan", "Show what apply would do", PeopleAction::Plan);
    auto *apply = add("apply", "Make the workers match the roster", PeopleAction::Apply);
    apply->add_flag("--yes", to->yes, "Do not ask");
    add("audit", "All accounts that a person could use, with their keys", PeopleAction::Audit);
}

void addFileActions(CLI::App *people, const SharedPeople &to)
{
    auto *write =
        peopleAction(people, "export", "The roster as JSON", PeopleAction::Export, to, false);
    addText(write, "FILE", to->file, "Write there instead of stdout");
    auto *read =
        peopleAction(people, "import", "Merge an exported roster", PeopleAction::Import, to);
    addText(read, "FILE", to->file, "What export wrote")->required()->check(CLI::ExistingFile);
    read->add_flag("--theirs", to->preferTheirs, "Where they differ, the file is right");
    read->add_flag("--dry-run", to->dryRun, "Only show what would come of it");
}

void addRecipes(CLI::App *people, const SharedPeople &to)
{
    auto *recipes = peopleAction(
        people, "recipes", "Which recipes are run where an account was made", PeopleAction::Recipes,
        to);
    recipes->footer(RecipesFooter);
    auto *names = addTexts(recipes, "RECIPE", to->recipes, "These, and no others");
    addText(recipes, "--for", to->recipesFor, "Of this person alone, run after those of all")
        ->type_name("LOGIN");
    recipes->add_flag("--none", to->noRecipes, "None")->excludes(names);
}

/// Keys that Google's guest agent brings to all machines of a project.
void addProjectKeys(CLI::App *people, const SharedPeople &to)
{
    auto *keys = people->add_subcommand(
        "project-keys", "Keys in a project's metadata: their users are root on all its nodes");
    keys->require_subcommand(1);
    const auto add = [keys, &to](const char *name, const char *what, PeopleAction which) {
        auto *app = peopleAction(keys, name, what, which, to);
        addText(app, "PROJECT", to->project, "Project id")->required();
        return app;
    };
    add("list", "Who is there", PeopleAction::ProjectKeysList);
    auto *more = add("add", "Add a key", PeopleAction::ProjectKeysAdd);
    addLogin(more, to);
    addTexts(more, "FILE", to->keyFiles, "File of one public key")->required()->expected(1);
    addText(more, "--until", to->until, "The key ends: 2026-12-31 or 30d")->type_name("TIME");
    more->add_flag("--yes", to->yes, "Do not ask");
    auto *less = add("remove", "Remove a key", PeopleAction::ProjectKeysRemove);
    addLogin(less, to);
    addText(less, "KEY", to->key, "Its fingerprint SHA256:…")->required();
    less->add_flag("--yes", to->yes, "Do not ask");
}

void addPeople(CLI::App &app, const SharedPeople &to)
{
    auto *people =
        app.add_subcommand("people", "People and their access: roster, plan, apply, audit");
    people->require_subcommand(1);
    people->footer(PeopleFooter);
    addRosterActions(people, to);
    addGrantActions(people, to);
    addWorkerActions(people, to);
    addFileActions(people, to);
    addRecipes(people, to);
    addProjectKeys(people, to);
}

std::unique_ptr<Task> makeWorkerTask(app::Services &services, const PeopleArguments &arguments)
{
    auto task = std::make_unique<PeopleWorkerTask>(
        services.peopleWorld(), services.compute, services.history,
        run::journalFolder(services.paths.stateDir), arguments);
    if (arguments.action != PeopleAction::Apply) {
        return task;
    }
    AccountRecipesTask::Document document;
    if (arguments.json) {
        document = std::make_shared<std::optional<Json>>();
        task->setPrintApplied([document](const Json &json) { *document = json; });
    }
    QObject::connect(
        &services.accountRecipes, &app::AccountRecipes::recipeMade,
        recordRecipes(services.runHistory, services.history, services.clock, task.get()),
        &models::RecipeRecorder::follow);
    return std::make_unique<AccountRecipesTask>(
        std::move(task), services.accountRecipes, std::move(document));
}

std::unique_ptr<Task> makePeopleTask(app::Services &services, const PeopleArguments &arguments)
{
    if (ProjectKeysTask::does(arguments.action)) {
        return std::make_unique<ProjectKeysTask>(services.compute, services.clock, arguments);
    }
    if (arguments.action == PeopleAction::Recipes) {
        return std::make_unique<RosterRecipesTask>(
            services.roster, people::PendingRecipesStore(services.database),
            services.recipeFolders(), arguments);
    }
    if (!PeopleTask::does(arguments.action)) {
        return makeWorkerTask(services, arguments);
    }
    auto task = std::make_unique<PeopleTask>(services.roster, services.clock, arguments);
    const bool grants =
        arguments.action == PeopleAction::Add || arguments.action == PeopleAction::Grant;
    if (!grants || arguments.selectors.isEmpty()) {
        return task;
    }
    return std::make_unique<NamedOnceTask>(
        services.inventory, services.snapshots, arguments.selectors, std::move(task));
}

} // namespace

Subcommand peopleSubcommand(const std::shared_ptr<PeopleArguments> &arguments)
{
    Subcommand people;
    people.addTo = [arguments](CLI::App &app) { addPeople(app, arguments); };
    people.makeTask = [arguments](app::Services &services) {
        return makePeopleTask(services, *arguments);
    };
    people.needs = [arguments] { return Needs{{}, true, false}; };
    people.complete = [arguments](const Rest &rest) {
        arguments->selectors += rest.excludedTargets;
        const bool staysAsItIs =
            arguments->homeChoice.isEmpty() || arguments->homeChoice == QLatin1String("keep");
        return staysAsItIs || arguments->accountChoice == QLatin1String("delete")
                   ? std::string()
                   : std::string("--home is of an account that is deleted: say --account delete, "
                                 "too.");
    };
    return people;
}

} // namespace podium::ctl
