// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/podiumctl/sshconfig/sshconfigarguments.h"

#include "app/composition/services.h"
#include "app/podiumctl/nodes/targettask.h"
#include "app/podiumctl/options.h"
#include "app/podiumctl/sshconfig/forgetkeytask.h"
#include "app/podiumctl/sshconfig/sshconfigtask.h"

#include <CLI/CLI.hpp>

namespace podium::ctl {

namespace {

using SshConfigAction = SshConfigArguments::Action;
using SshConfigPart = SshConfigArguments::Part;
using SharedSshConfig = std::shared_ptr<SshConfigArguments>;

constexpr const char *SshConfigFooter =
    R"(Podium writes ~/.ssh/podium/config (an entry per worker) and ~/.ssh/podium/known_hosts (the
host keys that Google vouches for), and puts one Include into ~/.ssh/config; all else in there
stays byte for byte as it is. Before and after each write it asks the real ssh what your own names
mean, and takes the change back should one of them mean something else.

Alias pattern, user, key and rules per project, zone or node stand in config.json ("sshConfig"), or
in the window under SSH.)";
constexpr const char *PrintFooter =
    "Prints what ~/.ssh/podium/config would hold, whether or not it does; `ssh -F` takes it.";
constexpr const char *DiffFooter =
    "Exit status 0 where all is up to date, 1 where a write would change something.";
constexpr const char *WriteFooter =
    "With --project only the entries of these projects change. Entries of projects and zones that\n"
    "did not answer stay as they are, and the exit status is not 0.\n"
    "Exit status 4 where it refuses: a file that ssh itself rejects, a folder, a FIFO, another\n"
    "owner, read-only, immutable, or fewer than a tenth of the hosts would be left. Nothing is\n"
    "touched then, and the reason is said.";
constexpr const char *CheckFooter =
    R"(Asks the real ssh (`ssh -G`) what each alias means by the files as they are, against what the
cloud says now. Verdicts:
  good         as it should be
  not-written  ssh does not know it yet: write first
  differs      what is written is older, or another part of your config says something else first
  no-login     (--login) ssh could not log in; why is said
  inactive     a comment only: the node is stopped, has no address …
--login logs in to each one as well, runs `true`, and never asks for anything (BatchMode); the
host key must be the pinned one.
Exit status 0 all good; 1 some alias is not; 3 some worker could not be logged in to.)";
constexpr const char *VersionsFooter =
    "Twenty versions are kept, the first from before Podium among them, in\n"
    "~/.ssh/podium/.versions; each can be copied back by hand.";
constexpr const char *RestoreFooter =
    "Without N the newest version that differs from what is there now: so `restore` undoes the\n"
    "last change, and a second one redoes it. What is replaced is kept as a version too.\n"
    "`podiumctl watch` and the user unit leave it so until the next write by you, here or in the\n"
    "window.";
constexpr const char *RemoveFooter =
    "Takes the Include out of ~/.ssh/config and the generated files away; your own lines stay, "
    "and\n"
    "`restore` brings all back. `podiumctl watch` writes nothing either, until the next write by\n"
    "you. Without --yes it only says what would go (exit status 4).";
constexpr const char *ExportFooter =
    R"(Prints a part of the config for somebody else, with their user name and key and with nothing of
this machine: Host blocks, known_hosts lines, and how to take them in on Linux, macOS, Windows, in
VS Code and in PyCharm.
TARGET is as for `podiumctl run`; without one, all workers.)";

constexpr const char *ForgetKeyFooter =
    R"(For a worker that is refused because its host key has changed. A worker is known either by the
keys that Google vouches for, or, where Google tells none, by the key it showed first.

Keys that Google vouches for are not forgotten: Google is asked again, and what it vouches for on the same
node now is accepted, as each run does automatically.

A key seen first is forgotten with --yes (without: only shown, exit status 4). What that means: the
next key shown at the worker's address is taken for its own, and nobody vouches for it. Do it where
you know why the key changed, such as an sshd that was set up anew. Where nobody changed anything
there, something else may answer in the worker's place.
TARGET is as for `podiumctl run`.)";

const std::map<std::string, SshConfigPart> SshConfigParts = {
    {"all", SshConfigPart::All},
    {"config", SshConfigPart::Config},
    {"known-hosts", SshConfigPart::KnownHosts},
    {"hints", SshConfigPart::Hints}};

CLI::App *sshConfigAction(
    CLI::App *command, const char *name, const char *what, SshConfigAction which,
    const char *footer, const SharedSshConfig &to)
{
    CLI::App *action = command->add_subcommand(name, what);
    action->callback([to, which] { to->action = which; });
    addJson(action, to->json);
    action->footer(footer);
    return action;
}

