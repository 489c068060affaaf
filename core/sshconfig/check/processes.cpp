// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/sshconfig/check/processes.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

namespace podium::sshconfig {

namespace {

using SteadyClock = std::chrono::steady_clock;

constexpr int kOutputLimit = 4 * 1024 * 1024;

struct Running
{
    std::size_t index = 0;
    pid_t pid = -1;
    std::array<int, 2> fds = {-1, -1}; ///< stdout, stderr
    SteadyClock::time_point deadline;

    [[nodiscard]] bool isOpen() const { return fds[0] >= 0 || fds[1] >= 0; }
};

std::vector<char *> pointers(const std::vector<QByteArray> &texts)
{
    std::vector<char *> list;
    list.reserve(texts.size() + 1);
    for (const QByteArray &text : texts) {
        list.push_back(const_cast<char *>(text.constData())); // posix_spawn does not write to them
    }
    list.push_back(nullptr);
    return list;
}

void closeOnce(int &fd)
{
    if (fd >= 0) {
        ::close(fd);
        fd = -1;
    }
}

/// What a child gets as its files, and a process group of its own.
class SpawnSetup final
{
public:
    SpawnSetup(int input, int output, int errors)
    {
        posix_spawn_file_actions_init(&m_files);
        if (input >= 0) {
            posix_spawn_file_actions_adddup2(&m_files, input, 0);
        } else {
            posix_spawn_file_actions_addopen(&m_files, 0, "/dev/null", O_RDONLY, 0);
        }
        posix_spawn_file_actions_adddup2(&m_files, output, 1);
        posix_spawn_file_actions_adddup2(&m_files, errors, 2);
        posix_spawnattr_init(&m_attributes);
        sigset_t none;
        sigemptyset(&none);
        posix_spawnattr_setsigmask(&m_attributes, &none);
        sigset_t usual;
        sigemptyset(&usual);
        sigaddset(&usual, SIGPIPE);
        posix_spawnattr_setsigdefault(&m_attributes, &usual);
        posix_spawnattr_setpgroup(&m_attributes, 0);
        posix_spawnattr_setflags(
            &m_attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP);
    }
    SpawnSetup(const SpawnSetup &) = delete;
    SpawnSetup &operator=(const SpawnSetup &) = delete;
    ~SpawnSetup()
    {
        posix_spawnattr_destroy(&m_attributes);
        posix_spawn_file_actions_destroy(&m_files);
    }

    int spawn(const ProcessCommand &command, pid_t &pid) const
    {
        return ::posix_spawn(
            &pid, command.arguments.front().constData(), &m_files, &m_attributes,
            pointers(command.arguments).data(), pointers(command.environment).data());
    }

private:
    posix_spawn_file_actions_t m_files = {};
    posix_spawnattr_t m_attributes = {};
};

class Runner final
{
public:
    Runner(
        const std::vector<ProcessCommand> &commands, int parallel, std::chrono::milliseconds limit,
        const std::atomic<bool> *cancelled)
        : m_commands(commands)
        , m_outcomes(commands.size())
        , m_parallel(std::size_t(std::max(1, parallel)))
        , m_limit(limit)
        , m_cancelled(cancelled)
    {}

    std::vector<ProcessOutcome> run()
    {
        while (m_next < m_commands.size() || !m_running.empty()) {
            if (m_cancelled && *m_cancelled) {
                giveUp();
                break;
            }
            while (m_running.size() < m_parallel && m_next < m_commands.size()) {
                start(m_next++);
            }
            waitForAny();
        }
        return std::move(m_outcomes);
    }

private:
    void start(std::size_t index)
    {
        std::array<int, 2> output = {-1, -1};
        std::array<int, 2> errors = {-1, -1};
        Running child;
        child.index = index;
        int reason = 0;
        if (::pipe2(output.data(), O_CLOEXEC) != 0 || ::pipe2(errors.data(), O_CLOEXEC) != 0) {
            reason = errno;
        } else {
            const SpawnSetup setup(m_commands[index].input, output[1], errors[1]);
            reason = setup.spawn(m_commands[index], child.pid);
        }
        closeOnce(output[1]);
        closeOnce(errors[1]);
        if (reason != 0) {
            closeOnce(output[0]);
            closeOnce(errors[0]);
            m_outcomes[index].status = reason;
            return;
        }
        child.fds = {output[0], errors[0]};
        child.deadline = SteadyClock::now() + m_limit;
        m_running.push_back(child);
    }

