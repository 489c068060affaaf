// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0

#include "app/podium-sim/host/workerhost.h"

#include "app/podium-sim/host/mounts.h"
#include "app/podium-sim/host/system.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/epoll.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>

#include <cerrno>
#include <cstdio>
#include <stdexcept>
#include <system_error>

namespace podium::sim {

namespace fs = std::filesystem;
using nlohmann::json;

constexpr unsigned external = 77;  // 127.77.x.x
constexpr unsigned internal = 78;  // 127.78.x.x, of the same last two numbers
constexpr unsigned claims = 79;    // 127.79.BLOCK.1: who takes addresses from the block
constexpr unsigned blocks = 250;   // 127.77.BLOCK.x: where addresses are taken from
constexpr unsigned perBlock = 254; // .1 to .254
constexpr in_port_t sshPort = 22;
constexpr in_port_t claimPort = 7722;

static sockaddr_in workerAddress(unsigned network, unsigned number, in_port_t port)
{
    const unsigned host = number % (blocks * perBlock);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(port);
    address.sin_addr.s_addr =
        htonl((127U << 24) | (network << 16) | ((host / perBlock) << 8) | (host % perBlock + 1));
    return address;
}

static bool inUserNamespace()
{
    unsigned inside = 0;
    unsigned outside = 0;
    unsigned long count = 0;
    const std::string map = readFile("/proc/self/uid_map");
    return std::sscanf(map.c_str(), "%u %u %lu", &inside, &outside, &count) != 3 ||
           count != 4294967295UL;
}

/// 22 where it can be had, else one that is free now.
static in_port_t findPort(unsigned number)
{
    for (const in_port_t wanted : {sshPort, in_port_t{0}}) {
        const Fd probe(must(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0), "look for a port"));
        sockaddr_in address = workerAddress(external, number, wanted);
        socklen_t size = sizeof address;
        auto *generic = reinterpret_cast<sockaddr *>(&address);
        if (::bind(probe.get(), generic, size) == 0 &&
            ::getsockname(probe.get(), generic, &size) == 0)
            return ntohs(address.sin_port);
    }
    throw std::runtime_error("no port of 127.77.0.0/16 can be taken here");
}

WorkerHost::WorkerHost(int control, int messages)
    : m_control(control)
    , m_stderr(messages)
    , m_channel(control)
    , m_epoll(must(::epoll_create1(EPOLL_CLOEXEC), "make an epoll"))
{
    ::fcntl(control, F_SETFD, FD_CLOEXEC);
    ::fcntl(messages, F_SETFD, FD_CLOEXEC);
    rlimit files{};
    ::getrlimit(RLIMIT_NOFILE, &files);
    files.rlim_cur = files.rlim_max;
    ::setrlimit(RLIMIT_NOFILE, &files);
    epoll_event event{};
    event.events = EPOLLIN;
    event.data.fd = control;
    must(::epoll_ctl(m_epoll.get(), EPOLL_CTL_ADD, control, &event), "watch the cloud");
}

void WorkerHost::run()
{
    struct sigaction wake
    {};
    wake.sa_handler = [](int) {};
    ::sigaction(SIGCHLD, &wake, nullptr);
    sigset_t children;
    sigset_t waiting;
    sigemptyset(&waiting);
    sigemptyset(&children);
    sigaddset(&children, SIGCHLD);
    ::sigprocmask(SIG_BLOCK, &children, nullptr);
    while (!m_ended) {
        epoll_event event{};
        const int ready = ::epoll_pwait(m_epoll.get(), &event, 1, -1, &waiting);
        collectEnded();
        if (ready <= 0)
            continue;
        if (event.data.fd == m_control) {
            handleOrders();
            continue;
        }
        const auto found = m_byListener.find(event.data.fd);
        if (found != m_byListener.end())
            found->second->accept(found->first);
    }
    m_workers.clear();
    if (m_folder.empty())
        return;
    std::error_code gone;
    ::umount2((m_folder / "run").c_str(), MNT_DETACH);
    fs::remove_all(m_folder, gone);
}

void WorkerHost::handleOrders()
{
    auto order = m_channel.receive();
    m_ended = !order;
    for (; order; order = m_channel.buffered()) {
        json answer;
        try {
            answer = obey(*order);
        } catch (const std::exception &error) {
            answer = {{"ok", false}, {"error", error.what()}};
        }
        if (!m_channel.send(answer))
            m_ended = true;
    }
}

json WorkerHost::obey(const json &order)
{
    const std::string what = order.at("do");
    if (what == "hello")
        return hello(order);
    if (what == "start")
        return start(order);
    if (what == "stop")
        stop(order);
    else if (what == "manner")
        changeListener(worker(order.at("id")), order);
    else if (what == "distance")
        worker(order.at("id")).setDistance(distanceFromJson(order.at("distance")));
    else if (what == "hostKey")
        worker(order.at("id")).setHostKey(order.at("key"));
    else if (what == "script")
        worker(order.at("id")).runScript(order.at("script"));
    else if (what == "sshKeys") {
        for (const json &id : order.at("ids"))
            worker(id).setSshKeys(order.at("keys"));
    } else
        throw std::invalid_argument("unknown order " + what);
    return {{"ok", true}};
}

