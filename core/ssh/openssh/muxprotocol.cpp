// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/ssh/openssh/muxprotocol.h"

#include "core/ssh/keys/wire.h"

#include <QtEndian>

namespace podium::ssh::muxprotocol {

namespace {

constexpr std::uint32_t Version = 4;
constexpr std::uint32_t LargestPacket = 256 * 1024;
constexpr std::uint32_t NoEscape = 0xffffffff;

enum Type : std::uint32_t {
    Hello = 0x00000001,
    NewSession = 0x10000002,
    NewForward = 0x10000008,
    PermissionDenied = 0x80000002,
    Failure = 0x80000003,
    ExitMessage = 0x80000004,
    SessionOpened = 0x80000006,
    TerminalFailed = 0x80000008,
};

QByteArray withHello(const QByteArray &request)
{
    QByteArray hello;
    putU32(hello, Hello);
    putU32(hello, Version);
    QByteArray bytes;
    putString(bytes, hello);
    putString(bytes, request);
    return bytes;
}

} // namespace

QByteArray helloAndForward(const QByteArray &host, std::uint16_t port)
{
    QByteArray forward;
    putU32(forward, NewForward);
    putU32(forward, 0);     // our name for the request
    putString(forward, {}); // reserved
    putString(forward, host);
    putU32(forward, port);
    return withHello(forward);
}

QByteArray helloAndSession(const QByteArray &command, SessionOptions options)
{
    QByteArray session;
    putU32(session, NewSession);
    putU32(session, 0);     // our name for the request
    putString(session, {}); // reserved
    putU32(session, options.hasTerminal ? 1 : 0);
    putU32(session, 0); // no X11
    putU32(session, options.forwardsAgent ? 1 : 0);
    putU32(session, 0); // it is no subsystem
    putU32(session, NoEscape);
    putString(session, options.hasTerminal ? "xterm-256color" : "");
    putString(session, command);
    return withHello(session);
}

std::optional<Message> Reader::next()
{
    while (!m_isWrong && m_bytes.size() >= 4) {
        const auto size = qFromBigEndian<quint32>(m_bytes.constData());
        if (size < 4 || size > LargestPacket) {
            m_isWrong = true;
            break;
        }
        if (std::uint32_t(m_bytes.size()) - 4 < size) {
            break;
        }
        const QByteArray packet = m_bytes.mid(4, int(size));
        m_bytes.remove(0, int(size) + 4);
        if (auto message = read(packet)) {
            return message;
        }
    }
    return std::nullopt;
}

std::optional<Message> Reader::read(const QByteArray &packet)
{
    WireReader reader(packet);
    const auto type = reader.u32();
    const auto first = reader.u32(); // the version, or our name for the request or the session
    if (!type || !first) {
        m_isWrong = true;
        return std::nullopt;
    }
    switch (*type) {
    case Hello:
        m_isWrong = *first != Version;
        break;
    case PermissionDenied:
    case Failure:
        return NotOpened{reader.string().value_or(QByteArray())};
    case ExitMessage:
        if (const auto status = reader.u32()) {
            return Exit{int(*status)};
        }
        m_isWrong = true;
        break;
    case SessionOpened:
        if (const auto channel = reader.u32()) {
            return Opened{*channel};
        }
        m_isWrong = true;
        break;
    case TerminalFailed:
        return NoTerminal{};
    default:
        break;
    }
    return std::nullopt;
}

} // namespace podium::ssh::muxprotocol
