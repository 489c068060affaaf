// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>

#include <cstdint>
#include <optional>
#include <variant>

namespace podium::ssh {

/// What is said on the control socket of an `ssh` that serves as a master (OpenSSH's
/// PROTOCOL.mux, version 4), as far as Podium needs it. Pure.
namespace muxprotocol {

/// How a session is to be.
struct SessionOptions
{
    bool hasTerminal = false;
    bool forwardsAgent = false; ///< the master's, where it is to forward one
};

/// Both at once: the greeting, and a session without X11; `command` may be empty for the login
/// shell. After these bytes the three descriptors for stdin, stdout and stderr have to be
/// sent, one each with a NUL byte; with a terminal, that for stdin has its modes and size.
[[nodiscard]] QByteArray helloAndSession(const QByteArray &command, SessionOptions options);

/// Both at once: the greeting, and a TCP connection that the worker makes. Two descriptors have to
/// be sent then: what is read of goes there, and what it says is written.
[[nodiscard]] QByteArray helloAndForward(const QByteArray &host, std::uint16_t port);

/// The worker has opened a channel, and the command has been sent to it.
struct Opened
{
    std::uint32_t channel = 0; ///< its number in the master's log
};
/// Nothing was run: the worker opens no channel, or the master does not serve us.
struct NotOpened
{
    QByteArray reason; ///< as it came
};
struct Exit
{
    int status = 0;
};
/// After Opened: the worker gives no terminal. The command was sent to it all the same.
struct NoTerminal
{};
using Message = std::variant<Opened, NotOpened, Exit, NoTerminal>;

/// Cuts what comes into messages; those that do not matter here are passed over.
class Reader final
{
public:
    void append(const char *data, std::size_t size) { m_bytes.append(data, int(size)); }
    [[nodiscard]] std::optional<Message> next();
    /// It is not the protocol, or not this version of it.
    [[nodiscard]] bool isWrong() const { return m_isWrong; }

private:
    [[nodiscard]] std::optional<Message> read(const QByteArray &packet);

    QByteArray m_bytes;
    bool m_isWrong = false;
};

} // namespace muxprotocol
} // namespace podium::ssh
