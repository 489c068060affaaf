// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/podiumctl/watch/watcharguments.h"

#include "app/composition/services.h"
#include "app/podiumctl/options.h"
#include "app/podiumctl/sshconfig/sshconfigarguments.h"
#include "app/podiumctl/watch/watchtask.h"

#include <CLI/CLI.hpp>

namespace podium::ctl {

namespace {

constexpr const char *WatchFooter =
    R"(Refreshes every --interval seconds (or as config.json says) while all is quiet; every ten while a
node is being created, moved or repaired; a third as often on a battery or a metered network; ever less
often for a project that fails. Several Podiums share one watch: one asks the cloud, the others
read what it finds and take over within seconds when it ends. Changes of config.json count from
the next refresh on.

With --write and --update, what you have undone (`ssh-config restore` or `remove`, Undo in the window)
stays so, and that is said once, until you write: `ssh-config write`, or Write in the window.

To keep watching after you log in, without a window, by the user unit of the package podium:
  systemctl --user enable --now podium-watch

JSON, a line for each change
  {"event":"appeared|gone|recreated|state-changed|health-changed|ip-changed|host-key-changed|maintenance",
   "project","zone","node","worker":N,"before","after","sameMachine":BOOL,"time":TIME}
  {"event":"request","request":ID,"project","node","state","status"}
  "worker" only where it is about one.

EXIT STATUS
  0 with --once: compared, and the ssh config written where that is wished; 2 usage; 3 a zone did not answer,
  or host keys are not known; 4 the ssh config was not written; 5 cloud or credentials; 130 interrupted,
  as it ends without --once)";

void addWatch(CLI::App &app, WatchArguments &to)
{
    auto *watch = app.add_subcommand("watch", "Watch for changes of addresses, states and nodes");
    watch->footer(WatchFooter);
    auto *interval = watch->add_option_function<int>(
        "--interval", [&to](int seconds) { to.interval = std::chrono::seconds(seconds); },
        "Seconds between two refreshes");
    interval->check(CLI::Range(1, 7 * 24 * 3600))->default_str("as config.json says");
    auto *once = watch->add_flag(
        "--once", to.once, "Refresh once, compare with the last snapshot, and exit");
    once->excludes(interval);
    auto *write =
        watch->add_flag("--write", to.write, "Rewrite the ssh config when it is out of date");
    watch
        ->add_flag(
            "--update", to.update,
            "The same, but touch only files that Podium has generated before")
        ->excludes(write);
    watch->add_flag("--allow-shrink", to.mayLoseMost, AllowShrinkText)->needs(write);
    watch
        ->add_flag(
            "--notify", to.notify,
            "Tell it on the desktop, too, unless the window's settings say not to")
        ->excludes(once);
    addJson(watch, to.json, "Each change as a line of JSON");
}

} // namespace

Subcommand watchSubcommand(const std::shared_ptr<WatchArguments> &arguments)
{
    Subcommand watch;
    watch.addTo = [arguments](CLI::App &app) { addWatch(app, *arguments); };
    watch.makeTask = [arguments](app::Services &services) {
        services.source.setPatient(!arguments->once);
        return std::make_unique<WatchTask>(services, *arguments);
    };
    return watch;
}

} // namespace podium::ctl
