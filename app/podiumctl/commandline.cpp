// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/podiumctl/commandline.h"

#include "app/podiumctl/clihelp.h"
#include "app/podiumctl/exitcodes.h"
#include "app/podiumctl/helptexts.h"
#include "app/podiumctl/run/detachedarguments.h"
#include "app/podiumctl/run/runarguments.h"
#include "app/podiumctl/sshconfig/sshconfigarguments.h"
#include "app/podiumctl/words.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <sstream>

namespace podium::ctl {

namespace {

constexpr const char *Description =
    "Podium for scripts: see TPU nodes, keep their ssh config right, run commands on all workers, "
    "say who may log in, keep what was granted.";
constexpr const char *Footer =
    R"(`podiumctl help SUBCOMMAND` has more, with examples.

With --json a command prints one JSON document on stdout, and nothing else there: its result, or
where there is none {"error":{"kind","summary","detail","hint"}}. Of `run`, `attach` and `watch` each
line is a document.

Exit status: 0 done; 1 a command failed on a worker, or a check found a difference; 2 usage;
3 a worker or zone could not be reached, or was lost; 4 refused, or the output could not be
written; 5 cloud or credentials; 130 interrupted.)";
/// What CLI11 writes into: its own types, turned into ours afterwards.
struct Raw
{
    std::vector<std::string> projects;
    std::string node;
    int interval = 0;
    bool json = false;
    bool once = false;
    bool write = false;
    bool update = false;
    bool notify = false;
    bool allowShrink = false;
    RawRun run;
    RawDetached detached;
    bool verbose = false;
    std::shared_ptr<PeopleArguments> people = std::make_shared<PeopleArguments>();
    std::shared_ptr<GrantsArguments> grants = std::make_shared<GrantsArguments>();
    std::shared_ptr<TpuArguments> tpu = std::make_shared<TpuArguments>();
    std::shared_ptr<CreateArguments> create = std::make_shared<CreateArguments>();
    std::shared_ptr<NodeActionArguments> action = std::make_shared<NodeActionArguments>();
    std::shared_ptr<RecipeArguments> recipe = std::make_shared<RecipeArguments>();
};

void addProjects(CLI::App *app, Raw &raw)
{
    app->add_option("--project,-p", raw.projects, "Only this project (may be repeated)")
        ->allow_extra_args(false)
        ->type_name("P");
}

void addJson(CLI::App *app, Raw &raw)
{
    app->add_flag("--json", raw.json, "One JSON document on stdout");
}

void addNodes(CLI::App &app, Raw &raw)
{
    auto *nodes = app.add_subcommand("nodes", "List the TPU nodes of all projects and zones");
    nodes->footer(NodesFooter);
    addProjects(nodes, raw);
    addJson(nodes, raw);
    auto *history = nodes->add_subcommand("history", "What was ever seen of a node, and when");
    history->footer(HistoryFooter);
    history->add_option("NODE", raw.node, "[PROJECT/[ZONE/]]NODE")->required();
    addJson(history, raw);
}

void addWatch(CLI::App &app, Raw &raw)
{
    auto *watch = app.add_subcommand("watch", "Tell what changes: IPs, states, nodes");
    watch->footer(WatchFooter);
    watch->add_option("--interval", raw.interval, "Seconds between two refreshes")
        ->check(CLI::Range(1, 7 * 24 * 3600))
        ->default_str("as config.json says");
    auto *once = watch->add_flag(
        "--once", raw.once, "Refresh once, compare with the last snapshot, and exit");
    auto *write =
        watch->add_flag("--write", raw.write, "Rewrite the ssh config when it is out of date");
    watch
        ->add_flag(
            "--update", raw.update,
            "The same, but touch only files that Podium has generated before")
        ->excludes(write);
    watch->add_flag("--allow-shrink", raw.allowShrink, AllowShrinkText)->needs(write);
    watch->add_flag("--notify", raw.notify, "Tell it on the desktop, too")->excludes(once);
    watch->add_flag("--json", raw.json, "Each change as a line of JSON");
}

Command commandOf(
    const CLI::App &app, const Raw &raw, const SshConfigParser &sshConfig,
    const QStringList &takenAway, const std::string &remoteCommand)
{
    const Format format = raw.json ? Format::Json : Format::Text;
    const CLI::App *chosen = app.get_subcommands().front();
    const std::string &name = chosen->get_name();
    if (name == "projects") {
        return ProjectsArguments{format};
    }
    if (name == "nodes" && chosen->got_subcommand("history")) {
        return NodeHistoryArguments{QString::fromStdString(raw.node), format};
    }
    if (name == "nodes") {
        return NodesArguments{toList(raw.projects), format};
    }
    if (name == "people") {
        PeopleArguments people = *raw.people;
        people.selectors += takenAway;
        return people;
    }
    if (name == "grants") {
        return *raw.grants;
    }
    if (name == "recipe") {
        RecipeArguments recipe = *raw.recipe;
        recipe.targets += takenAway;
        return recipe;
    }
    if (name == "create" || name == "requests" || name == "request") {
        return *raw.create;
    }
    if (!raw.action->nodes.isEmpty()) {
        return *raw.action;
    }
    if (name == "tpu") {
        TpuArguments tpu = *raw.tpu;
        tpu.targets += takenAway;
        return tpu;
    }
    if (name == "ssh-config") {
        SshConfigArguments arguments = sshConfig.take(*chosen);
        arguments.targets += takenAway;
        return arguments;
    }
    if (name == "watch") {
        WatchArguments watch{std::nullopt,    raw.once,   raw.write, raw.update,
                             raw.allowShrink, raw.notify, format};
        if (raw.interval > 0) {
            watch.interval = std::chrono::seconds(raw.interval);
        }
        return watch;
    }
    if (const auto detached = detachedArguments(name, raw.detached)) {
        return *detached;
    }
    return runArguments(raw.run, takenAway, remoteCommand);
}

/// The short options of what takes targets: `run`, and the export of the ssh config; of all else,
/// nothing.
std::optional<std::vector<std::string>> shortOptions(const std::vector<std::string> &words)
{
    const auto isWord = [](const std::string &word) { return word[0] != '-'; };
    const auto first = std::find_if(words.begin(), words.end(), isWord);
    if (first == words.end()) {
        return std::nullopt;
    }
    if (*first == "run" || *first == "people" || *first == "tpu" || *first == "recipe") {
        return std::vector<std::string>{"-h", "-v"};
    }
    const auto second = std::find_if(first + 1, words.end(), isWord);
    const bool takesTargets = *first == "ssh-config" && second != words.end() &&
                              (*second == "export" || *second == "forget-key");
    return takesTargets ? std::optional(std::vector<std::string>{"-h", "-v", "-p"}) : std::nullopt;
}

QStringList extractTakenAway(std::vector<std::string> &words)
{
    QStringList taken;
    const auto options = shortOptions(words);
    if (!options) {
        return taken;
    }
    bool isOver = false; // behind `--` all is taken as it stands
    std::erase_if(words, [&](const std::string &word) {
        isOver = isOver || word == "--";
        // `-TARGET` would look like an option to the parser; `--…` is one.
        const bool isOption = std::find(options->begin(), options->end(), word) != options->end();
        if (!isOver && word.size() > 1 && word[0] == '-' && word[1] != '-' && !isOption) {
            taken << QString::fromStdString(word);
            return true;
        }
        return false;
    });
    return taken;
}

bool isRun(const std::vector<std::string> &words)
{
    const auto first = std::find_if(
        words.begin(), words.end(), [](const std::string &word) { return word[0] != '-'; });
    return first != words.end() && *first == "run";
}

std::string joinAfter(std::vector<std::string> &words, std::vector<std::string>::iterator separator)
{
    std::string joined;
    for (auto word = separator + 1; word != words.end(); ++word) {
        joined += (joined.empty() ? "" : " ") + *word;
    }
    words.erase(separator, words.end());
    return joined;
}

EarlyExit earlyExit(const CLI::App &app, const CLI::ParseError &error)
{
    std::ostringstream out;
    std::ostringstream err;
    const int code = app.exit(error, out, err);
    if (code == 0) {
        return {ExitDone, out.str()};
    }
    return {ExitUsage, err.str()};
}

} // namespace

