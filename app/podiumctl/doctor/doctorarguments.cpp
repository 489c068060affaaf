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
    R"(Looks at gcloud, ssh, the ssh agent, the modes of ~/.ssh, the room on the disk, this machine's clock,
and at each project: whether its nodes are listed, and if not, which API or permission is missing.
Each thing that is missing comes with what to do. Nothing is changed. What could not be looked at is
unknown ("?"), which is neither good nor missing.

JSON
  {"findings":[{"subject","state":"good|bad|unknown","text","hint"}],"good":BOOL}

EXIT STATUS
  0 nothing is missing; 1 something is; 2 config.json cannot be read)";

} // namespace

Subcommand doctorSubcommand(const std::shared_ptr<DoctorArguments> &arguments)
{
    Subcommand doctor;
    doctor.addTo = [arguments](CLI::App &app) {
        CLI::App *added =
            app.add_subcommand("doctor", "Check this machine and account, and say what to fix");
        added->footer(DoctorFooter);
        addJson(added, arguments->json);
    };
    doctor.makeTask = [arguments](app::Services &services) {
        services.source.setAsksHostKeys(false);
        return std::make_unique<DoctorTask>(
            DoctorTask::Services{
                services.inventory, *services.network, services.endpoints.tpu, services.clock,
                services.paths},
            *arguments);
    };
    return doctor;
}

} // namespace podium::ctl
