// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/podiumctl/sshconfig/sshconfigarguments.h"

#include "app/podiumctl/words.h"

#include <CLI/CLI.hpp>

#include <algorithm>

namespace podium::ctl {

namespace {

using Action = SshConfigArguments::Action;
using Part = SshConfigArguments::Part;

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
  differs      another part of your config says something else first
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
    "last change, and a second one redoes it. What is replaced is kept as a version too.";
constexpr const char *RemoveFooter =
    "Takes the Include out of ~/.ssh/config and the generated files away; your own lines stay, "
    "and\n"
    "`restore` brings all back. Without --yes it only says what would go (exit status 4).";
constexpr const char *ExportFooter =
    R"(Prints a part of the config for somebody else, with their user name and key and with nothing of
this machine: Host blocks, known_hosts lines, and how to take them in on Linux, macOS, Windows, in
VS Code and in PyCharm.
TARGET is as for `podiumctl run`; without one, all workers.)";

constexpr const char *ForgetKeyFooter =
    R"(For a worker that is refused because its host key has changed. A worker is known either by the
keys that Google vouches for, or, where Google tells none, by the key it showed first.

Google's keys are not forgotten but asked for again: what Google vouches for on the same node now is
taken up, as each run does automatically.

A key seen first is forgotten with --yes (without: only shown, exit status 4). What that means: the
next key shown at the worker's address is taken for its own, and nobody vouches for it. Do it where
you know why the key changed, such as an sshd that was set up anew. Where nobody changed anything
there, something else may answer in the worker's place.
TARGET is as for `podiumctl run`.)";

const std::map<std::string, Part> Parts = {
    {"all", Part::All},
    {"config", Part::Config},
    {"known-hosts", Part::KnownHosts},
    {"hints", Part::Hints}};

Action actionOf(const std::string &name)
{
    static const std::map<std::string, Action> actions = {
        {"print", Action::Print},         {"diff", Action::Diff},
        {"write", Action::Write},         {"check", Action::Check},
        {"history", Action::History},     {"restore", Action::Restore},
        {"remove", Action::Remove},       {"export", Action::Export},
        {"forget-key", Action::ForgetKey}};
    return actions.at(name);
}

} // namespace

CLI::App *
SshConfigParser::action(CLI::App &command, const char *name, const char *text, const char *footer)
{
    CLI::App *action = command.add_subcommand(name, text);
    action->add_flag("--json", m_json, "One JSON document on stdout");
    action->footer(footer);
    return action;
}

void SshConfigParser::addProjects(CLI::App *action)
{
    action->add_option("--project,-p", m_projects, "Only this project (may be repeated)")
        ->allow_extra_args(false)
        ->type_name("P");
}

void SshConfigParser::addTo(CLI::App &app)
{
    CLI::App *command =
        app.add_subcommand("ssh-config", "The part of ~/.ssh/config that Podium keeps");
    command->require_subcommand(1);
    command->footer(SshConfigFooter);
    addReading(*command);
    addChanging(*command);
    addExport(*command);
}

void SshConfigParser::addReading(CLI::App &command)
{
    addProjects(action(command, "print", "Print the entries that would be generated", PrintFooter));
    addProjects(action(
        command, "diff", "Show what a write would change; exit 1 where something would",
        DiffFooter));
    CLI::App *check = action(
        command, "check", "Ask ssh what it makes of each alias, and log in if wished", CheckFooter);
    addProjects(check);
    check->add_flag("--login", m_login, "Log in to each alias as well");
    check->add_option("--timeout", m_timeout, "Seconds for each login")
        ->check(CLI::Range(1, 3600))
        ->capture_default_str();
    // Versions are of whole files; the option is taken as everywhere, and changes nothing.
    addProjects(action(command, "history", "List the kept versions", VersionsFooter));
}

void SshConfigParser::addChanging(CLI::App &command)
{
    CLI::App *write = action(
        command, "write", "Write the generated files and the Include, keep the old version",
        WriteFooter);
    addProjects(write);
    write->add_flag("--allow-shrink", m_allowShrink, AllowShrinkText);
    CLI::App *restore = action(command, "restore", "Put a kept version back", RestoreFooter);
    restore->add_option("N", m_version, "Number of the version")->check(CLI::Range(1, 1000000));
    CLI::App *forget = action(
        command, "forget-key", "Meet workers anew whose host key has changed", ForgetKeyFooter);
    forget->add_option("TARGET", m_targets, "Nodes and workers")->required();
    forget->add_flag("--yes", m_yes, "Really do it");
    CLI::App *remove =
        action(command, "remove", "Take away all that Podium has written", RemoveFooter);
    remove->add_flag("--yes", m_yes, "Really do it");
}

void SshConfigParser::addExport(CLI::App &command)
{
    CLI::App *exporting =
        action(command, "export", "Print a part of the config for somebody else", ExportFooter);
    addProjects(exporting);
    exporting->add_option("--user", m_user, "Their account on the workers")->type_name("U");
    exporting->add_option("--identity", m_identity, "Their private key, on their machine")
        ->type_name("FILE");
    exporting->add_option("--part", m_part, "all, config, known-hosts or hints")
        ->check(CLI::IsMember(Parts))
        ->capture_default_str();
    exporting->add_option("TARGET", m_targets, "Nodes and workers");
}

SshConfigArguments SshConfigParser::take(const CLI::App &command) const
{
    SshConfigArguments arguments;
    arguments.action = actionOf(command.get_subcommands().front()->get_name());
    arguments.projects = toList(m_projects);
    arguments.version = m_version;
    arguments.format = m_json ? Format::Json : Format::Text;
    arguments.login = m_login;
    arguments.loginLimit = std::chrono::seconds(m_timeout);
    arguments.isConfirmed = m_yes;
    arguments.mayLoseMost = m_allowShrink;
    arguments.targets = toList(m_targets);
    arguments.user = QString::fromStdString(m_user);
    arguments.identityFile = QString::fromStdString(m_identity);
    arguments.part = Parts.at(m_part);
    return arguments;
}

} // namespace podium::ctl
