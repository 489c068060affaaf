// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0

#include "app/podium-sim/serve.h"

#include "app/podium-sim/api/cloud.h"
#include "app/podium-sim/api/server.h"
#include "app/podium-sim/cloud/scenariocheck.h"
#include "app/podium-sim/cloud/sshkey.h"
#include "app/podium-sim/embedded.h"
#include "app/podium-sim/host/system.h"

#include <poll.h>
#include <signal.h>
#include <sys/signalfd.h>

#include <cstdio>
#include <filesystem>
#include <iostream>
#include <stdexcept>
#include <thread>

namespace podium::sim {

namespace fs = std::filesystem;
using nlohmann::json;

constexpr int wrongUsage = 2;

static json readScenario(const std::string &file)
{
    const std::string text = file.empty() ? std::string(embedded("demo.json")) : readFile(file);
    try {
        json scenario = json::parse(text);
        checkScenario(scenario);
        return scenario;
    } catch (const json::parse_error &error) {
        throw BadScenario("the scenario " + file + " is not JSON: " + error.what());
    } catch (const BadScenario &error) {
        throw BadScenario("the scenario " + file + ": " + error.what());
    }
}

static fs::path makeRunFolder()
{
    std::string pattern = (fs::temp_directory_path() / "podium-sim-XXXXXX").string();
    if (!::mkdtemp(pattern.data()))
        throw std::runtime_error("no folder can be made in " + pattern);
    return pattern;
}

/// What to export so that gcloud, podiumctl and podium talk to this cloud.
static json environment(
    const fs::path &folder, const Cloud &cloud, const WorkerPool &pool, const std::string &project)
{
    json env = {
        {"CLOUDSDK_CONFIG", folder / "gcloud"},
        {"CLOUDSDK_AUTH_ACCESS_TOKEN_FILE", cloud.tokenFile},
        {"CLOUDSDK_AUTH_TOKEN_HOST", cloud.url + "/token"},
        {"CLOUDSDK_CORE_DISABLE_PROMPTS", "1"},
        {"CLOUDSDK_CORE_DISABLE_USAGE_REPORTING", "true"},
        {"CLOUDSDK_COMPONENT_MANAGER_DISABLE_UPDATE_CHECK", "true"},
        {"PODIUM_SSH_PORT", std::to_string(pool.port())},
        {"PODIUM_SSH_USER", cloud.settings.user},
        {"PODIUM_SSH_IDENTITY", folder / "identity"}};
    if (!project.empty())
        env["CLOUDSDK_CORE_PROJECT"] = project;
    for (const char *api :
         {"TPU", "CLOUDRESOURCEMANAGER", "SERVICEUSAGE", "OSLOGIN", "CLOUDBILLING", "LOGGING",
          "MONITORING", "CLOUDQUOTAS"})
        env[std::string("CLOUDSDK_API_ENDPOINT_OVERRIDES_") + api] = cloud.url + '/';
    env["CLOUDSDK_API_ENDPOINT_OVERRIDES_COMPUTE"] = cloud.url + "/compute/v1/";
    env["CLOUDSDK_API_ENDPOINT_OVERRIDES_STORAGE"] = cloud.url + "/storage/v1/";
    return env;
}

/// Returns when stdin ends or a signal asks to end.
static void waitForEnd(int signals)
{
    pollfd inputs[2] = {{STDIN_FILENO, POLLIN, 0}, {signals, POLLIN, 0}};
    for (;;) {
        if (::poll(inputs, 2, -1) < 0)
            continue;
        char block[4096];
        if (inputs[1].revents != 0)
            return;
        if (inputs[0].revents != 0 && ::read(STDIN_FILENO, block, sizeof block) <= 0)
            return;
    }
}

static int blockEndSignals()
{
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGTERM);
    sigaddset(&set, SIGINT);
    ::sigprocmask(SIG_BLOCK, &set, nullptr);
    ::signal(SIGPIPE, SIG_IGN);
    return must(::signalfd(-1, &set, SFD_CLOEXEC), "watch for signals");
}

