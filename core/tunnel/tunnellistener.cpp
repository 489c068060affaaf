// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/tunnel/tunnellistener.h"

#include "core/tunnel/tunnelspec.h"

#include <QTcpSocket>

#include <utility>

#include <sys/socket.h>

namespace podium::tunnel {

namespace {

constexpr int PortsTried = 200;
/// A browser opens many at once; Qt would let 50 of them wait.
constexpr int Backlog = 1024;
/// So many may wait for a connection to the worker that is not there.
constexpr std::size_t MostWaiting = 512;

Error cannotListen(quint16 port, QAbstractSocket::SocketError error, const QString &detail)
{
    if (error == QAbstractSocket::SocketAccessError) {
        return {
            ErrorKind::PermissionDenied,
            QStringLiteral("Port %1 of this machine is for its administrator alone.").arg(port),
            detail, QStringLiteral("Choose one from 1024 on.")};
    }
    return {
        ErrorKind::Io, QStringLiteral("No port from %1 on can be had on this machine.").arg(port),
        detail};
}

/// By another program, on ::1: a browser that is sent to localhost asks there first.
bool isTakenOnIpv6(quint16 port)
{
    QTcpSocket probe; // binds, and listens to nobody
    const QHostAddress address(QHostAddress::LocalHostIPv6);
    return !probe.bind(address, port, QAbstractSocket::ReuseAddressHint) &&
           probe.error() == QAbstractSocket::AddressInUseError;
}

} // namespace

TunnelListener::TunnelListener(std::shared_ptr<ssh::ForwardSockets> sockets, QObject *parent)
    : QTcpServer(parent)
    , m_sockets(std::move(sockets))
{}

Result<quint16> TunnelListener::listenFrom(quint16 port)
{
    quint16 next = port;
    for (int i = 0; i < PortsTried; ++i, next = portAfter(next)) {
        if (isTakenOnIpv6(next)) {
            continue;
        }
        if (listen(QHostAddress(QHostAddress::LocalHost), next)) {
            ::listen(int(socketDescriptor()), Backlog);
            return next;
        }
        if (serverError() != QAbstractSocket::AddressInUseError) {
            break;
        }
    }
    return failure(cannotListen(port, serverError(), errorString()));
}

void TunnelListener::incomingConnection(qintptr descriptor)
{
    Descriptor socket{int(descriptor)};
    if (m_serves && m_sockets->waiting() < MostWaiting) {
        m_sockets->add(std::move(socket));
    }
}

} // namespace podium::tunnel
