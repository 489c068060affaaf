// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0

#include "app/podium-sim/host/listener.h"

#include "app/podium-sim/host/system.h"

#include <arpa/inet.h>
#include <netinet/tcp.h>
#include <sys/socket.h>

#include <cerrno>
#include <system_error>

namespace podium::sim {

constexpr int usualBacklog = 128;
constexpr int onlyTaken = -1; // not listening: who connects is refused

bool Listener::take(const sockaddr_in &address)
{
    m_address = address;
    try {
        open(usualBacklog);
    } catch (const std::system_error &error) {
        if (error.code().value() == EADDRINUSE)
            return false;
        throw;
    }
    return true;
}

void Listener::listen()
{
    open(usualBacklog);
}

void Listener::refuse()
{
    open(onlyTaken);
}

/// With a full queue that nobody empties, the kernel drops what else comes: a silent network.
void Listener::silence()
{
    open(0);
    for (int i = 0; i < 2; ++i) {
        Fd filler(must(
            ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0), "make a filler"));
        // In progress is what it should be.
        if (::connect(
                filler.get(), reinterpret_cast<const sockaddr *>(&m_address), sizeof m_address) ==
                0 ||
            errno == EINPROGRESS)
            m_fillers.push_back(std::move(filler));
    }
}

/// A process that has just been forked may hold a copy of the socket until it begins: with that the
/// address would go on listening, and could not be taken again.
void Listener::close()
{
    m_fillers.clear();
    if (m_fd)
        ::shutdown(m_fd.get(), SHUT_RDWR);
    m_fd.reset();
}

void Listener::open(int backlog)
{
    close();
    Fd listener(
        must(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0), "make a listener"));
    const int on = 1;
    ::setsockopt(listener.get(), SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    must(
        ::bind(listener.get(), reinterpret_cast<const sockaddr *>(&m_address), sizeof m_address),
        "take a worker's address");
    if (backlog != onlyTaken)
        must(::listen(listener.get(), backlog), "listen on a worker's address");
    m_fd = std::move(listener);
}

std::string Listener::text() const
{
    char text[INET_ADDRSTRLEN];
    return ::inet_ntop(AF_INET, &m_address.sin_addr, text, sizeof text);
}

Fd Listener::accept() const
{
    Fd connection(::accept4(m_fd.get(), nullptr, nullptr, SOCK_CLOEXEC));
    // Without it, waiting for acknowledgements costs each login twice 40 ms.
    const int on = 1;
    if (connection)
        ::setsockopt(connection.get(), IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    return connection;
}

} // namespace podium::sim
