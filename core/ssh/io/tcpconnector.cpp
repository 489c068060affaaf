// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/ssh/io/tcpconnector.h"

#include <QByteArray>

#include <cerrno>
#include <cstring>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <unistd.h>
#include <utility>

namespace podium::ssh {

namespace {

std::vector<SocketAddress> lookUp(const QString &host, std::uint16_t port, int flags, int &error)
{
    addrinfo hints = {};
    hints.ai_socktype = SOCK_STREAM;
    hints.ai_flags = flags | AI_NUMERICSERV;
    addrinfo *list = nullptr;
    error = ::getaddrinfo(
        host.toUtf8().constData(), QByteArray::number(port).constData(), &hints, &list);
    std::vector<SocketAddress> addresses;
    if (error != 0) {
        return addresses;
    }
    for (const addrinfo *info = list; info != nullptr; info = info->ai_next) {
        SocketAddress address;
        address.size = info->ai_addrlen;
        std::memcpy(&address.storage, info->ai_addr, info->ai_addrlen);
        addresses.push_back(address);
    }
    ::freeaddrinfo(list);
    return addresses;
}

void setOption(int fd, int level, int name, int value)
{
    // A speed-up or a safeguard that is missing is no reason to give the connection up.
    ::setsockopt(fd, level, name, &value, sizeof value);
}

/// A peer that has vanished is noticed within a minute: while a command is silent by questions, and
/// where something was said to it by the missing acknowledgement, for which the kernel would wait a
/// quarter of an hour. A peer that has no room for as long counts as vanished too: an sshd that is
/// alive takes all in.
void setVanishedLimit(int fd)
{
    constexpr int IdleSeconds = 30;
    constexpr int PauseSeconds = 10;
    constexpr int Questions = 3;
    setOption(fd, SOL_SOCKET, SO_KEEPALIVE, 1);
    setOption(fd, IPPROTO_TCP, TCP_KEEPIDLE, IdleSeconds);
    setOption(fd, IPPROTO_TCP, TCP_KEEPINTVL, PauseSeconds);
    setOption(fd, IPPROTO_TCP, TCP_KEEPCNT, Questions);
    setOption(fd, IPPROTO_TCP, TCP_USER_TIMEOUT, (IdleSeconds + PauseSeconds * Questions) * 1000);
}

} // namespace

std::vector<SocketAddress> numericAddress(const QString &host, std::uint16_t port)
{
    int error = 0;
    return lookUp(host, port, AI_NUMERICHOST, error);
}

std::vector<SocketAddress> resolveName(const QString &host, std::uint16_t port, QString &problem)
{
    int error = 0;
    auto addresses = lookUp(host, port, AI_ADDRCONFIG, error);
    if (error != 0) {
        problem = QString::fromLocal8Bit(::gai_strerror(error));
    }
    return addresses;
}

TcpConnector::TcpConnector(std::vector<SocketAddress> addresses) : m_addresses(std::move(addresses))
{}

TcpConnector::~TcpConnector()
{
    closeFd();
}

void TcpConnector::closeFd()
{
    if (m_fd >= 0) {
        ::close(std::exchange(m_fd, -1));
    }
}

int TcpConnector::takeFd()
{
    return std::exchange(m_fd, -1);
}

TcpConnector::State TcpConnector::step()
{
    if (m_fd < 0) {
        return tryNext();
    }
    int error = 0;
    socklen_t size = sizeof error;
    if (::getsockopt(m_fd, SOL_SOCKET, SO_ERROR, &error, &size) != 0) {
        error = errno;
    }
    if (error == 0) {
        sockaddr_storage peer = {};
        socklen_t peerSize = sizeof peer;
        if (::getpeername(m_fd, reinterpret_cast<sockaddr *>(&peer), &peerSize) == 0) {
            return State::Connected;
        }
        return State::Connecting; // woken too early
    }
    m_error = error;
    return tryNext();
}

TcpConnector::State TcpConnector::skipAddress()
{
    m_error = ETIMEDOUT;
    return tryNext();
}

TcpConnector::State TcpConnector::tryNext()
{
    closeFd();
    while (m_next < m_addresses.size()) {
        const SocketAddress &address = m_addresses[m_next++];
        m_fd = ::socket(
            address.storage.ss_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, IPPROTO_TCP);
        if (m_fd < 0) {
            m_error = errno;
            continue;
        }
        setOption(m_fd, IPPROTO_TCP, TCP_NODELAY, 1);
        setOption(m_fd, IPPROTO_TCP, TCP_QUICKACK, 1);
        setVanishedLimit(m_fd);
        // libssh writes to a blocking socket. The kernel calls it writable when a third of this is
        // free, so a piece of stdin that follows such a word never waits for the other side.
        setOption(m_fd, SOL_SOCKET, SO_SNDBUF, 256 * 1024);
        setOption(m_fd, IPPROTO_TCP, TCP_NOTSENT_LOWAT, 128 * 1024);
        const int result =
            ::connect(m_fd, reinterpret_cast<const sockaddr *>(&address.storage), address.size);
        if (result == 0) {
            return State::Connected;
        }
        if (errno == EINPROGRESS || errno == EINTR) {
            return State::Connecting;
        }
        m_error = errno;
        closeFd();
    }
    return State::Failed;
}

void acknowledgeQuickly(int fd)
{
    setOption(fd, IPPROTO_TCP, TCP_QUICKACK, 1);
}

bool canTakeMore(int fd)
{
    pollfd wanted = {fd, POLLOUT, 0};
    return ::poll(&wanted, 1, 0) == 1 && (wanted.revents & POLLOUT) != 0;
}

} // namespace podium::ssh