void addReading(CLI::App *command, const SharedSshConfig &to)
{
    const auto add =
        [command,
         &to](const char *name, const char *what, SshConfigAction which, const char *footer) {
            CLI::App *action = sshConfigAction(command, name, what, which, footer, to);
            addProjects(action, to->projects);
            return action;
        };
    add("print", "Print the entries that would be generated", SshConfigAction::Print, PrintFooter);
    add("diff", "Show what a write would change; exit status 1 if anything", SshConfigAction::Diff,
        DiffFooter);
    CLI::App *check =
        add("check", "Check each alias with the real ssh, optionally by a login",
            SshConfigAction::Check, CheckFooter);
    auto *login = check->add_flag("--login", to->login, "Log in to each alias as well");
    addSeconds(check, "--timeout", to->loginLimit, "Seconds for each login")
        ->check(CLI::Range(1, 3600))
        ->needs(login)
        ->default_str(std::to_string(to->loginLimit.count()));
    // Versions are of whole files; the option is taken as everywhere, and changes nothing.
    add("history", "List the kept versions", SshConfigAction::History, VersionsFooter);
}

void addChanging(CLI::App *command, const SharedSshConfig &to)
{
    const auto add =
        [command,
         &to](const char *name, const char *what, SshConfigAction which, const char *footer) {
            return sshConfigAction(command, name, what, which, footer, to);
        };
    CLI::App *write =
        add("write", "Write the generated files and the Include, keep the old version",
            SshConfigAction::Write, WriteFooter);
    addProjects(write, to->projects);
    write->add_flag("--allow-shrink", to->mayLoseMost, AllowShrinkText);
    CLI::App *restore =
        add("restore", "Restore an earlier version", SshConfigAction::Restore, RestoreFooter);
    restore->add_option("N", to->version, "Number of the version")->check(CLI::Range(1, 1000000));
    CLI::App *forget =
        add("forget-key", "Forget a changed host key and learn the new one",
            SshConfigAction::ForgetKey, ForgetKeyFooter);
    addTexts(forget, "TARGET", to->targets, "Nodes and workers")->required();
    forget->add_flag("--yes", to->isConfirmed, "Really do it");
    CLI::App *remove =
        add("remove", "Remove everything that Podium has written", SshConfigAction::Remove,
            RemoveFooter);
    remove->add_flag("--yes", to->isConfirmed, "Really do it");
}

void addExport(CLI::App *command, const SharedSshConfig &to)
{
    CLI::App *exporting = sshConfigAction(
        command, "export", "Print a part of the config for somebody else", SshConfigAction::Export,
        ExportFooter, to);
    addProjects(exporting, to->projects);
    addText(exporting, "--user", to->user, "Their account on the workers")->type_name("U");
    addText(exporting, "--identity", to->identityFile, "Their private key, on their machine")
        ->type_name("FILE");
    exporting
        ->add_option_function<std::string>(
            "--part", [to](const std::string &part) { to->part = SshConfigParts.at(part); },
            "all, config, known-hosts or hints")
        ->check(CLI::IsMember(SshConfigParts))
        ->default_str("all");
    addTexts(exporting, "TARGET", to->targets, "Nodes and workers");
}

void addSshConfig(CLI::App &app, const SharedSshConfig &to)
{
    CLI::App *command =
        app.add_subcommand("ssh-config", "The part of ~/.ssh/config that Podium keeps");
    command->require_subcommand(1);
    command->footer(SshConfigFooter);
    addReading(command, to);
    addChanging(command, to);
    addExport(command, to);
}

std::unique_ptr<Task>
makeSshConfigTask(app::Services &services, const SshConfigArguments &arguments)
{
    if (arguments.action == SshConfigAction::ForgetKey) {
        return std::make_unique<ForgetKeyTask>(
            runServices(services, arguments.targets), services.hostKeys, services.hostKeyInquiry,
            services.paths, arguments);
    }
    return std::make_unique<SshConfigTask>(
        services.inventory, services.sshConfig, services.clock, services.history, services.paths,
        services.sshConfigOptions(), arguments);
}

} // namespace

Subcommand sshConfigSubcommand(const std::shared_ptr<SshConfigArguments> &arguments)
{
    Subcommand command;
    command.addTo = [arguments](CLI::App &app) { addSshConfig(app, arguments); };
    command.makeTask = [arguments](app::Services &services) {
        return makeSshConfigTask(services, *arguments);
    };
    command.needs = [arguments] { return Needs{arguments->projects}; };
    command.complete = takeExcluded(arguments);
    return command;
}

} // namespace podium::ctl
