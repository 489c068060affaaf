// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0

#include "app/podium-sim/host/hostedworker.h"

#include "app/podium-sim/host/relay.h"
#include "app/podium-sim/host/system.h"

#include <arpa/inet.h>
#include <netinet/tcp.h>
#include <signal.h>
#include <sys/socket.h>

#include <cerrno>
#include <cstdio>
#include <map>
#include <stdexcept>
#include <system_error>

namespace podium::sim {

constexpr int usualBacklog = 128;

Manner mannerFromString(const std::string &text)
{
    static const std::map<std::string, Manner> words = {
        {"restore", Manner::Serving}, {"refuse", Manner::Refusing},  {"hang", Manner::Hanging},
        {"drop", Manner::Dropping},   {"stop", Manner::Unreachable}, {"freeze", Manner::Frozen}};
    const auto word = words.find(text);
    if (word == words.end())
        throw std::invalid_argument("a worker cannot " + text);
    return word->second;
}

HostedWorker::HostedWorker(
    const Image &image, DistanceProcess &distances, WorkerSpec spec, std::string disk)
    : m_image(image)
    , m_distances(distances)
    , m_spec(std::move(spec))
    , m_disk(std::move(disk))
{}

bool HostedWorker::listenOn(const sockaddr_in &address)
{
    m_address = address;
    try {
        openListener(usualBacklog);
    } catch (const std::system_error &error) {
        if (error.code().value() == EADDRINUSE)
            return false;
        throw;
    }
    char text[INET_ADDRSTRLEN];
    m_spec.address = ::inet_ntop(AF_INET, &address.sin_addr, text, sizeof text);
    return true;
}

/// A backlog below zero only keeps the address: who connects is refused.
void HostedWorker::openListener(int backlog)
{
    m_listener.reset();
    Fd listener(
        must(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0), "make a listener"));
    const int on = 1;
    ::setsockopt(listener.get(), SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    must(
        ::bind(listener.get(), reinterpret_cast<const sockaddr *>(&m_address), sizeof m_address),
        "take a worker's address");
    if (backlog >= 0)
        must(::listen(listener.get(), backlog), "listen on a worker's address");
    m_listener = std::move(listener);
}

void HostedWorker::accept()
{
    Fd connection(::accept4(m_listener.get(), nullptr, nullptr, SOCK_CLOEXEC));
    if (!connection)
        return;
    // Without it, waiting for acknowledgements costs each login twice 40 ms.
    const int on = 1;
    ::setsockopt(connection.get(), IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    if (m_manner == Manner::Hanging || m_manner == Manner::Frozen)
        m_held.push_back(std::move(connection));
    else if (m_manner == Manner::Dropping)
        serve(throughRelay(std::move(connection)));
    else if (m_manner == Manner::Serving)
        serve(std::move(connection));
}

void HostedWorker::serve(Fd connection)
{
    try {
        serveHere(
            m_distance.isNear() ? std::move(connection)
                                : m_distances.carry(std::move(connection), m_distance));
    } catch (const std::exception &error) {
        std::fprintf(stderr, "podium-sim: %s: %s\n", m_spec.id.c_str(), error.what());
    }
}

void HostedWorker::serveHere(const Fd &connection)
{
    if (!m_process)
        m_process = std::make_unique<WorkerProcess>(m_image, m_spec, m_disk);
    if (m_process->serve(connection))
        return;
    m_process = std::make_unique<WorkerProcess>(m_image, m_spec, m_disk);
    if (!m_process->serve(connection))
        std::fprintf(stderr, "podium-sim: %s does not start\n", m_spec.id.c_str());
}

Fd HostedWorker::throughRelay(Fd connection) const
{
    int ends[2];
    must(::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends), "make a relay");
    Fd ours(ends[0]);
    Fd theirs(ends[1]);
    if (::fork() == 0)
        runRelay(std::move(connection), std::move(ours), m_limit);
    return theirs;
}

/// With a full queue that nobody empties, the kernel drops what else comes: a silent network.
static std::vector<Fd> fillQueue(const sockaddr_in &address)
{
    std::vector<Fd> fillers;
    for (int i = 0; i < 2; ++i) {
        Fd filler(must(
            ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0), "make a filler"));
        // In progress is what it should be.
        if (::connect(filler.get(), reinterpret_cast<const sockaddr *>(&address), sizeof address) ==
                0 ||
            errno == EINPROGRESS)
            fillers.push_back(std::move(filler));
    }
    return fillers;
}

void HostedWorker::setManner(Manner manner, size_t limit)
{
    if (m_manner == Manner::Frozen && m_process)
        m_process->freeze(false);
    m_manner = manner;
    m_limit = limit;
    m_held.clear();
    switch (manner) {
    case Manner::Refusing:
        openListener(-1);
        return;
    case Manner::Unreachable:
        m_process.reset();
        openListener(0);
        m_held = fillQueue(m_address);
        return;
    case Manner::Dropping:
        if (m_process)
            m_process->breakConnections();
        break;
    case Manner::Frozen:
        if (m_process)
            m_process->freeze(true);
        break;
    case Manner::Serving:
    case Manner::Hanging:
        break;
    }
    openListener(usualBacklog);
}

void HostedWorker::setHostKey(const std::string &key)
{
    m_spec.hostKey = key;
    if (m_process)
        m_process->setHostKey(key);
}

void HostedWorker::setSshKeys(const std::string &keys)
{
    m_spec.sshKeys = keys;
    if (m_process)
        m_process->setSshKeys(keys);
}

void HostedWorker::runScript(const std::string &script)
{
    if (!m_process)
        m_process = std::make_unique<WorkerProcess>(m_image, m_spec, m_disk);
    m_process->runScript(script);
}

void HostedWorker::processEnded()
{
    m_process->forget();
    m_process.reset();
}

} // namespace podium::sim
