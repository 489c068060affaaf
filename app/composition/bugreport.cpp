// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/composition/bugreport.h"

#include "app/composition/services.h"
#include "core/doctor/bugreport.h"
#include "core/store/config/settingsreport.h"

#include <libssh/libssh.h>

namespace podium::app {

doctor::Checkup::World checkupWorld(
    Services &services, cloud::AccessClient &access, const QProcessEnvironment &environment)
{
    return {
        services.inventory,
        access,
        *services.network,
        services.endpoints.tpu,
        services.clock,
        [&services, environment] {
            return doctor::Machine{
                services.paths, store::withCredentialsFile(environment, services.settings),
                services.sshDefaults().identityFiles};
        }};
}

QString makeBugReport(const BugReportSource &source)
{
    doctor::ReportFacts facts;
    facts.versions = doctor::systemVersions(source.environment);
    facts.versions << QStringLiteral("libssh: ") + QString::fromLatin1(::ssh_version(0));
    facts.findings = source.findings;
    facts.settings = store::reportedSettings(source.settings);
    facts.log = doctor::logEnd(source.paths.logFile());
    return doctor::bugReport(facts, {source.environment, source.paths.home});
}

} // namespace podium::app
