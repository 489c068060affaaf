// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/podiumctl/recipe/equalarguments.h"

#include "app/podiumctl/options.h"
#include "app/podiumctl/recipe/equaltask.h"

#include <CLI/CLI.hpp>

namespace podium::ctl {

namespace {

constexpr const char *EqualFooter =
    R"(Workers of a slice whose versions differ hang. Compared are the node's runtime version, the system, the
kernel, Python, its packages as `pip freeze` lists them (pip need not be there), and with --folder a
repository's commit and what differs from it. What most workers have counts; the others are named, with the
packages that differ. What cannot be looked at is unknown, and never the same. Nothing is changed there.

JSON
  {"equal":BOOL,"summary",
   "versions":[{"name":"runtime|system|kernel|python|packages|commit|changes","equal":BOOL,
     "value":TEXT|null,"count":N,"odd":[{"worker","value":TEXT|null,"detail":TEXT|null}]}],
   "workers":[{"worker","packages":[TEXT],"error":{…}|null}]}
Where no value is in the lead, "value" is null and all are odd; an odd one without a value is unknown.

EXIT STATUS
  0 the same on all; 1 some differ, or it is unknown; 2 usage; 3 a worker was not reached; 5 the cloud)";

} // namespace

Subcommand equalSubcommand(const std::shared_ptr<EqualArguments> &arguments)
{
    Subcommand equal;
    equal.addTo = [arguments](CLI::App &app) {
        CLI::App *sub = app.add_subcommand("equal", "Whether workers have the same versions");
        sub->footer(EqualFooter);
        addTexts(sub, "TARGET", arguments->targets, "Nodes and workers, as for run")->required();
        addText(
            sub, "--python", arguments->asked.python,
            "This interpreter of the workers, like '~/venv/bin/python3'")
            ->type_name("PATH");
        addText(
            sub, "--folder", arguments->asked.folder,
            "This repository of the workers, like '~/code'")
            ->type_name("DIR");
        addJson(sub, arguments->json);
    };
    equal.makeTask = [arguments](app::Services &services) {
        return std::make_unique<EqualTask>(runServices(services, arguments->targets), *arguments);
    };
    equal.complete = takeExcluded(arguments);
    return equal;
}

} // namespace podium::ctl
