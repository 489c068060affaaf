// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/composition/interrupts.h"

#include <QPointer>
#include <QSocketNotifier>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>

#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

namespace podium::app {

namespace {

std::array<int, 2> g_pair{-1, -1};
bool g_isQuestionInterrupted = false;

// Only what is allowed in a signal handler: one byte into a socket.
void onSignal(int signal)
{
    const int before = errno;
    const auto byte = static_cast<unsigned char>(signal);
    [[maybe_unused]] const ssize_t n = ::write(g_pair[0], &byte, 1);
    errno = before;
}

bool isIgnored(int signal)
{
    struct sigaction action = {};
    return ::sigaction(signal, nullptr, &action) == 0 && action.sa_handler == SIG_IGN;
}

bool isIn(const std::vector<int> &list, int signal)
{
    return std::find(list.begin(), list.end(), signal) != list.end();
}

/// SIGINT or SIGTERM has come, and Interrupts has not told it yet: the event loop did not run
/// since.
bool isInterruptDue()
{
    std::array<unsigned char, 64> come{};
    const ssize_t count = ::recv(g_pair[1], come.data(), come.size(), MSG_PEEK | MSG_DONTWAIT);
    return count > 0 && std::any_of(come.begin(), come.begin() + count, [](unsigned char each) {
               return each == SIGINT || each == SIGTERM;
           });
}

} // namespace

Interrupts::Interrupts(const std::vector<int> &others, QObject *parent)
    : QObject(parent)
    , m_others(others)
    , m_signals(others)
{
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0, g_pair.data()) != 0) {
        return; // without it a signal simply ends the program
    }
    m_notifier = std::make_unique<QSocketNotifier>(g_pair[1], QSocketNotifier::Read);
    connect(m_notifier.get(), &QSocketNotifier::activated, this, &Interrupts::read);
    struct sigaction action = {};
    action.sa_handler = onSignal;
    action.sa_flags = SA_RESTART;
    m_signals.push_back(SIGTERM);
    for (const int signal : {SIGINT, SIGHUP}) {
        if (!isIn(m_others, signal) && !isIgnored(signal)) {
            m_signals.push_back(signal);
        }
    }
    for (const int signal : m_signals) {
        ::sigaction(signal, &action, nullptr);
    }
}

Interrupts::~Interrupts()
{
    for (const int signal : m_signals) {
        ::signal(signal, SIG_DFL);
    }
    m_notifier.reset();
    for (int &fd : g_pair) {
        ::close(fd);
        fd = -1;
    }
}

void Interrupts::read()
{
    // Two presses that come together are still two: the second one means another thing.
    const QPointer<Interrupts> self(this);
    unsigned char byte = 0;
    while (self && ::read(g_pair[1], &byte, 1) == 1) {
        if (isIn(m_others, byte)) {
            emit heard(byte);
        } else {
            emit interrupted();
        }
    }
}

bool awaitTypedLine()
{
    std::array<pollfd, 2> awaited{pollfd{STDIN_FILENO, POLLIN, 0}, pollfd{g_pair[1], POLLIN, 0}};
    while (!isInterruptDue()) {
        const int count = ::poll(awaited.data(), awaited.size(), -1);
        if (awaited[0].revents != 0 || (count < 0 && errno != EINTR)) {
            break;
        }
        if (count > 0) {
            awaited[1].fd = -1; // another signal; each that comes ends poll() anyway
        }
    }
    g_isQuestionInterrupted = isInterruptDue();
    return !g_isQuestionInterrupted;
}

bool wasQuestionInterrupted()
{
    return g_isQuestionInterrupted;
}

} // namespace podium::app