std::variant<Arguments, EarlyExit> parseArguments(std::vector<std::string> words)
{
    takeHelpWord(words);
    // Of `run`, all behind `--` is the remote command, whatever it looks like.
    std::string remoteCommand;
    if (const auto separator = std::find(words.begin(), words.end(), "--");
        separator != words.end() && isRun(words)) {
        remoteCommand = joinAfter(words, separator);
    }
    const QStringList takenAway = extractTakenAway(words);

    Raw raw;
    CLI::App app(Description, "podiumctl");
    app.formatter(helpFormatter());
    app.set_version_flag("--version", "podiumctl " PODIUM_VERSION);
    app.add_flag("-v,--verbose", raw.verbose, "Log to stderr");
    app.require_subcommand(1);
    addJson(app.add_subcommand("projects", "List the projects"), raw);
    addNodes(app, raw);
    SshConfigParser sshConfig;
    sshConfig.addTo(app);
    addWatch(app, raw);
    addRun(app, raw.run);
    addPeople(app, raw.people);
    addGrants(app, raw.grants);
    addTpu(app, raw.tpu);
    addCreate(app, raw.create);
    addNodeActions(app, raw.action);
    addRecipe(app, raw.recipe);
    addDetached(app, raw.detached);
    app.footer(Footer); // now, so that no subcommand takes it for its own
    addExamples(app);
    if (const std::string problem = unknownSubcommand(app, words); !problem.empty()) {
        return EarlyExit{ExitUsage, problem + '\n'};
    }
    try {
        std::reverse(words.begin(), words.end()); // CLI11 takes them from the back
        app.parse(words);
    } catch (const CLI::ParseError &error) {
        return earlyExit(app, error);
    }
    if (const std::string problem =
            app.got_subcommand("run") ? runProblem(raw.run, remoteCommand) : "";
        !problem.empty()) {
        return EarlyExit{ExitUsage, "podiumctl run: " + problem + '\n'};
    }
    return Arguments{commandOf(app, raw, sshConfig, takenAway, remoteCommand), raw.verbose};
}

} // namespace podium::ctl
