// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0

#include "app/podium-sim/host/workerprocess.h"

#include "app/podium-sim/host/system.h"
#include "app/podium-sim/host/workerinit.h"

#include <sched.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>

#include <cerrno>

namespace podium::sim {

WorkerSpec workerSpecFromJson(const nlohmann::json &object)
{
    WorkerSpec spec;
    spec.id = object.at("id");
    spec.hostname = object.at("hostname");
    spec.hostKey = object.at("hostKey");
    spec.sshKeys = object.value("sshKeys", "");
    spec.device = object.value("device", "accel");
    spec.tpu = object.value("tpu", nlohmann::json::object());
    spec.environment = object.value("environment", "");
    spec.hasInternalAddress = object.value("internal", false);
    return spec;
}

WorkerProcess::WorkerProcess(
    const Image &image, const WorkerSpec &spec, const std::filesystem::path &disk)
{
    int ends[2];
    must(::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends), "make a worker's channel");
    m_channel.reset(ends[0]);
    Fd theirs(ends[1]);
    // The raw call, which is a fork with namespaces: the process here has one thread.
    m_pid = static_cast<pid_t>(must(
        static_cast<int>(::syscall(
            SYS_clone, CLONE_NEWNS | CLONE_NEWUTS | CLONE_NEWPID | SIGCHLD, nullptr, nullptr,
            nullptr, nullptr)),
        "make a worker's namespaces"));
    if (m_pid == 0)
        runWorkerInit(image, spec, disk, theirs.get());
}

WorkerProcess::~WorkerProcess()
{
    if (m_pid < 0)
        return;
    ::kill(m_pid, SIGKILL);
    while (::waitpid(m_pid, nullptr, 0) < 0 && errno == EINTR) {
    }
}

bool WorkerProcess::serve(const Fd &connection) const
{
    return sendWithFd(m_channel.get(), initServe, connection.get());
}

bool WorkerProcess::setSshKeys(const std::string &keys) const
{
    return sendWithFd(m_channel.get(), initSshKeys, memoryFile(keys).get());
}

bool WorkerProcess::runScript(const std::string &script) const
{
    return sendWithFd(m_channel.get(), initScript, memoryFile(script).get());
}

bool WorkerProcess::setHostKey(const std::string &key) const
{
    return sendWithFd(m_channel.get(), initHostKey, memoryFile(key).get());
}

bool WorkerProcess::breakConnections() const
{
    return isDone(initBreak);
}

bool WorkerProcess::freeze(bool frozen) const
{
    return isDone(frozen ? initFreeze : initThaw);
}

bool WorkerProcess::isDone(std::string_view order) const
{
    return sendWithFd(m_channel.get(), order, -1) && !receiveWithFd(m_channel.get()).closed;
}

} // namespace podium::sim
