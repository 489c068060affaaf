// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "app/podium-sim/host/fd.h"
#include "app/podium-sim/host/image.h"

#include <nlohmann/json.hpp>
#include <sys/types.h>

#include <filesystem>
#include <string>
#include <string_view>

namespace podium::sim {

/// What a worker is, as the cloud describes it.
struct WorkerSpec
{
    std::string id; ///< PROJECT/ZONE/NODE/INDEX
    std::string hostname;
    std::string hostKey; ///< OpenSSH private key
    std::string sshKeys; ///< the metadata's ssh keys, one "user:key" a line
    std::string device;  ///< "accel" or "vfio"
    std::string address; ///< its "localhost": all workers share one network
    bool hasInternalAddress = false;
    nlohmann::json tpu;      ///< what the jax module answers from
    std::string environment; ///< /etc/environment
};

WorkerSpec workerSpecFromJson(const nlohmann::json &json);

/// The first process of a worker that runs: it holds the namespaces, and starts one sshd for each
/// connection it is given. Lives in the listener process as a handle; destroying it ends the worker
/// with everything that runs on it.
class WorkerProcess final
{
public:
    /// Starts the worker on its disk, a folder which stays when the process goes. Throws.
    WorkerProcess(const Image &image, const WorkerSpec &spec, const std::filesystem::path &disk);
    ~WorkerProcess();
    WorkerProcess(const WorkerProcess &) = delete;
    WorkerProcess &operator=(const WorkerProcess &) = delete;

    [[nodiscard]] pid_t pid() const { return m_pid; }

    /// The process has ended by itself and its status was collected.
    void forget() { m_pid = -1; }

    /// Each returns false when the worker is gone.
    bool serve(const Fd &connection) const;
    bool setSshKeys(const std::string &keys) const;
    bool runScript(const std::string &script) const; ///< as root, by sh
    bool setHostKey(const std::string &key) const;
    /// Ends the sshd of each open connection; what they have started runs on. This and freeze()
    /// return when it is done.
    bool breakConnections() const;
    bool freeze(bool frozen) const;

private:
    [[nodiscard]] bool isDone(std::string_view order) const;

    pid_t m_pid = -1;
    Fd m_channel;
};

} // namespace podium::sim
