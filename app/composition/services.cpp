// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/composition/services.h"

#include "core/cloud/http/quietnetwork.h"
#include "core/gateway/gatewayruns.h"
#include "core/run/fanoutlimit.h"
#include "core/ssh/io/descriptorlimit.h"
#include "core/store/retention.h"

#include <QFile>

#include <algorithm>
#include <chrono>
#include <utility>

#include <pwd.h>
#include <unistd.h>

namespace podium::app {

namespace {

/// Long enough for whoever looks every half minute.
constexpr std::chrono::milliseconds SshProcessIdle{60'000};

QString loginName()
{
    // Asked for with each endpoint, and the password database is a file, or another machine.
    static const QString name = []() -> QString {
        const passwd *entry = ::getpwuid(::getuid());
        return entry ? QFile::decodeName(entry->pw_name) : qEnvironmentVariable("USER");
    }();
    return name;
}

/// The keys that gcloud and ssh would use; missing ones are skipped at login.
QStringList usualIdentityFiles(const Paths &paths)
{
    return {
        paths.sshDir() + QStringLiteral("/google_compute_engine"),
        paths.sshDir() + QStringLiteral("/id_ed25519"),
        paths.sshDir() + QStringLiteral("/id_rsa"),
    };
}

std::unique_ptr<Keyring> makeKeyring(bool isWanted)
{
    if (isWanted) {
        return std::make_unique<DesktopKeyring>();
    }
    return std::make_unique<NoKeyring>();
}

ssh::LibsshTransport::Options transportOptions(const QString &agentSocket)
{
    ssh::LibsshTransport::Options options;
    options.agentSocket = agentSocket;
    options.mostIdle =
        std::min(options.mostIdle, run::descriptorsForRuns(ssh::raiseDescriptorLimit()));
    return options;
}

} // namespace

Result<std::unique_ptr<Services>> Services::make(const ServiceOptions &options)
{
    auto settings = store::loadSettings(options.paths).and_then([&](store::Settings loaded) {
        return store::applyEnvironment(std::move(loaded), options.environment);
    });
    if (!settings) {
        return failure(settings.error());
    }
    if (auto usable = ssh::LibsshTransport::checkLibrary(); !usable) {
        return failure(usable.error());
    }
    return std::make_unique<Services>(options, std::move(*settings));
}

Services::Services(const ServiceOptions &options, store::Settings loaded)
    : paths(options.paths)
    , settings(std::move(loaded))
    , agentSocket(options.environment.value(QStringLiteral("SSH_AUTH_SOCK")))
    , hostKeys(std::make_shared<ssh::HostKeyStore>(paths.dataDir + QStringLiteral("/known_hosts")))
    , connections(*hostKeys, transportOptions(agentSocket))
    , sshProcesses(*hostKeys, {sshconfig::configFileForSsh(paths), SshProcessIdle})
    , network(cloud::quietNetwork())
    , endpoints(cloud::ApiEndpoints::fromEnvironment(options.environment))
    , credentials(
          *network, endpoints, clock, store::withCredentialsFile(options.environment, settings))
    , http(*network, credentials)
    , projects(http, endpoints)
    , tpu(http, endpoints)
    , compute(http, endpoints)
    , audit(http, endpoints)
    , monitoring(http, endpoints, clock)
    , storage(http, endpoints)
    , database(paths.databaseFile())
    , snapshots(database)
    , history(database)
    , runHistory(database)
    , source(
          projects, tpu,
          {options.projects.isEmpty() ? settings.projects : options.projects,
           !options.projects.isEmpty(), inventory::projectsFromEnvironment()})
    , shared(source, database, clock, options.program)
    , inventory(shared, options.projects.isEmpty() ? &snapshots : nullptr, clock)
    , routes(paths, clock)
    , chosen(
          connections, sshProcesses,
          [this](const ssh::Endpoint &endpoint, const Callback<ssh::Route> &callback) {
              routes.ask(endpoint, callback);
          })
    , hostKeyInquiry(tpu, inventory, clock)
    , retrying(
          chosen,
          [this](const ssh::Endpoint &endpoint, const Callback<Result<QStringList>> &callback) {
              hostKeyInquiry.ask(endpoint, callback);
          })
    , transport(retrying)
    , roster(database)
    , grants(paths.grantsFile())
    , requests(paths.requestsFile(), clock, std::chrono::hours(24 * store::HistoryDays))
    , keyring(makeKeyring(options.hasKeyring))
    , secrets(*keyring, paths.dataDir + QStringLiteral("/secrets.json"), clock)
    , sshConfig(paths, clock)
    , accountRecipes(*this)
{}

run::SshDefaults Services::sshDefaults() const
{
    return {
        settings.sshUser.isEmpty() ? loginName() : settings.sshUser, settings.sshPort,
        settings.sshIdentityFiles.isEmpty() ? usualIdentityFiles(paths) : settings.sshIdentityFiles,
        reach.of(sshConfigOptions())};
}

run::Run::EndpointOf Services::endpointOf() const
{
    return [this](const WorkerRef &worker) {
        return run::endpointFor(inventory.snapshot(), worker, sshDefaults());
    };
}

run::RunService Services::runService()
{
    run::RunService service(transport, endpointOf(), clock);
    service.setJournalFolder(run::journalFolder(paths.stateDir));
    return service;
}

recipe::RecipeFolders Services::recipeFolders() const
{
    return app::recipeFolders(paths, settings.recipeFolders);
}

run::OutputLimits Services::outputLimits() const
{
    constexpr qint64 MiB = run::OutputLimits::MiB;
    return {settings.outputMemoryMiB * MiB, settings.outputDiskMiB * MiB, paths.runsDir()};
}

people::PeopleService::World Services::peopleWorld()
{
    return {
        inventory,
        roster,
        transport,
        hostKeys,
        clock,
        [this] { return sshDefaults(); },
        [this](const ssh::Endpoint &endpoint, const Callback<ssh::Route> &callback) {
            routes.ask(endpoint, callback);
        }};
}

sshconfig::ConfigOptions Services::sshConfigOptions() const
{
    sshconfig::ConfigOptions options = settings.sshConfig;
    if (options.user.isEmpty()) {
        options.user = settings.sshUser;
    }
    if (options.identityFile.isEmpty() && !settings.sshIdentityFiles.isEmpty()) {
        options.identityFile = settings.sshIdentityFiles.front();
    }
    if (options.port == 22) {
        options.port = settings.sshPort;
    }
    return options;
}

run::RunService::GatewayFor Services::gateways()
{
    return gateway::gatewayRuns(
        [this](const WorkerRef &worker) {
            return gateway::internalEndpointOf(
                inventory.snapshot(), worker, sshDefaults(), *hostKeys);
        },
        agentSocket, clock);
}

bool changesOnlyGenerated(const sshconfig::ConfigPlan &plan, const Paths &paths)
{
    return std::all_of(plan.files.begin(), plan.files.end(), [&paths](const auto &file) {
        return !file.isChanged() || (file.exists && file.path.startsWith(paths.podiumSshDir()));
    });
}

} // namespace podium::app
