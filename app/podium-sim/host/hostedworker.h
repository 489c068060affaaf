// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "app/podium-sim/host/distanceprocess.h"
#include "app/podium-sim/host/fd.h"
#include "app/podium-sim/host/workerprocess.h"

#include <netinet/in.h>

#include <memory>
#include <string>
#include <vector>

namespace podium::sim {

/// How a worker answers those who connect.
enum class Manner {
    Serving,
    Refusing,    ///< connection refused
    Hanging,     ///< connects, then never says a word
    Dropping,    ///< each connection is reset after some bytes from the worker
    Unreachable, ///< the network is silent: connecting times out
    Frozen       ///< as hanging, and what is connected goes silent too
};

/// Throws std::invalid_argument for an unknown word.
Manner mannerFromString(const std::string &text);

/// A worker as the network sees it: an address that listens from the start, and a process with
/// namespaces that is made when the first connection comes.
class HostedWorker final
{
public:
    /// `disk` is the folder of the worker's own files; `image` and `distances` must outlive it.
    HostedWorker(const Image &image, DistanceProcess &distances, WorkerSpec spec, std::string disk);

    /// False when another program has the address. Throws for anything else.
    bool listenOn(const sockaddr_in &address);

    [[nodiscard]] int listener() const { return m_listener.get(); }
    [[nodiscard]] pid_t pid() const { return m_process ? m_process->pid() : -1; }
    [[nodiscard]] const std::string &disk() const { return m_disk; }

    /// Serves one connection that waits at the listener.
    void accept();

    /// `limit`: for Dropping, the bytes from the worker after which a connection is reset.
    void setManner(Manner manner, size_t limit);
    /// For connections that come from now on.
    void setDistance(const Distance &distance) { m_distance = distance; }
    void setHostKey(const std::string &key);
    void setSshKeys(const std::string &keys);
    /// As the worker's root, by sh; starts the worker if need be.
    void runScript(const std::string &script);

    /// The process has ended by itself (the worker was rebooted); the next connection starts it.
    void processEnded();

private:
    void openListener(int backlog);
    void serve(Fd connection);
    void serveHere(const Fd &connection);
    Fd throughRelay(Fd connection) const;

    const Image &m_image;
    DistanceProcess &m_distances;
    WorkerSpec m_spec;
    std::string m_disk;
    sockaddr_in m_address{};
    Manner m_manner = Manner::Serving;
    size_t m_limit = 0;
    Distance m_distance;
    Fd m_listener;
    std::vector<Fd> m_held;
    std::unique_ptr<WorkerProcess> m_process;
};

} // namespace podium::sim
