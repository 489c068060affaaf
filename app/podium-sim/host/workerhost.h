// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "app/podium-sim/host/hostedworker.h"
#include "app/podium-sim/host/linechannel.h"

#include <map>
#include <memory>
#include <optional>

namespace podium::sim {

/// The one process behind all workers: listens on their addresses and does what the cloud says, one
/// JSON order a line, one JSON answer each. First process of its own mount and pid namespaces, so
/// that everything below goes when it goes. One thread.
///
///   {"do":"hello","folder","user","publicKey","port","distance"}  → {"ok",…,"kind":"root|user",
///   "port"}; the distance is that of all workers at first
///   {"do":"start","workers":[spec…]}                   → {"ok","addresses":[{"external",
///   "internal"}…]} in the same order; all of a node
///   {"do":"stop","ids":[…],"discard":bool}             discard: their disks go too
///   {"do":"manner","id","manner","limit"}  {"do":"hostKey","id","key"}
///   {"do":"distance","id","distance"}
///   {"do":"sshKeys","ids","keys"}  {"do":"script","id","script"}
class WorkerHost final
{
public:
    /// `control`: the channel; `messages`: where complaints go once the workers can stand.
    WorkerHost(int control, int messages);

    /// Serves until the cloud's end of the channel closes; then removes the folder.
    void run();

private:
    void handleOrders();
    [[nodiscard]] nlohmann::json obey(const nlohmann::json &order);
    [[nodiscard]] nlohmann::json hello(const nlohmann::json &order);
    [[nodiscard]] nlohmann::json start(const nlohmann::json &order);
    void stop(const nlohmann::json &order);
    void changeListener(HostedWorker &worker, const nlohmann::json &order);
    void watch(HostedWorker &worker);
    void collectEnded();
    void unwatch(const HostedWorker &worker);
    [[nodiscard]] unsigned claimBlock(unsigned wanted);
    void takeAddress(HostedWorker &worker);
    [[nodiscard]] HostedWorker &worker(const nlohmann::json &id);
    [[nodiscard]] std::string diskOf(const std::string &id);

    int m_control;
    int m_stderr;
    LineChannel m_channel;
    Fd m_epoll;
    bool m_ended = false;
    std::filesystem::path m_folder;
    std::optional<Image> m_image;
    in_port_t m_port = 0;
    Fd m_claim; ///< to the block of addresses that it begins with
    unsigned m_nextAddress = 0;
    unsigned m_nextDisk = 0;
    Distance m_distance; ///< of workers that start
    DistanceProcess m_distances;
    std::map<std::string, std::string> m_disks;
    std::map<std::string, std::unique_ptr<HostedWorker>> m_workers;
    std::map<int, HostedWorker *> m_byListener;
};

/// `podium-sim worker-host`: the program's other face.
int workerHostMain(int control, int messages);

} // namespace podium::sim
