// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0

#include "app/podium-sim/host/initloop.h"

#include "app/podium-sim/host/workerinit.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>

#include <cstdio>
#include <utility>

namespace podium::sim {

constexpr rlim_t usualOpenFiles = 1024;
constexpr rlim_t mostOpenFiles = 1 << 19;

/// The new process becomes sshd; it leads a session and a process group of its own, in which sshd
/// stays with all its parts, while what people start gets others.
static pid_t startSshd(int connection)
{
    const pid_t pid = ::fork();
    if (pid != 0)
        return pid;
    ::setsid();
    const int log = ::open("/var/log/sshd.log", O_WRONLY | O_CREAT | O_APPEND, 0600);
    ::dup2(connection, STDIN_FILENO);
    ::dup2(connection, STDOUT_FILENO);
    if (log >= 0)
        ::dup2(log, STDERR_FILENO);
    ::close_range(STDERR_FILENO + 1, ~0U, 0);
    const rlimit files{usualOpenFiles, mostOpenFiles};
    ::setrlimit(RLIMIT_NOFILE, &files);
    sigset_t none;
    sigemptyset(&none);
    ::sigprocmask(SIG_SETMASK, &none, nullptr);
    char path[] = "PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";
    char program[] = "/usr/sbin/sshd";
    char inetd[] = "-i";
    char toStderr[] = "-e";
    char *const argv[] = {program, inetd, toStderr, nullptr};
    char *const environment[] = {path, nullptr};
    ::execve(program, argv, environment);
    std::perror("sshd");
    ::_exit(127);
}

void InitLoop::serve(Fd connection)
{
    if (m_nextKeys)
        return m_waitingForNext.push_back(std::move(connection));
    if (m_agent > 0)
        return m_waiting.push_back(std::move(connection));
    const pid_t sshd = startSshd(connection.get());
    if (sshd > 0)
        m_connections.insert(sshd);
}

void InitLoop::breakConnections()
{
    m_waiting.clear();
    m_waitingForNext.clear();
    for (const pid_t sshd : m_connections) {
        ::kill(-sshd, SIGKILL);
        ::kill(sshd, SIGKILL); // it may not lead its group yet
    }
}

void InitLoop::takeKeys(Fd keys)
{
    if (m_agent > 0) {
        m_nextKeys = std::move(keys);
        return;
    }
    m_agent = startProgram({"/bin/sh", "/etc/podium-sim/guest-agent"}, keys.get());
}

void InitLoop::agentEnded()
{
    m_agent = -1;
    std::vector<Fd> met = std::exchange(m_waiting, std::exchange(m_waitingForNext, {}));
    Fd keys = std::move(m_nextKeys);
    for (Fd &connection : met)
        serve(std::move(connection));
    if (keys)
        takeKeys(std::move(keys));
}

void InitLoop::collectEnded()
{
    pid_t pid = 0;
    while ((pid = ::waitpid(-1, nullptr, WNOHANG)) > 0) {
        m_connections.erase(pid);
        if (pid == m_agent)
            agentEnded();
    }
}

void InitLoop::obey(Datagram order)
{
    if (order.text == initServe)
        serve(std::move(order.fd));
    else if (order.text == initSshKeys)
        takeKeys(std::move(order.fd));
    else if (order.text == initHostKey)
        writeFile(
            "/etc/ssh/ssh_host_ed25519_key",
            readFile("/proc/self/fd/" + std::to_string(order.fd.get())), 0600);
    else if (order.text == initScript)
        startProgram({"/bin/sh"}, order.fd.get());
    else
        obeyAtOnce(order.text);
}

/// The listener waits for these.
void InitLoop::obeyAtOnce(const std::string &order)
{
    if (order == initBreak)
        breakConnections();
    else if (order == initFreeze)
        ::kill(-1, SIGSTOP);
    else if (order == initThaw)
        ::kill(-1, SIGCONT);
    sendWithFd(m_channel, initDone, -1);
}

void InitLoop::run()
{
    sigset_t waiting;
    sigemptyset(&waiting);
    for (;;) {
        pollfd input{m_channel, POLLIN, 0};
        const int ready = ::ppoll(&input, 1, nullptr, &waiting);
        collectEnded();
        if (ready <= 0)
            continue;
        Datagram order = receiveWithFd(m_channel);
        if (order.closed)
            ::_exit(0);
        obey(std::move(order));
    }
}

} // namespace podium::sim
