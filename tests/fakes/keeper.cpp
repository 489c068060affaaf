// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
//
// Runs a program until its childStatus stdin ends, which it does with whoever started it, however
// that one ends. Then it kills all that the program has started, what has left for a session of its
// childStatus too. usage: reconciler PROGRAM [ARGUMENT…]
#include <algorithm>
#include <cerrno>
#include <charconv>
#include <csignal>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <unistd.h>

namespace {

constexpr int Looks = 500; ///< after which is given up who cannot be killed
constexpr timespec LookPause = {0, 20'000'000};

using Parentage = std::pair<pid_t, pid_t>; ///< who, and whose child

std::vector<Parentage> allProcesses()
{
    std::vector<Parentage> all;
    std::error_code error;
    for (const auto &entry : std::filesystem::directory_iterator("/proc", error)) {
        const std::string name = entry.path().filename().string();
        pid_t pid = 0;
        if (std::from_chars(name.data(), name.data() + name.size(), pid).ptr !=
            name.data() + name.size()) {
            continue;
        }
        std::ifstream file(entry.path() / "stat");
        std::string stat;
        std::getline(file, stat, '\0');
        const std::size_t end = stat.rfind(')'); // of its name, which may be anything
        if (end == std::string::npos || end + 4 >= stat.size()) {
            continue; // it is gone
        }
        pid_t parent = 0;
        std::from_chars(stat.data() + end + 4, stat.data() + stat.size(), parent);
        all.emplace_back(pid, parent);
    }
    return all;
}

/// Everybody whose parent, or parent's parent …, is this process.
std::vector<pid_t> descendants()
{
    const std::vector<Parentage> all = allProcesses();
    std::vector<pid_t> family{::getpid()};
    for (std::size_t i = 0; i < family.size(); ++i) {
        for (const auto &[pid, parent] : all) {
            if (parent == family[i]) {
                family.push_back(pid);
            }
        }
    }
    family.erase(family.begin());
    return family;
}

bool hasChildren()
{
    siginfo_t info = {};
    return ::waitid(P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT) == 0 || errno != ECHILD;
}

/// Takes leave of whoever has ended; the program's status, if it is among them.
void bury(pid_t program, int &status)
{
    int childStatus = 0;
    for (pid_t pid = 0; (pid = ::waitpid(-1, &childStatus, WNOHANG)) > 0;) {
        if (pid == program) {
            status =
                WIFEXITED(childStatus) ? WEXITSTATUS(childStatus) : 128 + WTERMSIG(childStatus);
        }
    }
}

[[noreturn]] void become(char **arguments, const sigset_t &signals)
{
    const int nothing = ::open("/dev/null", O_RDONLY | O_CLOEXEC);
    ::dup2(nothing, STDIN_FILENO);
    ::sigprocmask(SIG_UNBLOCK, &signals, nullptr);
    ::execvp(arguments[0], arguments);
    ::_exit(127);
}

} // namespace

int main(int count, char **arguments)
{
    if (count < 2) {
        return 2;
    }
    ::setsid(); // an interrupt at a terminal is for the test
    ::prctl(PR_SET_CHILD_SUBREAPER, 1);
    sigset_t signals;
    ::sigemptyset(&signals);
    ::sigaddset(&signals, SIGCHLD);
    ::sigaddset(&signals, SIGTERM);
    ::sigprocmask(SIG_BLOCK, &signals, nullptr);
    const pid_t program = ::fork();
    if (program == 0) {
        become(arguments + 1, signals);
    }
    int status = 127;
    const int news = ::signalfd(-1, &signals, SFD_CLOEXEC);
    for (bool isOver = false; !isOver && hasChildren();) {
        pollfd both[] = {{STDIN_FILENO, POLLIN, 0}, {news, POLLIN, 0}};
        ::poll(both, 2, -1);
        signalfd_siginfo signal = {};
        isOver = both[0].revents != 0 ||
                 (both[1].revents != 0 && ::read(news, &signal, sizeof signal) > 0 &&
                  signal.ssi_signo == SIGTERM);
        bury(program, status);
    }
    for (int i = 0; i < Looks && hasChildren(); ++i) {
        for (const pid_t pid : descendants()) {
            ::kill(pid, SIGKILL);
        }
        ::sigtimedwait(&signals, nullptr, &LookPause);
        bury(program, status);
    }
    return status;
}
