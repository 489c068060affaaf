// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QProcessEnvironment>
#include <QStringList>

#include <array>
#include <csignal>
#include <vector>

#include <fcntl.h>
#include <poll.h>
#include <pty.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>
#include <utmp.h>

namespace podium::tests {

/// A program in a terminal of its own, of which this is the person before it. Ends with the test,
/// too, if that is killed.
class InTerminal final
{
public:
    InTerminal(
        const QString &program, const QStringList &arguments,
        const QProcessEnvironment &environment, winsize size = {40, 120, 0, 0})
    {
        std::vector<QByteArray> words{program.toLocal8Bit()};
        for (const QString &argument : arguments) {
            words.push_back(argument.toLocal8Bit());
        }
        std::vector<QByteArray> variables;
        for (const QString &variable : environment.toStringList()) {
            variables.push_back(variable.toLocal8Bit());
        }
        const std::vector<char *> argv = pointers(words);
        const std::vector<char *> envp = pointers(variables);
        if (::openpty(&m_master, &m_slave, nullptr, nullptr, &size) != 0) {
            return;
        }
        m_before = attributes();
        m_process = ::fork();
        if (m_process == 0) {
            ::prctl(PR_SET_PDEATHSIG, SIGKILL);
            ::login_tty(m_slave);
            ::close(m_master);
            ::execve(argv[0], argv.data(), envp.data());
            ::_exit(127);
        }
    }
    ~InTerminal()
    {
        if (m_process > 0 && !hasEnded()) {
            ::kill(m_process, SIGKILL);
            ::waitpid(m_process, nullptr, 0);
        }
        ::close(m_master);
        ::close(m_slave);
    }
    InTerminal(const InTerminal &) = delete;
    InTerminal &operator=(const InTerminal &) = delete;

    /// All that is on the screen by now.
    const QByteArray &screen()
    {
        pollfd ready{m_master, POLLIN, 0};
        std::array<char, 4096> buffer{};
        for (int wait = 20; ::poll(&ready, 1, wait) == 1; wait = 0) {
            const ssize_t size = ::read(m_master, buffer.data(), buffer.size());
            if (size <= 0) {
                break;
            }
            m_screen.append(buffer.data(), int(size));
        }
        return m_screen;
    }
    void type(const QByteArray &keys) const
    {
        [[maybe_unused]] const ssize_t n = ::write(m_master, keys.constData(), size_t(keys.size()));
    }
    void resize(unsigned short rows, unsigned short columns) const
    {
        const winsize size{rows, columns, 0, 0};
        ::ioctl(m_master, TIOCSWINSZ, &size);
    }
    [[nodiscard]] bool isRaw() const
    {
        return (attributes().c_lflag & tcflag_t(ICANON | ECHO | ISIG)) == 0;
    }
    /// As it was before the program began.
    [[nodiscard]] bool isAsBefore() const
    {
        const termios now = attributes();
        return now.c_iflag == m_before.c_iflag && now.c_oflag == m_before.c_oflag &&
               now.c_cflag == m_before.c_cflag && now.c_lflag == m_before.c_lflag;
    }
    void send(int signal) const { ::kill(m_process, signal); }
    [[nodiscard]] bool hasEnded()
    {
        screen(); // it may wait for somebody who reads
        if (!m_hasEnded) {
            int status = 0;
            const pid_t told = ::waitpid(m_process, &status, WNOHANG | WUNTRACED | WCONTINUED);
            if (told == m_process && WIFSTOPPED(status)) {
                m_isStopped = true;
            } else if (told == m_process && WIFCONTINUED(status)) {
                m_isStopped = false;
            } else if (told == m_process) {
                m_hasEnded = true;
                m_status = status;
            }
        }
        return m_hasEnded;
    }
    [[nodiscard]] bool isStopped() { return !hasEnded() && m_isStopped; }
    /// 128 and its number where a signal has ended it.
    [[nodiscard]] int exitCode() const
    {
        return WIFSIGNALED(m_status) ? 128 + WTERMSIG(m_status) : WEXITSTATUS(m_status);
    }

private:
    [[nodiscard]] termios attributes() const
    {
        termios now = {};
        ::tcgetattr(m_slave, &now);
        return now;
    }
    static std::vector<char *> pointers(std::vector<QByteArray> &words)
    {
        std::vector<char *> all;
        for (QByteArray &word : words) {
            all.push_back(word.data());
        }
        all.push_back(nullptr);
        return all;
    }

    int m_master = -1;
    int m_slave = -1; ///< kept open, so that the terminal outlives the program
    pid_t m_process = -1;
    termios m_before = {};
    QByteArray m_screen;
    int m_status = 0;
    bool m_hasEnded = false;
    bool m_isStopped = false;
};

} // namespace podium::tests