static void addRoutes(Router &router, Cloud &cloud)
{
    router.beforeEach = [&cloud] {
        cloud.queue.settle();
        cloud.operations.settle();
        preemptWhatIsDue(cloud);
    };
    addTpuNodeRoutes(router, cloud);
    addTpuChangeRoutes(router, cloud);
    addTpuCatalogRoutes(router, cloud);
    addQueuedResourceRoutes(router, cloud);
    addProjectRoutes(router, cloud);
    addComputeRoutes(router, cloud);
    addOsLoginRoutes(router, cloud);
    addOtherRoutes(router, cloud);
    addOauthRoutes(router, cloud);
    addSimRoutes(router, cloud);
    addSimLimitRoutes(router, cloud);
    addAuditLogRoutes(router, cloud);
    addMetadataRoutes(router, cloud);
    addMonitoringRoutes(router, cloud);
}

/// Ends the workers and the program. Threads that hold a call up need no goodbye.
[[noreturn]] static void leave(WorkerPool &pool, const fs::path &folder, int status)
{
    pool.end();
    std::error_code gone;
    fs::remove_all(folder, gone);
    std::fflush(nullptr);
    ::_exit(status);
}

static void writeCredentials(const fs::path &folder, Cloud &cloud, const SshKey &key)
{
    writeFile(folder / "identity", key.privateFile, 0600);
    writeFile(
        folder / "identity.pub",
        "ssh-ed25519 " + key.publicBase64 + ' ' + cloud.settings.user + '\n');
    writeFile(cloud.tokenFile, cloud.tokens.issue(standingToken), 0600);
    makeFolder(folder / "gcloud", 0700);
}

static void announce(const Cloud &cloud, const WorkerPool &pool, const fs::path &folder)
{
    const auto &projects = cloud.fleet.projects();
    const std::string project = projects.empty() ? std::string() : projects.front().id;
    const json ready = {
        {"url", cloud.url},
        {"sshPort", pool.port()},
        {"identity", folder / "identity"},
        {"user", cloud.settings.user},
        {"workers", pool.kind()},
        {"env", environment(folder, cloud, pool, project)}};
    std::cout << ready.dump() << std::endl;
}

[[noreturn]] static void
run(WorkerPool &pool, const json &scenario, const fs::path &folder, const SshKey &key, int port)
{
    const Settings settings = settingsFromScenario(scenario);
    Fleet fleet(pool);
    Operations operations;
    Queue queue(fleet, settings.operationMs);
    Faults faults;
    ApiLog log;
    Tokens tokens;
    Router router;
    Server server(router, faults, log, tokens);
    try {
        Cloud cloud{settings,         fleet, operations, queue, faults, log, tokens,
                    folder / "token", {},    {},         {}};
        cloud.oauth.serviceAccounts = cloud.settings.serviceAccounts;
        cloud.buckets = bucketsFromScenario(scenario);
        // First: the workers are told of it.
        const int bound = server.bind(port);
        if (bound < 0)
            throw std::runtime_error("port " + std::to_string(port) + " cannot be taken");
        const std::string address = "127.0.0.1:" + std::to_string(bound);
        cloud.url = "http://" + address;
        fleet.metadataHost = address + "/metadata";
        loadScenario(scenario, fleet);
        loadQuotas(scenario, cloud.limits);
        writeCredentials(folder, cloud, key);
        addRoutes(router, cloud);
        // Until here they end the program as they are, and what it made goes with it.
        const int signals = blockEndSignals();
        std::thread([&server] { server.listen(); }).detach();
        announce(cloud, pool, folder);
        waitForEnd(signals);
        faults.stop();
        server.close();
        leave(pool, folder, 0);
    } catch (const std::exception &error) {
        std::cerr << "podium-sim: " << error.what() << std::endl;
        leave(pool, folder, 1);
    }
}

int serve(const ServeOptions &options)
{
    try {
        const json scenario = readScenario(options.scenario);
        const Settings settings = settingsFromScenario(scenario);
        const fs::path folder = makeRunFolder();
        const SshKey key = makeSshKey(settings.user);
        // Before any thread: the worker host is a fork.
        WorkerPool pool(
            {folder, settings.user, "ssh-ed25519 " + key.publicBase64 + ' ' + settings.user,
             options.sshPort, Distance{.roundTrip = std::chrono::milliseconds(options.rttMs)},
             options.onDisk});
        if (pool.kind() == "none")
            std::cerr << "podium-sim: no workers stand: " << pool.why() << std::endl;
        run(pool, scenario, folder, key, options.port);
    } catch (const BadScenario &error) {
        std::cerr << "podium-sim: " << error.what() << std::endl;
        return wrongUsage;
    } catch (const std::exception &error) {
        std::cerr << "podium-sim: " << error.what() << std::endl;
    }
    return 1;
}

} // namespace podium::sim
