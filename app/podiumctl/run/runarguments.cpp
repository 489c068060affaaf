// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/podiumctl/run/runarguments.h"

#include "app/composition/services.h"
#include "app/podiumctl/nodes/oneworker.h"
#include "app/podiumctl/options.h"
#include "app/podiumctl/run/runtask.h"
#include "app/podiumctl/run/ttytask.h"
#include "core/recipe/projectscripts.h"
#include "core/run/runoption.h"

#include <CLI/CLI.hpp>

namespace podium::ctl {

namespace {

constexpr const char *RunFooter =
    R"(TARGET: [PROJECT/[ZONE/]]NODE[:WORKERS], with globs in NODE; WORKERS as 0, 0-3, 0-3,7 or all.
@all, @LABEL=VALUE and @type=TYPE, as @team=vision or @type=v4-64, name many; -TARGET takes away again.

COMMAND goes to the login shell of each worker as it stands (several words are joined by spaces,
as ssh does): quote it once, for your own shell. The contents of --script go there as well, unless
they begin with #!: then the interpreter that is named there runs them.

--scripts DIR --job NAME sends DIR/NAME.sh, one of install, test, run, resume and stop, and runs it in
the folder of --in, which install makes. test, run and resume start on all workers or on none, unless
--jobs limits how many run at a time; --detach leaves run and resume running, with an exit status for
each worker (see runs, attach).

--log-dir is made before the run; a folder that has something in it is refused.

--env, --env-file: values go over the connection, into no command line, log or saved run; with
--detach they, and --input, lie in a file of the account's own until the command begins. A run in a
terminal takes none. A file that others cannot read is best (chmod 600).

--via-gateway: one connection from here, to the first worker that is named, or to WORKER; its ClusterShell logs
in on the others, and on itself, over their internal addresses. Your keys stay here: over that connection they sign
logins on these workers, bound to their host keys, and nothing else, which takes OpenSSH 8.9 or newer
there. A command that a signal ends is told by its exit status, 128 and the signal's number. Where
ClusterShell is missing, the recipe clustershell installs it.

--tty: keys go to the worker, Ctrl-C too, and what it draws comes as it is; the window's size is
followed, TERM is xterm-256color. "~." at the beginning of a line hangs up ("~~" there is one "~").
stdin must be a terminal. The exit status is the command's own, or 128 and the number of the signal
that ended it; 130 where you hung up; else as below.

EXIT STATUS
  0 done; 1 a command failed on a worker; 2 usage; 3 a worker could not be reached, or was lost;
  4 refused, or the output could not be written; 5 cloud or credentials; 130 interrupted)";

/// Without the word itself: a value may be in it, and what is printed is kept by many.
std::string checkVariable(const std::string &word)
{
    if (word.find('=') == std::string::npos) {
        return {};
    }
    return "takes a NAME only: a value in a command line can be seen by all on this machine. Set "
           "it "
           "in podiumctl's environment, or give a file of NAME=VALUE lines to --env-file.";
}

/// How many at a time, and how long.
void addLimits(CLI::App *app, run::RunSpec &to)
{
    for (const run::RunOption &option : run::RunOption::all()) {
        app->add_option_function<int>(
               option.flag, [&to, &option](int value) { option.apply(to, value); }, option.help)
            ->check(CLI::Range(option.least, option.most))
            ->default_str(option.usual ? option.usual : std::to_string(option.value(to)));
    }
}

/// What goes to the workers.
void addSent(CLI::App *run, RunArguments &to)
{
    addText(run, "--input", to.inputFile, "Give this file to each worker as stdin; - for stdin")
        ->type_name("FILE");
    addTexts(run, "--env", to.environment, "Give the command this variable, as it is set here")
        ->check(checkVariable)
        ->type_name("NAME");
    addTexts(
        run, "--env-file", to.environmentFiles,
        "Give it these: lines of NAME=VALUE, or NAME for one that is set here")
        ->type_name("FILE");
    addText(run, "--user", to.user, "Log in as this user")->type_name("LOGIN");
    addText(run, "--log-dir", to.logDir, "Save a file per worker and a summary in this folder")
        ->type_name("FOLDER");
    addText(run, "--script", to.scriptFile, "Send the contents of this file instead of COMMAND")
        ->check(CLI::ExistingFile);
    auto *scripts = addText(
                        run, "--scripts", to.scriptsFolder,
                        "Send one of a project's scripts in this folder instead: see --job")
                        ->check(CLI::ExistingDirectory);
    std::vector<std::string> jobs;
    jobs.reserve(recipe::AllProjectJobs.size());
    for (const recipe::ProjectJob job : recipe::AllProjectJobs) {
        jobs.push_back(recipe::projectJobName(job).toStdString());
    }
    auto *job = addText(run, "--job", to.job, "Which of them: install, test, run, resume or stop")
                    ->check(CLI::IsMember(jobs))
                    ->needs(scripts);
    scripts->needs(job);
    addText(run, "--in", to.workFolder, "Where it runs on the workers: ~/…, or the whole path")
        ->type_name("FOLDER")
        ->needs(scripts);
}

/// What it does, or not.
void addFlags(CLI::App *run, RunArguments &to)
{
    for (const run::RunFlag &flag : run::RunFlag::all()) {
        CLI::Option *option =
            flag.value == &run::RunSpec::viaGateway
                ? run->add_flag(
                         flag.flag + ('{' + std::string(FirstGateway) + '}'), to.gateway,
                         flag.help + std::string("; =N or =NODE:N: on that one"))
                      ->type_name("[=WORKER]")
                : run->add_flag(flag.flag, to.options.*flag.value, flag.help);
        if (flag.excludes) {
            option->excludes(run->get_option(flag.excludes));
        }
    }
}

void excludeFromGateway(CLI::App *run)
{
    CLI::Option *gateway = run->get_option("--via-gateway");
    for (const run::RunOption &option : run::RunOption::all()) {
        if (option.isForDirect) {
            gateway->excludes(run->get_option(option.flag));
        }
    }
    for (const run::RunFlag &flag : run::RunFlag::all()) {
        if (flag.isForDirect) {
            gateway->excludes(run->get_option(flag.flag));
        }
    }
}

/// How it is shown, and what cannot go together.
void addStyles(CLI::App *run, RunArguments &to)
{
    using Style = RunArguments::Style;
    auto *detach = run->add_flag(
        "--detach", to.detach, "Leave it running there, and print its id: see attach, runs, end");
    for (const char *other :
         {"--timeout", "--first-output-timeout", "--idle-timeout", "--end-when-lost",
          "--log-dir"}) {
        detach->excludes(run->get_option(other));
    }
    for (const run::RunFlag &flag : run::RunFlag::all()) {
        if (flag.isForAttached) {
            detach->excludes(run->get_option(flag.flag));
        }
    }
    excludeFromGateway(run);
    const auto addStyle = [run, &to](const char *name, Style style, const char *what) {
        return run->add_flag_callback(
            name, [&to, style] { to.style = style; }, what);
    };
    auto *prefix = addStyle("--prefix", Style::Prefix, "Each line as it comes, after its worker");
    auto *fold = addStyle("--fold", Style::Fold, "At the end, workers with the same output once");
    auto *json = addStyle("--json", Style::Events, "Events as JSON lines");
    auto *diff = addStyle(
        "--diff", Style::Diff, "At the end, what most printed, and how the others differ from it");
    prefix->excludes(fold)->excludes(json)->excludes(diff);
    fold->excludes(json)->excludes(diff);
    diff->excludes(json);
    for (CLI::Option *style : {prefix, fold, diff, json}) {
        style->excludes(detach);
    }
    auto *tty = run->add_flag(
        "--tty", to.tty, "In a terminal there, on one worker; without COMMAND, the login shell");
    for (const char *other :
         {"--detach", "--prefix", "--fold", "--diff", "--json", "--input", "--log-dir", "--script",
          "--scripts", "--jobs", "--logins", "--first-output-timeout", "--end-when-lost", "--env",
          "--env-file"}) {
        tty->excludes(run->get_option(other));
    }
    for (const run::RunFlag &flag : run::RunFlag::all()) {
        tty->excludes(run->get_option(flag.flag));
    }
}

void addRun(CLI::App &app, RunArguments &to)
{
    auto *run = app.add_subcommand("run", "Run a command on workers");
    run->footer(RunFooter);
    addTexts(run, "TARGET", to.targets, "Nodes and workers")->required();
    addLimits(run, to.options);
    addSent(run, to);
    addFlags(run, to);
    addStyles(run, to);
}

std::string completeRun(RunArguments &arguments, const Rest &rest)
{
    arguments.targets += rest.excludedTargets;
    arguments.command = rest.command;
    arguments.options.viaGateway = !arguments.gateway.empty();
    const int given = int(!arguments.command.isEmpty()) + int(!arguments.scriptFile.isEmpty()) +
                      int(!arguments.scriptsFolder.isEmpty());
    if (given > 1 || (given == 0 && !arguments.tty)) {
        return "give either a command behind `--`, or --script FILE, or --scripts DIR --job NAME.";
    }
    return {};
}

std::unique_ptr<Task> makeRunTask(app::Services &services, const RunArguments &arguments)
{
    const RunServices needed = runServices(services, arguments.targets);
    if (arguments.tty) {
        return std::make_unique<TtyTask>(needed, arguments);
    }
    return std::make_unique<RunTask>(needed, arguments);
}

} // namespace

Subcommand runSubcommand(const std::shared_ptr<RunArguments> &arguments)
{
    Subcommand run;
    run.addTo = [arguments](CLI::App &app) { addRun(app, *arguments); };
    run.makeTask = [arguments](app::Services &services) {
        return makeRunTask(services, *arguments);
    };
    run.complete = [arguments](const Rest &rest) { return completeRun(*arguments, rest); };
    run.hasCommand = true;
    return run;
}

} // namespace podium::ctl
