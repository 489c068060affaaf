// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/podiumctl/run/runarguments.h"

#include "app/podiumctl/words.h"

#include <CLI/CLI.hpp>

namespace podium::ctl {

namespace {

constexpr const char *RunFooter =
    R"(TARGET: [PROJECT/[ZONE/]]NODE[:WORKERS], with globs in NODE; WORKERS as 0, 0-3, 0-3,7 or all.
@all, @label=value, @type=v4-64 name many; -TARGET takes away again.
COMMAND goes to the login shell of each worker as it stands (several words are joined by spaces,
as ssh does): quote it once, for your own shell. The contents of --script go there as well, unless
they begin with #!: then the interpreter that is named there runs them.

--log-dir is made before the run; a folder that has something in it is refused.

--env, --env-file: values go over the connection, into no command line, log or saved run; with
--detach they, and --input, lie in a file of the account's own until the command begins. A run in a
terminal takes none. A file that others cannot read is best (chmod 600).

--tty: keys go to the worker, Ctrl-C too, and what it draws comes as it is; the window's size is
followed, TERM is xterm-256color. "~." at the beginning of a line hangs up ("~~" there is one "~").
stdin must be a terminal. The exit status is the command's own, or 128 and the number of the signal
that ended it; 130 where you hung up; else as below.

Exit status: 0 done; 1 a command failed on a worker; 2 usage; 3 a worker could not be reached, or
was lost; 4 refused, or the output could not be written; 5 cloud or credentials; 130 interrupted.)";

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

constexpr int LongestWait = 365 * 24 * 3600;
const CLI::Range Seconds(0, LongestWait);

/// How many at a time, and how long.
void addLimits(CLI::App &run, RawRun &raw)
{
    run.add_option("--jobs", raw.jobs, "Workers at a time")
        ->check(CLI::Range(1, 4096))
        ->default_str("all");
    run.add_option("--timeout", raw.timeout, "Seconds for each worker, in total")
        ->check(Seconds)
        ->default_str("none");
    run.add_option("--connect-timeout", raw.connectTimeout, "Seconds until logged in")
        ->check(CLI::Range(1, LongestWait))
        ->capture_default_str();
    run.add_option(
           "--step-timeout", raw.stepTimeout,
           "Seconds for each step of that: TCP, greeting, key exchange, login")
        ->check(Seconds)
        ->default_str("none");
    run.add_option(
           "--first-output-timeout", raw.firstOutputTimeout, "Seconds until something is printed")
        ->check(Seconds)
        ->default_str("none");
    run.add_option("--idle-timeout", raw.idleTimeout, "Seconds without any output")
        ->check(Seconds)
        ->default_str("none");
    run.add_option(
           "--end-when-lost", raw.endWhenLost,
           "Let a worker end the command when it has not heard from here for this many seconds")
        ->check(CLI::Range(5, 24 * 3600))
        ->default_str("never");
    run.add_option(
           "--logins", raw.logins,
           "Logins at a time; default: 16 for each processor here, 32 to 128")
        ->check(CLI::Range(1, 4096));
}

} // namespace

void addRun(CLI::App &app, RawRun &raw)
{
    auto *run = app.add_subcommand("run", "Run a command on workers");
    run->footer(RunFooter);
    run->add_option("TARGET", raw.targets, "Nodes and workers")->required();
    addLimits(*run, raw);
    run->add_option("--input", raw.input, "Give this file to each worker as stdin; - for stdin");
    run->add_option("--env", raw.environment, "Give the command this variable, as it is set here")
        ->allow_extra_args(false)
        ->check(checkVariable)
        ->type_name("NAME");
    run->add_option(
           "--env-file", raw.environmentFiles,
           "Give it these: lines of NAME=VALUE, or NAME for one that is set here")
        ->allow_extra_args(false)
        ->type_name("FILE");
    run->add_option("--user", raw.user, "Log in as this user");
    run->add_option("--log-dir", raw.logDir, "Save a file per worker and a summary in this folder");
    run->add_option("--script", raw.script, "Send the contents of this file instead of COMMAND")
        ->check(CLI::ExistingFile);
    run->add_flag("--fail-fast", raw.failFast, "Start no more workers after a failure");
    auto *detach = run->add_flag(
        "--detach", raw.detach, "Leave it running there, and print its id: see attach, runs, end");
    for (const char *other :
         {"--timeout", "--first-output-timeout", "--idle-timeout", "--end-when-lost", "--log-dir",
          "--fail-fast"}) {
        detach->excludes(run->get_option(other));
    }
    auto *prefix = run->add_flag("--prefix", raw.prefix, "Each line as it comes, after its worker");
    auto *fold = run->add_flag("--fold", raw.fold, "At the end, workers with the same output once");
    auto *json = run->add_flag("--json", raw.json, "Events as JSON lines");
    auto *diff = run->add_flag(
        "--diff", raw.diff, "At the end, what most printed, and how the others differ from it");
    prefix->excludes(fold)->excludes(json)->excludes(diff);
    fold->excludes(json)->excludes(diff);
    diff->excludes(json);
    for (CLI::Option *style : {prefix, fold, diff, json}) {
        style->excludes(detach);
    }
    auto *tty = run->add_flag(
        "--tty", raw.tty, "In a terminal there, on one worker; without COMMAND, the login shell");
    for (const char *other :
         {"--detach", "--prefix", "--fold", "--diff", "--json", "--input", "--log-dir", "--script",
          "--jobs", "--logins", "--fail-fast", "--first-output-timeout", "--end-when-lost", "--env",
          "--env-file"}) {
        tty->excludes(run->get_option(other));
    }
}

std::string runProblem(const RawRun &raw, const std::string &command)
{
    if (!raw.tty && command.empty() == raw.script.empty()) {
        return "give either a command behind `--` or --script FILE.";
    }
    return {};
}

RunArguments
runArguments(const RawRun &raw, const QStringList &takenAway, const std::string &command)
{
    RunArguments run;
    run.targets = toList(raw.targets) + takenAway;
    run.command = QByteArray::fromStdString(command);
    run.scriptFile = QString::fromStdString(raw.script);
    run.inputFile = QString::fromStdString(raw.input);
    run.logDir = QString::fromStdString(raw.logDir);
    run.environment = toList(raw.environment);
    run.environmentFiles = toList(raw.environmentFiles);
    run.user = QString::fromStdString(raw.user);
    run.style = raw.json   ? RunArguments::Style::Json
                : raw.fold ? RunArguments::Style::Fold
                : raw.diff ? RunArguments::Style::Diff
                           : RunArguments::Style::Prefix;
    run.jobs = raw.jobs;
    run.timeout = std::chrono::seconds(raw.timeout);
    run.connectTimeout = std::chrono::seconds(raw.connectTimeout);
    run.stepTimeout = std::chrono::seconds(raw.stepTimeout);
    run.firstOutputTimeout = std::chrono::seconds(raw.firstOutputTimeout);
    run.idleTimeout = std::chrono::seconds(raw.idleTimeout);
    run.endWhenLost = std::chrono::seconds(raw.endWhenLost);
    run.logins = raw.logins;
    run.failFast = raw.failFast;
    run.detach = raw.detach;
    run.tty = raw.tty;
    return run;
}

} // namespace podium::ctl
