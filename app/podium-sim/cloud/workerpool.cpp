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
constexpr int hostStderr = 4;

/// The worker host runs, and says no.
class Refusal final : public std::runtime_error
{
public:
    using std::runtime_error::runtime_error;
};

/// What the worker host and util-linux's unshare said on stderr, kept for why().
static std::string firstLine(const std::string &file)
{
    const std::string text = readFile(file);
    return text.substr(0, text.find('\n'));
}

WorkerPool::WorkerPool(const Settings &settings)
{
    const bool root = ::geteuid() == 0;
    const std::vector<std::string> common = {
        "unshare", "--mount", "--pid", "--fork", "--kill-child=KILL"};
    std::vector<std::string> mapped = common;
    mapped.insert(mapped.begin() + 1, {"--map-auto", "--map-root-user"});
    if (root && launch(common, settings))
        return;
    const std::string asRoot = m_why;
    if (launch(mapped, settings))
        return;
    if (root)
        m_why = "root may not lay out workers here (" + asRoot +
                "); in a container, run it with --privileged, or use podman";
    else
        m_why = "this user may not lay out workers here (" + m_why +
                "); that needs the packages uidmap and openssh-server and lines for the user in "
                "/etc/subuid and /etc/subgid, or root";
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

/// Starts the program's other face through unshare, with `channel` as its descriptor 3 and what it
/// says on stderr until it stands in the file `log`.
static pid_t spawnHost(std::vector<std::string> words, int channel, const std::string &log)
{
    words.insert(
        words.end(), {"--", std::filesystem::read_symlink("/proc/self/exe"), "worker-host"});
    std::vector<char *> argv;
    argv.reserve(words.size() + 1);
    for (std::string &word : words)
        argv.push_back(word.data());
    argv.push_back(nullptr);
    const int flags = O_WRONLY | O_CREAT | O_TRUNC | O_APPEND | O_CLOEXEC;
    const Fd said(must(::open(log.c_str(), flags, 0600), "write " + log));
    const pid_t pid = must(::fork(), "start the worker host");
    if (pid != 0)
        return pid;
    // Away from the terminal: an interrupt there is for the cloud, which then ends the host.
    ::setsid();
    const int ours = ::fcntl(STDERR_FILENO, F_DUPFD, hostStderr + 1);
    const int theirs = ::fcntl(channel, F_DUPFD, hostStderr + 1);
    ::dup2(said.get(), STDERR_FILENO);
    ::dup2(::open("/dev/null", O_RDWR), STDIN_FILENO);
    ::dup2(STDIN_FILENO, STDOUT_FILENO);
    ::dup2(theirs, hostChannel);
    ::dup2(ours, hostStderr);
    ::close_range(hostStderr + 1, ~0U, 0);
    ::execvp(argv[0], argv.data());
    ::_exit(127);
}

bool WorkerPool::launch(const std::vector<std::string> &unshare, const Settings &settings)
{
    const std::string log = settings.folder + "/worker-host.log";
    int ends[2];
    must(::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends), "make the workers' channel");
    m_socket.reset(ends[0]);
    Fd theirs(ends[1]);
    m_pid = spawnHost(unshare, theirs.get(), log);
    theirs.reset();
    m_channel.emplace(m_socket.get());
    try {
        const json answer = order(
            {{"do", "hello"},
             {"folder", settings.folder},
             {"user", settings.user},
             {"publicKey", settings.publicKey},
             {"port", settings.port},
             {"distance", json::parse(distanceText(settings.distance))},
             {"onDisk", settings.onDisk},
             {"firstBlock", ::getpid()}});
        m_kind = answer.at("kind");
        m_port = answer.at("port");
        return true;
    } catch (const Refusal &refusal) {
        m_why = refusal.what();
    } catch (const std::runtime_error &error) {
        const std::string line = firstLine(log);
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
        throw Refusal(answer->at("error").get<std::string>());
    return *answer;
}

std::vector<WorkerPool::Addresses> WorkerPool::start(const json &workers)
{
    std::vector<Addresses> all;
    if (m_kind != "none") {
        const json answer = order({{"do", "start"}, {"workers", workers}});
        for (const json &one : answer.at("addresses"))
            all.push_back({one.at("external"), one.at("internal")});
        return all;
    }
    for (size_t i = 0; i < workers.size(); ++i, ++m_unserved)
        all.push_back(
            {"127.77." + std::to_string(250 + m_unserved / 254 % 5) + '.' +
                 std::to_string(m_unserved % 254 + 1),
             {}});
    return all;
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

void WorkerPool::setDistance(const std::string &id, const Distance &distance)
{
    if (m_kind != "none")
        order({{"do", "distance"}, {"id", id}, {"distance", json::parse(distanceText(distance))}});
}

void WorkerPool::runScript(const std::string &id, const std::string &script)
{
    if (m_kind != "none")
        order({{"do", "script"}, {"id", id}, {"script", script}});
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
