// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/ssh/io/sshprocess.h"

#include "core/base/childenvironment.h"

#include <QFile>
#include <QStandardPaths>

#include <array>
#include <cerrno>
#include <csignal>
#include <vector>

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

namespace podium::ssh {

namespace {

std::vector<char *> pointers(const QList<QByteArray> &texts)
{
    std::vector<char *> list;
    for (const QByteArray &text : texts) {
        list.push_back(const_cast<char *>(text.constData())); // execve does not write to them
    }
    list.push_back(nullptr);
    return list;
}

QList<QByteArray> environmentOfChild()
{
    QList<QByteArray> list;
    for (const QByteArray &entry : environmentForChildren()) {
        if (!entry.startsWith("SSH_ASKPASS")) {
            list << entry;
        }
    }
    return list << "SSH_ASKPASS_REQUIRE=never";
}

/// Between fork and exec: nothing but system calls.
[[noreturn]] void
becomeChild(pid_t parent, int errors, const char *program, char **arguments, char **environment)
{
    ::setsid();
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (::getppid() != parent) {
        ::_exit(255);
    }
    const int nothing = ::open("/dev/null", O_RDWR | O_CLOEXEC);
    if (nothing < 0 || ::dup2(nothing, 0) < 0 || ::dup2(nothing, 1) < 0 || ::dup2(errors, 2) < 0) {
        ::_exit(255);
    }
    ::signal(SIGPIPE, SIG_DFL);
    sigset_t none;
    ::sigemptyset(&none);
    ::sigprocmask(SIG_SETMASK, &none, nullptr);
    ::execve(program, arguments, environment);
    ::_exit(255);
}

} // namespace

std::unique_ptr<SshProcess> SshProcess::start(const QList<QByteArray> &arguments)
{
    const QByteArray program =
        QFile::encodeName(QStandardPaths::findExecutable(QFile::decodeName(arguments.front())));
    std::array<int, 2> errors = {-1, -1};
    if (program.isEmpty()) {
        errno = ENOENT;
        return nullptr;
    }
    if (::pipe2(errors.data(), O_CLOEXEC) != 0) {
        return nullptr;
    }
    Descriptor readEnd(errors[0]);
    const Descriptor writeEnd(errors[1]);
    ::fcntl(readEnd.get(), F_SETFL, O_NONBLOCK);
    const QList<QByteArray> environment = environmentOfChild();
    std::vector<char *> argumentList = pointers(arguments);
    std::vector<char *> environmentList = pointers(environment);
    const pid_t parent = ::getpid();
    const pid_t id = ::fork();
    if (id == 0) {
        becomeChild(
            parent, writeEnd.get(), program.constData(), argumentList.data(),
            environmentList.data());
    }
    if (id < 0) {
        return nullptr;
    }
    Descriptor end(int(::syscall(SYS_pidfd_open, id, 0)));
    return std::unique_ptr<SshProcess>(new SshProcess(id, std::move(end), std::move(readEnd)));
}

SshProcess::SshProcess(pid_t id, Descriptor end, Descriptor errors)
    : m_id(id)
    , m_end(std::move(end))
    , m_errors(std::move(errors))
{}

SshProcess::~SshProcess()
{
    // Also after its own end: a proxy command may be left. Before the reaping nobody else can have
    // the number.
    ::kill(-m_id, SIGKILL);
    ::kill(m_id, SIGKILL); // in the moment before it has a group of its own
    while (::waitpid(m_id, nullptr, 0) < 0 && errno == EINTR) {
    }
}

bool SshProcess::hasEnded()
{
    siginfo_t info = {};
    return ::waitid(P_PID, id_t(m_id), &info, WEXITED | WNOHANG | WNOWAIT) == 0 &&
           info.si_pid == m_id;
}

} // namespace podium::ssh
