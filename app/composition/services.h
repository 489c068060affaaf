// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/composition/accountrecipes.h"
#include "app/composition/hostkeyinquiry.h"
#include "app/composition/recipefolders.h"
#include "app/composition/sshroutes.h"
#include "core/base/clock.h"
#include "core/base/paths.h"
#include "core/base/result.h"
#include "core/cloud/clients/auditclient.h"
#include "core/cloud/clients/computeclient.h"
#include "core/cloud/clients/httpclient.h"
#include "core/cloud/clients/monitoringclient.h"
#include "core/cloud/clients/storageclient.h"
#include "core/cloud/credentials/credentials.h"
#include "core/inventory/cloudnodesource.h"
#include "core/inventory/inventory.h"
#include "core/keyring/keyring.h"
#include "core/lifecycle/grantstore.h"
#include "core/lifecycle/request/requeststore.h"
#include "core/people/peopleservice.h"
#include "core/people/roster/rosterstore.h"
#include "core/people/script/scripttransport.h"
#include "core/run/endpoints.h"
#include "core/run/service/runservice.h"
#include "core/secret/secretservice.h"
#include "core/ssh/keys/hostkeystore.h"
#include "core/ssh/libssh/libsshtransport.h"
#include "core/ssh/openssh/opensshtransport.h"
#include "core/ssh/route/retryingtransport.h"
#include "core/sshconfig/writer/configservice.h"
#include "core/store/config/settings.h"
#include "core/store/database.h"
#include "core/store/history.h"
#include "core/store/runhistory.h"
#include "core/store/sharednodesource.h"
#include "core/store/sqlitesnapshotstore.h"

#include <QNetworkAccessManager>
#include <QProcessEnvironment>

#include <memory>

namespace podium::app {

/// Where a program's services look.
struct ServiceOptions
{
    Paths paths = Paths::fromEnvironment();
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    QStringList projects;   ///< goes before the settings' list
    QString program;        ///< for people, where two share a watch: "podiumctl watch"
    bool hasKeyring = true; ///< a demo's secrets are nothing for the person's
};

/// All services of one program, made once and wired together; podium and podiumctl share it.
/// Lives on the main thread. Members are declared in the order in which they need each other.
struct Services
{
    /// InvalidArgument where config.json cannot be read.
    [[nodiscard]] static Result<std::unique_ptr<Services>> make(const ServiceOptions &options);

    /// What a run logs in with.
    [[nodiscard]] run::SshDefaults sshDefaults() const;
    /// Where and as whom to log in on a worker, as far as is known when it is asked.
    [[nodiscard]] run::Run::EndpointOf endpointOf() const;
    /// How anything of this program runs on workers, noted in its journal; without gateways.
    [[nodiscard]] run::RunService runService();
    /// How much of a run's output is kept, and where.
    [[nodiscard]] run::OutputLimits outputLimits() const;
    /// Runs through a gateway; this must outlive them.
    [[nodiscard]] run::RunService::GatewayFor gateways();
    /// Where recipes are looked for now.
    [[nodiscard]] recipe::RecipeFolders recipeFolders() const;
    /// What a people::PeopleService works with.
    [[nodiscard]] people::PeopleService::World peopleWorld();
    /// What the generated ssh config says: the settings' options, completed by the environment.
    [[nodiscard]] sshconfig::ConfigOptions sshConfigOptions() const;

    Services(const ServiceOptions &options, store::Settings loaded);
    Services(const Services &) = delete;
    Services &operator=(const Services &) = delete;

    Paths paths;
    store::Settings settings; ///< with the environment applied
    QString agentSocket;      ///< of the person's ssh agent; empty: there is none
    SystemClock clock;
    // First, so that they end last: when the connections end, the sshd of workers on this machine
    // want CPU all at once, which would hold up whatever else has to end.
    std::shared_ptr<ssh::HostKeyStore> hostKeys;
    ssh::LibsshTransport connections;
    ssh::OpensshTransport sshProcesses; ///< for what `connections` cannot
    std::unique_ptr<QNetworkAccessManager> network;
    cloud::ApiEndpoints endpoints;
    cloud::Credentials credentials;
    cloud::HttpClient http;
    cloud::ProjectsClient projects;
    cloud::TpuClient tpu;
    cloud::ComputeClient compute;
    cloud::AuditClient audit;
    cloud::MonitoringClient monitoring;
    cloud::StorageClient storage;
    store::DatabaseQueue database;
    store::SqliteSnapshotStore snapshots;
    store::History history;
    store::RunHistory runHistory;
    inventory::CloudNodeSource source;
    store::SharedNodeSource shared; ///< off until a program keeps watching
    inventory::Inventory inventory;
    SshRoutes routes;
    mutable ReachByRules reach;   ///< of sshDefaults()
    ssh::RoutingTransport chosen; ///< of the two, for each worker
    HostKeyInquiry hostKeyInquiry;
    ssh::RetryingTransport retrying;   ///< over `chosen`
    people::ScriptTransport transport; ///< for all runs; over `retrying`
    people::RosterStore roster;
    lifecycle::GrantStore grants;
    lifecycle::RequestStore requests;
    std::unique_ptr<Keyring> keyring;
    secret::SecretService secrets;
    sshconfig::ConfigService sshConfig;
    AccountRecipes accountRecipes;
};

/// Whether a write would touch only what Podium itself has generated before.
[[nodiscard]] bool changesOnlyGenerated(const sshconfig::ConfigPlan &plan, const Paths &paths);

} // namespace podium::app
