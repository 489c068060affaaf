// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

#include <cstdint>
#include <sys/socket.h>
#include <vector>

namespace podium::ssh {

/// One address to connect to.
struct SocketAddress
{
    sockaddr_storage storage = {};
    socklen_t size = 0;
};

/// "10.0.0.1" or "2001:db8::1" as an address, without asking anyone; empty for a name.
[[nodiscard]] std::vector<SocketAddress> numericAddress(const QString &host, std::uint16_t port);

/// The addresses of a name. Blocks, for as long as the resolver likes. Empty with `problem` set
/// where there are none.
[[nodiscard]] std::vector<SocketAddress>
resolveName(const QString &host, std::uint16_t port, QString &problem);

/// A TCP connection in the making, without blocking; tries the addresses in turn. Watch fd() for
/// EPOLLOUT and call step() then; the time limit is the owner's.
class TcpConnector final
{
public:
    enum class State { Connecting, Connected, Failed };

    explicit TcpConnector(std::vector<SocketAddress> addresses);
    ~TcpConnector(); ///< closes what was not taken
    TcpConnector(const TcpConnector &) = delete;
    TcpConnector &operator=(const TcpConnector &) = delete;

    State step(); ///< first call: begins
    /// Gives up the address under way for the next; Failed when there is none.
    State skipAddress();
    [[nodiscard]] bool hasMoreAddresses() const { return m_next < m_addresses.size(); }
    [[nodiscard]] int fd() const { return m_fd; }
    [[nodiscard]] int takeFd(); ///< the caller closes it
    [[nodiscard]] int errorNumber() const { return m_error; }

private:
    State tryNext();
    void closeFd();

    std::vector<SocketAddress> m_addresses;
    std::size_t m_next = 0;
    int m_fd = -1;
    int m_error = 0;
};

/// Asks for the next acknowledgements at once. The kernel forgets it, so it is said again after
/// each read while every packet waits for an answer: a login is four times as fast.
void acknowledgeQuickly(int fd);

/// Whether a piece of stdin can be written now without waiting for the other side.
[[nodiscard]] bool canTakeMore(int fd);

} // namespace podium::ssh