json WorkerHost::hello(const json &order)
{
    if (!fs::exists("/usr/sbin/sshd"))
        throw std::runtime_error(
            "/usr/sbin/sshd is missing: install openssh-server; podium-sim(1) says how to have it "
            "without the service");
    const bool userNamespace = inUserNamespace();
    m_folder = order.at("folder").get<std::string>();
    m_nextAddress = claimBlock(order.at("firstBlock").get<unsigned>() % blocks) * perBlock;
    m_port = order.value("port", in_port_t{0});
    m_distance = distanceFromJson(order.value("distance", json::object()));
    if (m_port == 0)
        m_port = findPort(m_nextAddress);
    const fs::path run = m_folder / "run";
    if (order.value("onDisk", false)) {
        makeFolder(run);
        bindTree(run, run); // so that all that is mounted in it goes with it
    } else {
        mountTmpfs(run, "mode=0755,size=75%,nr_inodes=0");
    }
    const Login login{order.at("user"), order.at("publicKey")};
    m_image.emplace(m_folder / "run", login, userNamespace);
    // From here on trouble is for who runs the program.
    ::dup2(m_stderr, STDERR_FILENO);
    return {{"ok", true}, {"kind", userNamespace ? "user" : "root"}, {"port", m_port}};
}

json WorkerHost::start(const json &order)
{
    json addresses = json::array();
    std::string first;
    for (const json &description : order.at("workers")) {
        WorkerSpec spec = workerSpecFromJson(description);
        const std::string id = spec.id;
        auto started =
            std::make_unique<HostedWorker>(*m_image, m_distances, std::move(spec), diskOf(id));
        started->setDistance(m_distance);
        takeAddress(*started);
        if (first.empty())
            first = started->externalAddress();
        started->setFirstAddress(first);
        addresses.push_back(
            {{"external", started->externalAddress()}, {"internal", started->internalAddress()}});
        auto &place = m_workers[id];
        if (place)
            unwatch(*place);
        place = std::move(started);
        watch(*place);
    }
    return {{"ok", true}, {"addresses", std::move(addresses)}};
}

/// A block from which no other cloud of this machine takes its addresses, if there is one: to that
/// an address that refuses, or that was given up, would be free. The claim is a port that nobody
/// listens on, for as long as this process runs.
unsigned WorkerHost::claimBlock(unsigned wanted)
{
    for (unsigned tries = 0; tries < blocks; ++tries) {
        const unsigned block = (wanted + tries) % blocks;
        const sockaddr_in address = workerAddress(claims, block * perBlock, claimPort);
        Fd claim(must(::socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0), "claim addresses"));
        if (::bind(claim.get(), reinterpret_cast<const sockaddr *>(&address), sizeof address) < 0)
            continue;
        m_claim = std::move(claim);
        return block;
    }
    return wanted;
}

void WorkerHost::takeAddress(HostedWorker &worker)
{
    for (unsigned tries = 0; tries < blocks * perBlock; ++tries) {
        const unsigned number = m_nextAddress++;
        if (worker.listenOn(
                workerAddress(external, number, m_port), workerAddress(internal, number, m_port)))
            return;
    }
    throw std::runtime_error(
        "port " + std::to_string(m_port) + " is taken on every address of 127.77.0.0/16");
}

void WorkerHost::stop(const json &order)
{
    for (const json &id : order.at("ids")) {
        const auto found = m_workers.find(id.get<std::string>());
        if (found != m_workers.end()) {
            unwatch(*found->second);
            m_workers.erase(found);
        }
        const auto disk = m_disks.find(id.get<std::string>());
        if (disk == m_disks.end() || !order.value("discard", false))
            continue;
        fs::remove_all(disk->second);
        m_disks.erase(disk);
    }
}

void WorkerHost::changeListener(HostedWorker &worker, const json &order)
{
    const Manner manner = mannerFromString(order.at("manner"));
    unwatch(worker);
    worker.setManner(manner, order.value("limit", size_t{0}));
    if (manner != Manner::Refusing && manner != Manner::Unreachable)
        watch(worker);
}

void WorkerHost::watch(HostedWorker &worker)
{
    for (const int listener : worker.listeners()) {
        epoll_event event{};
        event.events = EPOLLIN;
        event.data.fd = listener;
        must(::epoll_ctl(m_epoll.get(), EPOLL_CTL_ADD, listener, &event), "watch a worker");
        m_byListener[listener] = &worker;
    }
}

void WorkerHost::unwatch(const HostedWorker &worker)
{
    for (const int listener : worker.listeners()) {
        // Closing it is not enough while a forked process has a copy of it. One that refuses is not
        // watched.
        ::epoll_ctl(m_epoll.get(), EPOLL_CTL_DEL, listener, nullptr);
        m_byListener.erase(listener);
    }
}

void WorkerHost::collectEnded()
{
    pid_t pid = 0;
    while ((pid = ::waitpid(-1, nullptr, WNOHANG)) > 0) {
        for (const auto &[id, worker] : m_workers) {
            if (worker->pid() == pid)
                worker->processEnded();
        }
    }
}

HostedWorker &WorkerHost::worker(const json &id)
{
    const auto found = m_workers.find(id.get<std::string>());
    if (found == m_workers.end())
        throw std::invalid_argument("no such worker runs: " + id.get<std::string>());
    return *found->second;
}

std::string WorkerHost::diskOf(const std::string &id)
{
    const auto [place, fresh] = m_disks.try_emplace(id);
    if (fresh)
        place->second = (m_folder / "run" / ("disk" + std::to_string(m_nextDisk++))).string();
    return place->second;
}

int workerHostMain(int control, int messages)
{
    try {
        WorkerHost host(control, messages);
        host.run();
        return 0;
    } catch (const std::exception &error) {
        std::fprintf(stderr, "podium-sim: %s\n", error.what());
        return 1;
    }
}

} // namespace podium::sim
