// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/podiumctl/activity/activityarguments.h"

#include "app/composition/services.h"
#include "app/podiumctl/activity/activitytask.h"
#include "app/podiumctl/options.h"
#include "core/store/retention.h"

#include <CLI/CLI.hpp>

namespace podium::ctl {

namespace {

constexpr const char *ActivityFooter =
    R"(What Podium has seen and done on this machine, in the window and by podiumctl: nodes that came, went or
changed, runs and recipes, people, writes of the ssh config, nodes that were started, stopped, deleted or
maintained, TPUs that were freed. The newest is last. The cloud is not asked, and what nobody looked at is
not known. It is kept for 180 days.

WORDS, as in the filter of the window's page: all must be in it, small and capital letters are the same.
  node:NAME, node:NAME:WORKER, node:PROJECT/ZONE/NAME   what is about it, or has a part that is
  person:LOGIN, run:ID                                  the same

JSON
  {"since":TIME,"complete":BOOL,
   "activity":[{"time","kind","outcome","node":"PROJECT/ZONE/NODE"|"","worker":N|-1,"run","person",
                "configVersion":N|0,"subject","summary","detail",
                "parts":[{"node","worker","person","summary","outcome"}],"partsLeftOut":N}]}
  "complete" is false where there was more than the 10,000 newest. --csv has the same, a line each.

EXIT STATUS
  0 shown; 4 what is kept cannot be read)";

std::vector<std::string> kindNames()
{
    std::vector<std::string> names;
    names.reserve(store::ActivityKinds);
    for (int kind = 0; kind < store::ActivityKinds; ++kind) {
        names.push_back(store::activityKindName(store::ActivityKind(kind)).toStdString());
    }
    return names;
}

} // namespace

Subcommand activitySubcommand(const std::shared_ptr<ActivityArguments> &arguments)
{
    Subcommand activity;
    activity.addTo = [arguments](CLI::App &app) {
        CLI::App *self = app.add_subcommand("activity", "Show what Podium has seen and done");
        self->footer(ActivityFooter);
        addTexts(self, "WORDS", arguments->words, "Only what has all of these");
        addText(self, "--kind", arguments->kind, "Only of this kind")
            ->check(CLI::IsMember(kindNames()));
        self->add_option("--days", arguments->days, "The last so many days")
            ->check(CLI::Range(1, store::HistoryDays))
            ->capture_default_str();
        self->add_flag(
            "--parts", arguments->hasParts,
            "Below each, its workers, nodes and people: those that WORDS name");
        addJson(self, arguments->json);
        self->add_flag("--csv", arguments->csv, "For a spreadsheet, on stdout")->excludes("--json");
    };
    activity.needs = [] { return Needs{.hasStoredNodes = false, .warnsWithoutDatabase = false}; };
    activity.makeTask = [arguments](app::Services &services) -> std::unique_ptr<Task> {
        return std::make_unique<ActivityTask>(services.history, services.clock, *arguments);
    };
    return activity;
}

} // namespace podium::ctl
