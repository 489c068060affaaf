// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0

#include "app/podium-sim/host/hostedworker.h"

#include "app/podium-sim/host/relay.h"
#include "app/podium-sim/host/system.h"

#include <signal.h>
#include <sys/socket.h>

#include <cstdio>
#include <map>
#include <stdexcept>

namespace podium::sim {

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

bool HostedWorker::listenOn(const sockaddr_in &external, const sockaddr_in &internal)
{
    if (!m_external.take(external) || (m_spec.hasInternalAddress && !m_internal.take(internal)))
        return false;
    m_spec.address = m_external.text();
    return true;
}

std::string HostedWorker::internalAddress() const
{
    return m_internal.isTaken() ? m_internal.text() : std::string();
}

std::vector<int> HostedWorker::listeners() const
{
    return m_internal.isTaken() ? std::vector{m_external.fd(), m_internal.fd()}
                                : std::vector{m_external.fd()};
}

template <typename Change>
void HostedWorker::changeListeners(Change change)
{
    change(m_external);
    if (m_internal.isTaken())
        change(m_internal);
}

void HostedWorker::accept(int listener)
{
    const bool isInternal = listener == m_internal.fd();
    Fd connection = (isInternal ? m_internal : m_external).accept();
    if (!connection)
        return;
    const Distance distance = isInternal ? Distance() : m_distance;
    if (m_manner == Manner::Hanging || m_manner == Manner::Frozen)
        m_held.push_back(std::move(connection));
    else if (m_manner == Manner::Dropping)
        serve(throughRelay(std::move(connection)), distance);
    else if (m_manner == Manner::Serving)
        serve(std::move(connection), distance);
}

void HostedWorker::serve(Fd connection, const Distance &distance)
{
    try {
        serveHere(
            distance.isNear() ? std::move(connection)
                              : m_distances.carry(std::move(connection), distance));
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

void HostedWorker::setManner(Manner manner, size_t limit)
{
    if (m_manner == Manner::Frozen && m_process)
        m_process->freeze(false);
    m_manner = manner;
    m_limit = limit;
    m_held.clear();
    switch (manner) {
    case Manner::Refusing:
        changeListeners([](Listener &listener) { listener.refuse(); });
        return;
    case Manner::Unreachable:
        m_process.reset();
        changeListeners([](Listener &listener) { listener.silence(); });
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
    changeListeners([](Listener &listener) { listener.listen(); });
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
