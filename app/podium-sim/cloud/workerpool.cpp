// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0

#include "app/podium-sim/cloud/workerpool.h"

#include "app/podium-sim/host/system.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/wait.h>

#include <cerrno>
#include <filesystem>
#include <stdexcept>

namespace podium::sim {

using nlohmann::json;

constexpr int hostChannel = 3;

/// What the worker host and util-linux's unshare said on stderr, kept for why().
static std::string firstLine(const std::string &file)
{
    const std::string text = readFile(file);
    return text.substr(0, text.find('\n'));
}

WorkerPool::WorkerPool(const Settings &settings)
{
    const std::vector<std::string> common = {"unshare", "--mount",           "--pid",
                                             "--fork",  "--kill-child=KILL", "--mount-proc"};
    std::vector<std::string> mapped = common;
    mapped.insert(mapped.begin() + 1, {"--map-auto", "--map-root-user"});
    if (::geteuid() == 0 && launch(common, settings))
        return;
    const std::string asRoot = m_why;
    if (launch(mapped, settings))
        return;
    if (::geteuid() == 0)
        m_why = "this root may not make mount and pid namespaces (" + asRoot +
                "); run the container with --privileged, or use podman";
    else
        m_why = "this user may not make user namespaces with a range of ids (" + m_why +
                "); install uidmap and give the user lines in /etc/subuid and /etc/subgid,"
                " or run as root or in podman";
}

WorkerPool::~WorkerPool()
{
    end();
}

void WorkerPool::end()
{
    m_channel.reset();
    m_socket.reset();
    while (m_pid > 0 && ::waitpid(m_pid, nullptr, 0) < 0 && errno == EINTR) {
    }
    m_pid = -1;
}

bool WorkerPool::launch(const std::vector<std::string> &unshare, const Settings &settings)
{
    const std::string self = std::filesystem::read_symlink("/proc/self/exe");
    const std::string said = settings.folder + "/worker-host.log";
    std::vector<std::string> words = unshare;
    words.insert(words.end(), {"--", self, "worker-host"});
    std::vector<char *> argv;
    for (std::string &word : words)
        argv.push_back(word.data());
    argv.push_back(nullptr);

    int ends[2];
    must(::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends), "make the workers' channel");
    m_socket.reset(ends[0]);
    const Fd theirs(ends[1]);
    const Fd log(must(
        ::open(said.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_APPEND | O_CLOEXEC, 0600), said));
    m_pid = must(::fork(), "start the worker host");
    if (m_pid == 0) {
        // Away from the terminal: an interrupt there is for the cloud, which then ends the host.
        ::setsid();
        ::dup2(log.get(), STDERR_FILENO);
        ::dup2(::open("/dev/null", O_RDWR), STDIN_FILENO);
        ::dup2(STDIN_FILENO, STDOUT_FILENO);
        const int kept = ::fcntl(theirs.get(), F_DUPFD, hostChannel + 1);
        ::dup2(kept, hostChannel);
        ::close_range(hostChannel + 1, ~0U, 0);
        ::execvp(argv[0], argv.data());
        ::_exit(127);
    }
    m_channel.emplace(m_socket.get());
    try {
        const json answer = order(
            {{"do", "hello"},
             {"folder", settings.folder},
             {"user", settings.user},
             {"publicKey", settings.publicKey},
             {"port", settings.port},
             {"firstBlock", ::getpid()}});
        m_kind = answer.at("kind");
        m_port = answer.at("port");
        return true;
    } catch (const std::runtime_error &error) {
        const std::string line = firstLine(said);
        m_why = line.empty() ? error.what() : line;
    }
    end();
    makeFolder(settings.folder, 0700);
    return false;
}

json WorkerPool::order(const json &message)
{
    if (!m_channel->send(message))
        throw std::runtime_error("the worker host has ended");
    auto answer = m_channel->receive();
    if (!answer)
        throw std::runtime_error("the worker host has ended");
    if (!answer->at("ok").get<bool>())
        throw std::runtime_error(answer->at("error").get<std::string>());
    return *answer;
}

std::vector<std::string> WorkerPool::start(const json &workers)
{
    if (m_kind != "none")
        return order({{"do", "start"}, {"workers", workers}}).at("ips");
    std::vector<std::string> ips;
    for (size_t i = 0; i < workers.size(); ++i, ++m_unserved)
        ips.push_back(
            "127.77." + std::to_string(250 + m_unserved / 254 % 5) + '.' +
            std::to_string(m_unserved % 254 + 1));
    return ips;
}

void WorkerPool::stop(const std::vector<std::string> &ids, bool discardDisks)
{
    if (m_kind != "none")
        order({{"do", "stop"}, {"ids", ids}, {"discard", discardDisks}});
}

void WorkerPool::setManner(const std::string &id, const std::string &manner, size_t limit)
{
    if (m_kind != "none")
        order({{"do", "manner"}, {"id", id}, {"manner", manner}, {"limit", limit}});
}

void WorkerPool::setHostKey(const std::string &id, const std::string &privateKey)
{
    if (m_kind != "none")
        order({{"do", "hostKey"}, {"id", id}, {"key", privateKey}});
}

void WorkerPool::setSshKeys(const std::vector<std::string> &ids, const std::string &keys)
{
    if (m_kind != "none")
        order({{"do", "sshKeys"}, {"ids", ids}, {"keys", keys}});
}

} // namespace podium::sim
