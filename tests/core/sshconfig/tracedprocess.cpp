// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/core/sshconfig/tracedprocess.h"

#include <algorithm>
#include <array>
#include <csignal>

#include <fcntl.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <unistd.h>

namespace podium::tests {

namespace {

constexpr long kMark = SYS_getpgid;
constexpr int kMarkArgument = 0x7fff1234; // no such process

#if defined(__x86_64__)

constexpr std::array kChanging = {
    long(SYS_write),     long(SYS_mkdir), long(SYS_rename), long(SYS_renameat2), long(SYS_unlink),
    long(SYS_unlinkat),  long(SYS_link),  long(SYS_fsync),  long(SYS_fchmod),    long(SYS_fchown),
    long(SYS_fsetxattr), long(SYS_flock), long(SYS_rmdir)};
constexpr std::array kLooking = {long(SYS_openat),       long(SYS_newfstatat), long(SYS_statx),
                                 long(SYS_getdents64),   long(SYS_ioctl),      long(SYS_readlink),
                                 long(SYS_memfd_create), long(SYS_pipe2),      long(SYS_access),
                                 long(SYS_listxattr),    long(SYS_faccessat2)};

/// One traced child, from its start to its end.
class Tracer final
{
public:
    Tracer(pid_t pid, const Fault &fault) : m_pid(pid), m_fault(fault) {}

    TraceResult run()
    {
        int status = 0;
        if (::waitpid(m_pid, &status, 0) != m_pid || !WIFSTOPPED(status)) {
            return m_result; // could not be traced, or not be started
        }
        m_result.isTraced = true;
        ::ptrace(PTRACE_SETOPTIONS, m_pid, 0, PTRACE_O_TRACESYSGOOD | PTRACE_O_EXITKILL);
        int signal = 0;
        for (;;) {
            ::ptrace(PTRACE_SYSCALL, m_pid, 0, signal);
            if (::waitpid(m_pid, &status, 0) != m_pid || WIFEXITED(status) || WIFSIGNALED(status)) {
                break;
            }
            const bool isCall = WSTOPSIG(status) == (SIGTRAP | 0x80);
            signal = isCall || WSTOPSIG(status) == SIGTRAP ? 0 : WSTOPSIG(status);
            if (isCall) {
                m_isEntry = !m_isEntry;
                m_isEntry ? enter() : leave();
            }
        }
        m_result.isKilled = WIFSIGNALED(status);
        m_result.status = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
        return m_result;
    }

private:
    void enter()
    {
        user_regs_struct registers = {};
        ::ptrace(PTRACE_GETREGS, m_pid, 0, &registers);
        const long call = long(registers.orig_rax);
        m_isChosen = false;
        if (call == kMark && int(registers.rdi) == kMarkArgument) {
            m_isCounting = !m_isCounting;
            return;
        }
        const auto isIn = [call](const auto &list) {
            return std::find(list.begin(), list.end(), call) != list.end();
        };
        if (!m_isCounting || (!isIn(kChanging) && !isIn(kLooking))) {
            return;
        }
        m_isChosen = m_fault.kind != Fault::Kind::None && int(m_result.calls.size()) == m_fault.at;
        const bool isChange = isIn(kChanging) || opensToChange(registers);
        m_result.calls.push_back(
            isChange             ? CallKind::Changes
            : call == SYS_openat ? CallKind::Opens
                                 : CallKind::Looks);
        if (m_isChosen && m_fault.kind == Fault::Kind::KillBefore) {
            ::kill(m_pid, SIGKILL);
        } else if (m_isChosen && m_fault.kind == Fault::Kind::Fail) {
            registers.orig_rax = static_cast<unsigned long long>(-1);
            ::ptrace(PTRACE_SETREGS, m_pid, 0, &registers);
        }
    }

    static bool opensToChange(const user_regs_struct &registers)
    {
        return registers.orig_rax == SYS_openat && (registers.rdx & (O_CREAT | O_TRUNC)) != 0;
    }

    void leave()
    {
        if (m_isChosen && m_fault.kind == Fault::Kind::KillAfter) {
            ::kill(m_pid, SIGKILL);
        } else if (m_isChosen && m_fault.kind == Fault::Kind::Fail) {
            user_regs_struct registers = {};
            ::ptrace(PTRACE_GETREGS, m_pid, 0, &registers);
            registers.rax = static_cast<unsigned long long>(-m_fault.error);
            ::ptrace(PTRACE_SETREGS, m_pid, 0, &registers);
        }
    }

    pid_t m_pid;
    Fault m_fault;
    TraceResult m_result;
    bool m_isEntry = false;
    bool m_isCounting = false;
    bool m_isChosen = false;
};

#endif

} // namespace

void markStart()
{
    ::syscall(kMark, kMarkArgument);
}

#if defined(__x86_64__)

TraceResult runTraced(const std::function<int()> &work, const Fault &fault)
{
    const pid_t pid = ::fork();
    if (pid == 0) {
        if (::ptrace(PTRACE_TRACEME, 0, 0, 0) == 0) {
            ::raise(SIGSTOP); // until the tracer is there
            ::_exit(work());
        }
        ::_exit(127);
    }
    return pid < 0 ? TraceResult() : Tracer(pid, fault).run();
}

#else

TraceResult runTraced(const std::function<int()> &, const Fault &)
{
    return {};
}

#endif

} // namespace podium::tests
