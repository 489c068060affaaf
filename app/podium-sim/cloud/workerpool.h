// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "app/podium-sim/host/distance.h"
#include "app/podium-sim/host/fd.h"
#include "app/podium-sim/host/linechannel.h"

#include <nlohmann/json.hpp>
#include <sys/types.h>

#include <optional>
#include <string>
#include <vector>

namespace podium::sim {

/// The cloud's side of the worker host (host/workerhost.h has the orders). One thread at a time.
class WorkerPool final
{
public:
    struct Settings
    {
        std::string folder;    ///< an empty folder of this run; the host removes it at its end
        std::string user;      ///< the login on every worker
        std::string publicKey; ///< one authorized_keys line for it
        int port = 0;          ///< 0: 22 where it can be had, else any
        Distance distance;     ///< of all workers, whenever they start
        bool onDisk = false;   ///< their disks are in `folder`, not in memory
    };

    /// Starts the worker host; to be called before the program has a second thread. Without
    /// namespaces there are no workers: why() says so and everything else works on.
    explicit WorkerPool(const Settings &settings);
    ~WorkerPool();
    WorkerPool(const WorkerPool &) = delete;
    WorkerPool &operator=(const WorkerPool &) = delete;

    /// Ends the worker host with all workers; the rest must not be called after.
    void end();

    /// "root", "user" or "none".
    [[nodiscard]] const std::string &kind() const { return m_kind; }
    /// One sentence: why there are no workers.
    [[nodiscard]] const std::string &why() const { return m_why; }
    [[nodiscard]] int port() const { return m_port; }

    struct Addresses
    {
        std::string external;
        std::string internal; ///< empty where none was asked for
    };
    /// Those of the workers, in the order of the descriptions (host/workerprocess.h).
    /// This and the rest throw std::runtime_error with what the host says.
    [[nodiscard]] std::vector<Addresses> start(const nlohmann::json &workers);
    void stop(const std::vector<std::string> &ids, bool discardDisks);
    void setManner(const std::string &id, const std::string &manner, size_t limit);
    /// Of connections from now on, until the worker starts anew.
    void setDistance(const std::string &id, const Distance &distance);
    void runScript(const std::string &id, const std::string &script);
    void setHostKey(const std::string &id, const std::string &privateKey);
    void setSshKeys(const std::vector<std::string> &ids, const std::string &keys);

private:
    [[nodiscard]] bool launch(const std::vector<std::string> &unshare, const Settings &settings);
    nlohmann::json order(const nlohmann::json &message);

    Fd m_socket;
    std::optional<LineChannel> m_channel;
    pid_t m_pid = -1;
    std::string m_kind = "none";
    std::string m_why;
    int m_port = 22;
    unsigned m_unserved = 0;
};

} // namespace podium::sim
