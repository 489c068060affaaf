// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/podiumctl/open/openarguments.h"

#include "app/composition/services.h"
#include "app/podiumctl/open/opentask.h"
#include "app/podiumctl/options.h"
#include "core/launch/launchprogram.h"

#include <CLI/CLI.hpp>

namespace podium::ctl {

namespace {

constexpr const char *OpenFooter =
    R"(Starts a program of this machine on a worker, by its name in the written ssh config, and ends:
  terminal   the desktop's own, with ssh in it       mosh       the same, with mosh
  code, code-insiders, cursor, windsurf, zed, gateway           editors, on the folder of --path
Only what is installed can be started; --tmux is for the first two, --path for editors. Without --with it
is what was named the last time, else the first that is installed, of those that take --tmux or --path. Where
the ssh config is out of date for that worker, --write writes it first, as `ssh-config write` does.

JSON
  {"worker","alias","program":ID,"arguments":[TEXT],"started":BOOLEAN}

EXIT STATUS
  0 started; 2 no such worker or program, or it has no use for --tmux or --path; 3 the worker has no
  address; 4 the ssh config is out of date, or the program does not start; 5 the cloud)";

} // namespace

Subcommand openSubcommand(const std::shared_ptr<OpenArguments> &arguments)
{
    Subcommand open;
    open.addTo = [arguments](CLI::App &app) {
        CLI::App *sub = app.add_subcommand("open", "Open a worker in a terminal or an editor");
        sub->footer(OpenFooter);
        addText(sub, "TARGET", arguments->target, "One worker, as for run")->required();
        addText(sub, "--with", arguments->with, "Which program")->type_name("NAME");
        addText(sub, "--path", arguments->path, "A folder on the worker, for editors")
            ->type_name("FOLDER");
        addText(
            sub, "--tmux", arguments->tmuxSession,
            "Attach the terminal to this tmux session, or make it")
            ->type_name("SESSION");
        sub->add_flag(
            "--write", arguments->writesConfig, "Write the ssh config where it is out of date");
        sub->add_flag("--dry-run", arguments->isDryRun, "Only say what would be started");
        addJson(sub, arguments->json);
    };
    open.makeTask = [arguments](app::Services &services) {
        return std::make_unique<OpenTask>(
            runServices(services, {arguments->target}),
            OpenTask::SshConfig{services.sshConfig, services.sshConfigOptions()}, *arguments);
    };
    open.complete = [arguments](const Rest &rest) {
        const QStringList known = launch::knownProgramIds();
        if (!arguments->with.isEmpty() && !known.contains(arguments->with)) {
            return QStringLiteral("--with: there is no \"%1\"; there are %2.")
                .arg(arguments->with.left(40), known.join(QStringLiteral(", ")))
                .toStdString();
        }
        return rest.excludedTargets.isEmpty()
                   ? std::string()
                   : std::string("One worker is opened: there is nothing to take away.");
    };
    return open;
}

} // namespace podium::ctl
