// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/podiumctl/doctor/doctorarguments.h"

#include "app/composition/services.h"
#include "app/podiumctl/doctor/doctortask.h"
#include "app/podiumctl/options.h"

#include <CLI/CLI.hpp>

namespace podium::ctl {

namespace {

constexpr const char *DoctorFooter =
    R"(Looks at gcloud, ssh, the ssh agent, the keys that logins try, the desktop's keyring, owner and modes of
~/.ssh, the room on the disk, this machine's clock, and at each project: whether its nodes are listed,
which of its APIs are on, and what you may do there. Each thing that is missing comes with what to do.
Nothing is changed. What could not be looked at is unknown ("?"), which is neither good nor missing; what
only some people need is optional ("-").

--report writes a report of a fault for Podium's developers into a new file: versions, this list, the
settings and the last lines of the log. It is printed first. No secret is in it: tokens, keys,
passphrases, the values of free settings and of secret variables, email and IP addresses and the home
folder are taken out; names of projects, zones and nodes are not.

JSON
  {"findings":[{"subject","state":"good|bad|optional|unknown","text","hint","command"}],"good":BOOL,
    "report":TEXT,"saved":FILE}                                     the last two with --report

EXIT STATUS
  0 nothing is missing; 1 something is; 2 config.json cannot be read; 4 the report was not confirmed, or
  could not be written)";

} // namespace

Subcommand doctorSubcommand(const std::shared_ptr<DoctorArguments> &arguments)
{
    Subcommand doctor;
    doctor.addTo = [arguments](CLI::App &app) {
        CLI::App *added =
            app.add_subcommand("doctor", "Check this machine and account, and say what to fix");
        added->footer(DoctorFooter);
        addText(
            added, "--report", arguments->reportFile,
            "Write a report of a fault into this new file")
            ->type_name("FILE");
        added->add_flag("--yes", arguments->yes, "Write it without asking");
        addJson(added, arguments->json);
    };
    doctor.makeTask = [arguments](app::Services &services) {
        services.source.setAsksHostKeys(false);
        return std::make_unique<DoctorTask>(services, *arguments);
    };
    return doctor;
}

} // namespace podium::ctl
