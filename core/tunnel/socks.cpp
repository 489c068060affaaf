// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/tunnel/socks.h"

#include <QHostAddress>

#include <algorithm>
#include <array>

namespace podium::tunnel {

using ssh::ForwardTarget;

namespace {

// The bytes of RFC 1928.
constexpr char Version = 5;
constexpr char NoAuthentication = 0;
constexpr char NoMethod = char(0xff);
enum class Command : char { Connect = 1, UdpAssociate = 3 };
enum class AddressKind : char { Ipv4 = 1, Name = 3, Ipv6 = 4 };
enum class Reply : char {
    Succeeded = 0,
    GeneralFailure = 1,
    NotAllowed = 2,
    NetworkUnreachable = 3,
    HostUnreachable = 4,
    ConnectionRefused = 5,
    CommandNotSupported = 7,
    AddressNotSupported = 8
};

constexpr int RequestHead = 4; ///< version, command, reserved, kind of address
constexpr int Ipv4Size = 4;
constexpr int Ipv6Size = 16;
constexpr int PortSize = 2;

/// From which address the worker connects is nobody's business: 0.0.0.0:0.
QByteArray replyText(Reply reply)
{
    QByteArray text(RequestHead + Ipv4Size + PortSize, '\0');
    text[0] = Version;
    text[1] = char(reply);
    text[3] = char(AddressKind::Ipv4);
    return text;
}

int byteAt(const QByteArray &bytes, int at)
{
    return std::uint8_t(bytes.at(at));
}

/// How long an address of this kind is, with the length that goes before a name; -1: no such kind,
/// 0: more bytes are needed to tell.
int addressSize(const QByteArray &request)
{
    switch (AddressKind(request.at(RequestHead - 1))) {
    case AddressKind::Ipv4:
        return Ipv4Size;
    case AddressKind::Ipv6:
        return Ipv6Size;
    case AddressKind::Name:
        return request.size() > RequestHead ? 1 + byteAt(request, RequestHead) : 0;
    }
    return -1;
}

/// Of a request that is whole.
QByteArray hostOf(const QByteArray &request, int size)
{
    const QByteArray address = request.mid(RequestHead, size);
    switch (AddressKind(request.at(RequestHead - 1))) {
    case AddressKind::Name:
        return address.mid(1);
    case AddressKind::Ipv4: {
        quint32 number = 0;
        for (int i = 0; i < Ipv4Size; ++i) {
            number = number << 8U | quint32(byteAt(address, i));
        }
        return QHostAddress(number).toString().toLatin1();
    }
    case AddressKind::Ipv6:
        break;
    }
    return QHostAddress(reinterpret_cast<const quint8 *>(address.constData()))
        .toString()
        .toLatin1();
}

/// Not more than that: a name in another script comes as its ASCII form.
bool canBeHost(const QByteArray &host)
{
    return !host.isEmpty() && std::all_of(host.begin(), host.end(), [](char each) {
        return each > ' ' && each <= '~';
    });
}

QString notSocks(const QByteArray &bytes)
{
    return bytes.at(0) == 4
               ? QStringLiteral("A program spoke SOCKS 4 to the tunnel, which takes SOCKS 5.")
               : QStringLiteral("A program did not speak SOCKS 5 to the tunnel.");
}

/// sshd gives the words of its system for it, and no code of its own.
Reply notReached(const Error &error)
{
    struct Words
    {
        const char *words;
        Reply reply;
    };
    constexpr std::array<Words, 7> Known{
        {{"Network is unreachable", Reply::NetworkUnreachable},
         {"No route to host", Reply::HostUnreachable},
         {"Host is down", Reply::HostUnreachable},
         {"timed out", Reply::HostUnreachable},
         {"Name or service not known", Reply::HostUnreachable},
         {"name resolution", Reply::HostUnreachable},
         {"No address associated", Reply::HostUnreachable}}};
    for (const Words &known : Known) {
        if (error.detail.contains(QLatin1String(known.words))) {
            return known.reply;
        }
    }
    return Reply::ConnectionRefused;
}

} // namespace

SocksGreeting::Step SocksGreeting::take(const QByteArray &bytes)
{
    m_bytes += bytes;
    Step step;
    if (m_state == State::Methods) {
        step = takeMethods();
    }
    if (m_state == State::Request) {
        const QByteArray before = step.reply;
        step = takeRequest();
        step.reply.prepend(before);
    }
    return step;
}

SocksGreeting::Step
SocksGreeting::refuse(const QByteArray &reply, const QString &summary, const QString &hint)
{
    m_state = State::Done;
    m_bytes.clear();
    return {reply, std::nullopt, Error{ErrorKind::InvalidArgument, summary, {}, hint}};
}

/// VER, NMETHODS, METHODS.
SocksGreeting::Step SocksGreeting::takeMethods()
{
    if (m_bytes.isEmpty()) {
        return {};
    }
    if (m_bytes.at(0) != Version) { // whatever it speaks, it would not understand an answer
        return refuse(
            {}, notSocks(m_bytes), QStringLiteral("Set it there as a SOCKS 5 proxy (SOCKS v5)."));
    }
    constexpr int Head = 2;
    if (m_bytes.size() < Head || m_bytes.size() < Head + byteAt(m_bytes, 1)) {
        return {};
    }
    const QByteArray methods = m_bytes.mid(Head, byteAt(m_bytes, 1));
    if (!methods.contains(NoAuthentication)) {
        return refuse(
            QByteArray{}.append(Version).append(NoMethod),
            QStringLiteral("A program would only use the SOCKS tunnel with a name and password."),
            QStringLiteral("Set none there: only programs of this machine can reach it."));
    }
    m_bytes.remove(0, Head + methods.size());
    m_state = State::Request;
    return {QByteArray{}.append(Version).append(NoAuthentication), std::nullopt, std::nullopt};
}

/// VER, CMD, RSV, ATYP, DST.ADDR, DST.PORT.
SocksGreeting::Step SocksGreeting::takeRequest()
{
    if (!m_bytes.isEmpty() && m_bytes.at(0) != Version) {
        return refuse({}, notSocks(m_bytes), {});
    }
    if (m_bytes.size() < RequestHead) {
        return {};
    }
    if (Command(m_bytes.at(1)) != Command::Connect) {
        const bool isUdp = Command(m_bytes.at(1)) == Command::UdpAssociate;
        return refuse(
            replyText(Reply::CommandNotSupported),
            isUdp ? QStringLiteral("A program asked the SOCKS tunnel for UDP.")
                  : QStringLiteral(
                        "A program asked the SOCKS tunnel for something else than a connection."),
            QStringLiteral("It makes TCP connections from the worker, and nothing else."));
    }
    const int size = addressSize(m_bytes);
    if (size < 0) {
        return refuse(
            replyText(Reply::AddressNotSupported),
            QStringLiteral("A program asked the SOCKS tunnel for an address of an unknown kind."),
            {});
    }
    const int whole = RequestHead + size + PortSize;
    if (size == 0 || m_bytes.size() < whole) {
        return {};
    }
    ForwardTarget target{hostOf(m_bytes, size), 0, true};
    target.port = quint16(byteAt(m_bytes, whole - 2) << 8U | byteAt(m_bytes, whole - 1));
    if (!canBeHost(target.host) || target.port == 0) {
        return refuse(
            replyText(Reply::GeneralFailure),
            QStringLiteral("A program asked the SOCKS tunnel for an address that is none."), {});
    }
    m_bytes.remove(0, whole);
    m_state = State::Done;
    return {{}, target, std::nullopt};
}

QByteArray SocksGreeting::opened() const
{
    return replyText(Reply::Succeeded);
}

QByteArray SocksGreeting::denied(const Error &error) const
{
    switch (error.kind) {
    case ErrorKind::NotFound:
        return replyText(notReached(error));
    case ErrorKind::PermissionDenied:
        return replyText(Reply::NotAllowed);
    default:
        return replyText(Reply::GeneralFailure);
    }
}

} // namespace podium::tunnel
