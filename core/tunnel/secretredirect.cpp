// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/tunnel/secretredirect.h"

#include <QFile>
#include <QHostAddress>
#include <QRandomGenerator>
#include <QTcpSocket>

#include <array>
#include <utility>

#include <unistd.h>

namespace podium::tunnel {

namespace {

constexpr int LimitMs = 60'000; ///< a browser that has to start takes some seconds
constexpr int LongestRequest = 16 * 1024;

QByteArray newPath()
{
    std::array<quint32, 8> words{};
    QRandomGenerator::system()->fillRange(words.data(), int(words.size()));
    return '/' + QByteArray(reinterpret_cast<const char *>(words.data()), sizeof words)
                     .toBase64(QByteArray::Base64UrlEncoding | QByteArray::OmitTrailingEquals);
}

/// As /proc/net/tcp has it (proc(5)), on a machine that begins with the lowest byte.
QByteArray loopbackText(quint16 port)
{
    return "0100007F:" + QByteArray::number(port, 16).toUpper().rightJustified(4, '0');
}

/// Who has the other end is this account: the kernel's list of connections tells whose each is.
bool isOwnPeer(const QTcpSocket &socket)
{
    QFile list(QStringLiteral("/proc/net/tcp"));
    if (!list.open(QIODevice::ReadOnly)) {
        return false;
    }
    const QByteArray from = loopbackText(socket.peerPort());
    const QByteArray to = loopbackText(socket.localPort());
    for (const QByteArray &line : list.readAll().split('\n')) {
        const QByteArrayList words = line.simplified().split(' ');
        constexpr int Local = 1;
        constexpr int Remote = 2;
        constexpr int User = 7;
        if (words.value(Local) == from && words.value(Remote) == to) {
            return words.value(User).toUInt() == ::getuid();
        }
    }
    return false;
}

} // namespace

SecretRedirect::SecretRedirect(QObject *parent) : QObject(parent)
{
    m_limit.setSingleShot(true);
    m_limit.setInterval(LimitMs);
    connect(&m_limit, &QTimer::timeout, this, &SecretRedirect::end);
    connect(&m_server, &QTcpServer::newConnection, this, [this] {
        while (QTcpSocket *socket = m_server.nextPendingConnection()) {
            serve(*socket);
        }
    });
}

Result<QString> SecretRedirect::offer(const QString &target)
{
    end();
    if (!m_server.listen(QHostAddress(QHostAddress::LocalHost))) {
        return failure(
            {ErrorKind::Io, QStringLiteral("No port can be had on this machine."),
             m_server.errorString()});
    }
    m_path = newPath();
    m_target = target.toLatin1();
    m_limit.start();
    return QStringLiteral("http://127.0.0.1:%1%2")
        .arg(QString::number(m_server.serverPort()), QString::fromLatin1(m_path));
}

void SecretRedirect::end()
{
    m_limit.stop();
    m_server.close();
    m_path.clear();
    m_target.clear();
}

void SecretRedirect::serve(QTcpSocket &socket)
{
    connect(&socket, &QTcpSocket::disconnected, &socket, &QObject::deleteLater);
    connect(&socket, &QTcpSocket::readyRead, this, [this, &socket] {
        const QByteArray request = socket.peek(LongestRequest);
        if (request.contains("\r\n\r\n")) {
            answer(socket, request);
        } else if (request.size() == LongestRequest) {
            socket.abort();
        }
    });
}

void SecretRedirect::answer(QTcpSocket &socket, const QByteArray &request)
{
    const bool isAsked = !m_path.isEmpty() && request.startsWith("GET " + m_path + ' ');
    QByteArray head = "HTTP/1.1 404 Not Found\r\n";
    if (isAsked && isOwnPeer(socket)) {
        head = "HTTP/1.1 303 See Other\r\nLocation: " + m_target + "\r\n";
        end();
    }
    socket.disconnect(this);
    socket.readAll();
    socket.write(
        head + "Cache-Control: no-store\r\nReferrer-Policy: no-referrer\r\n"
               "Content-Length: 0\r\nConnection: close\r\n\r\n");
    socket.disconnectFromHost();
}

} // namespace podium::tunnel
