// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/podiumctl/run/rawterminal.h"

#include <array>
#include <csignal>

#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

namespace podium::ctl {

namespace {

/// Those that end the process; the last three where Interrupts does not hear them.
constexpr std::array<int, 15> Fatal{SIGQUIT, SIGILL,  SIGTRAP, SIGABRT, SIGBUS,
                                    SIGFPE,  SIGSEGV, SIGPIPE, SIGALRM, SIGUSR1,
                                    SIGUSR2, SIGXCPU, SIGINT,  SIGTERM, SIGHUP};

termios g_before = {};
volatile std::sig_atomic_t g_isRaw = 0;

void restore()
{
    if (g_isRaw != 0) {
        g_isRaw = 0;
        ::tcsetattr(STDIN_FILENO, TCSADRAIN, &g_before);
    }
}

// Only what is allowed in a signal handler. It is the default's turn after that.
void onFatal(int signal)
{
    if (g_isRaw != 0) {
        ::tcsetattr(STDIN_FILENO, TCSANOW, &g_before);
    }
    ::raise(signal);
}

void setHandlers(bool isRaw)
{
    for (const int signal : Fatal) {
        struct sigaction before = {};
        ::sigaction(signal, nullptr, &before);
        const bool isDefault = (before.sa_flags & SA_SIGINFO) == 0 && before.sa_handler == SIG_DFL;
        const bool isOurs = (before.sa_flags & SA_SIGINFO) == 0 && before.sa_handler == onFatal;
        if (isRaw ? isDefault : isOurs) {
            struct sigaction action = {};
            action.sa_handler = isRaw ? onFatal : SIG_DFL;
            action.sa_flags = isRaw ? int(SA_RESETHAND) : 0;
            ::sigaction(signal, &action, nullptr);
        }
    }
}

} // namespace

RawTerminal::RawTerminal()
{
    if (::tcgetattr(STDIN_FILENO, &g_before) != 0) {
        return; // it is gone
    }
    termios raw = g_before;
    ::cfmakeraw(&raw);
    g_isRaw = 1;
    setHandlers(true);
    ::tcsetattr(STDIN_FILENO, TCSADRAIN, &raw);
}

RawTerminal::~RawTerminal()
{
    restore();
    setHandlers(false);
}

ssh::TerminalSize windowSize()
{
    winsize size = {};
    if (::ioctl(STDIN_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0 || size.ws_row == 0) {
        return {};
    }
    return {size.ws_col, size.ws_row};
}

} // namespace podium::ctl