    void waitForAny()
    {
        std::vector<pollfd> polls;
        auto first = SteadyClock::time_point::max();
        for (const Running &child : m_running) {
            first = std::min(first, child.deadline);
            for (const int fd : child.fds) {
                polls.push_back({fd, POLLIN, 0}); // poll passes over negative ones
            }
        }
        const auto left =
            std::chrono::ceil<std::chrono::milliseconds>(first - SteadyClock::now()).count();
        if (polls.empty() ||
            ::poll(polls.data(), polls.size(), int(std::clamp<long>(left, 0, longestWait()))) < 0) {
            return;
        }
        for (std::size_t i = 0; i < m_running.size(); ++i) {
            ProcessOutcome &outcome = m_outcomes[m_running[i].index];
            take(polls[2 * i], m_running[i].fds[0], outcome.output);
            take(polls[2 * i + 1], m_running[i].fds[1], outcome.errors);
        }
        finishDone();
    }

    /// So often it is looked whether somebody has cancelled.
    [[nodiscard]] long longestWait() const { return m_cancelled ? 200 : 60000; }

    void giveUp()
    {
        for (Running &child : m_running) {
            finish(child, true);
        }
        m_running.clear();
    }

    static void take(const pollfd &polled, int &fd, QByteArray &into)
    {
        if (fd < 0 || polled.revents == 0) {
            return;
        }
        std::array<char, 16384> chunk{};
        const ssize_t n = ::read(fd, chunk.data(), chunk.size());
        if (n > 0 && into.size() < kOutputLimit) {
            into.append(chunk.data(), int(n));
        } else if (n == 0 || (n < 0 && errno != EINTR)) {
            closeOnce(fd);
        }
    }

    void finishDone()
    {
        const auto now = SteadyClock::now();
        for (auto child = m_running.begin(); child != m_running.end();) {
            const bool isLate = child->isOpen() && now >= child->deadline;
            if (child->isOpen() && !isLate) {
                ++child;
                continue;
            }
            finish(*child, isLate);
            child = m_running.erase(child);
        }
    }

    void finish(Running &child, bool isLate)
    {
        if (isLate) {
            ::kill(-child.pid, SIGKILL);
        }
        closeOnce(child.fds[0]);
        closeOnce(child.fds[1]);
        int status = 0;
        while (::waitpid(child.pid, &status, 0) < 0 && errno == EINTR) {
        }
        ProcessOutcome &outcome = m_outcomes[child.index];
        if (isLate) {
            outcome.end = ProcessOutcome::End::TimedOut;
        } else if (WIFEXITED(status)) {
            outcome.end = ProcessOutcome::End::Exited;
            outcome.status = WEXITSTATUS(status);
        } else {
            outcome.end = ProcessOutcome::End::Killed;
            outcome.status = WTERMSIG(status);
        }
    }

    const std::vector<ProcessCommand> &m_commands;
    std::vector<ProcessOutcome> m_outcomes;
    std::vector<Running> m_running;
    std::size_t m_next = 0;
    std::size_t m_parallel;
    std::chrono::milliseconds m_limit;
    const std::atomic<bool> *m_cancelled;
};

} // namespace

std::vector<ProcessOutcome> runProcesses(
    const std::vector<ProcessCommand> &commands, int parallel, std::chrono::milliseconds limit,
    const std::atomic<bool> *cancelled)
{
    return Runner(commands, parallel, limit, cancelled).run();
}

} // namespace podium::sshconfig
