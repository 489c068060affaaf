// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "app/podium-sim/host/distanceprocess.h"
#include "app/podium-sim/host/fd.h"
#include "app/podium-sim/host/listener.h"
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

/// A worker as the network sees it: an external address, and an internal one where it is asked for,
/// that listen from the start, and a process with namespaces that is made when the first connection
/// comes. The distance is that of the external address: workers are near each other.
class HostedWorker final
{
public:
    /// `disk` is the folder of the worker's own files; `image` and `distances` must outlive it.
    HostedWorker(const Image &image, DistanceProcess &distances, WorkerSpec spec, std::string disk);

    /// False when another program has one of the addresses. Throws for anything else.
    bool listenOn(const sockaddr_in &external, const sockaddr_in &internal);

    [[nodiscard]] std::string externalAddress() const { return m_external.text(); }
    /// Empty where none was asked for.
    [[nodiscard]] std::string internalAddress() const;
    /// The descriptors to be watched for connections.
    [[nodiscard]] std::vector<int> listeners() const;
    [[nodiscard]] pid_t pid() const { return m_process ? m_process->pid() : -1; }
    [[nodiscard]] const std::string &disk() const { return m_disk; }

    /// Serves one connection that waits at this one of the listeners.
    void accept(int listener);

    /// `limit`: for Dropping, the bytes from the worker after which a connection is reset.
    void setManner(Manner manner, size_t limit);
    /// For connections that come from now on.
    void setDistance(const Distance &distance) { m_distance = distance; }
    /// Of the first worker of its node, where all of them meet; before it has started.
    void setFirstAddress(const std::string &address) { m_spec.tpu["firstAddress"] = address; }
    void setHostKey(const std::string &key);
    void setSshKeys(const std::string &keys);
    /// As the worker's root, by sh; starts the worker if need be.
    void runScript(const std::string &script);

    /// The process has ended by itself (the worker was rebooted); the next connection starts it.
    void processEnded();

private:
    template <typename Change>
    void changeListeners(Change change);
    void serve(Fd connection, const Distance &distance);
    void serveHere(const Fd &connection);
    Fd throughRelay(Fd connection) const;

    const Image &m_image;
    DistanceProcess &m_distances;
    WorkerSpec m_spec;
    std::string m_disk;
    Listener m_external;
    Listener m_internal;
    Manner m_manner = Manner::Serving;
    size_t m_limit = 0;
    Distance m_distance;
    std::vector<Fd> m_held;
    std::unique_ptr<WorkerProcess> m_process;
};

} // namespace podium::sim
