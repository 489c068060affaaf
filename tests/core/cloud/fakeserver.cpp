// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/core/cloud/fakeserver.h"

#include <QTcpSocket>

namespace podium::tests {

FakeServer::FakeServer(Handler handler) : m_handler(std::move(handler))
{
    listen(QHostAddress::LocalHost);
    connect(this, &QTcpServer::newConnection, this, [this] {
        while (QTcpSocket *socket = nextPendingConnection()) {
            connect(socket, &QTcpSocket::readyRead, this, [this, socket] { read(socket); });
            connect(socket, &QTcpSocket::disconnected, this, [this, socket] {
                m_buffers.remove(socket);
                socket->deleteLater();
            });
        }
    });
}

QUrl FakeServer::url(const QString &path) const
{
    return QUrl(QStringLiteral("http://127.0.0.1:%1%2").arg(serverPort()).arg(path));
}

void FakeServer::read(QTcpSocket *socket)
{
    QByteArray &buffer = m_buffers[socket];
    buffer += socket->readAll();
    const int end = buffer.indexOf("\r\n\r\n");
    if (end < 0) {
        return;
    }
    QList<QByteArray> lines = buffer.left(end).split('\n');
    const QList<QByteArray> first = lines.takeFirst().trimmed().split(' ');
    FakeRequest request;
    request.method = first.value(0);
    request.path = first.value(1);
    for (const QByteArray &line : qAsConst(lines)) {
        const int colon = line.indexOf(':');
        request.headers.insert(line.left(colon).toLower(), line.mid(colon + 1).trimmed());
    }
    const int length = request.headers.value("content-length").toInt();
    if (buffer.size() < end + 4 + length) {
        return;
    }
    request.body = buffer.mid(end + 4, length);
    buffer.remove(0, end + 4 + length);
    m_requests.append(request);
    answer(socket, m_handler(request));
}

void FakeServer::answer(QTcpSocket *socket, const FakeReply &reply)
{
    using Manner = FakeReply::Manner;
    const QByteArray half = reply.body.left(reply.body.size() / 2);
    QByteArray head = "HTTP/1.1 " + QByteArray::number(reply.status) + " Some Words\r\n" +
                      "Content-Type: application/json\r\n" + reply.headers;
    const QByteArray length =
        "Content-Length: " + QByteArray::number(reply.body.size()) + "\r\n\r\n";
    switch (reply.manner) {
    case Manner::Whole:
        socket->write(head + length + reply.body);
        break;
    case Manner::Cut:
        socket->write(head + length + half);
        socket->disconnectFromHost();
        break;
    case Manner::CutChunked:
        socket->write(
            head + "Transfer-Encoding: chunked\r\n\r\n" + QByteArray::number(half.size(), 16) +
            "\r\n" + half + "\r\n");
        socket->disconnectFromHost();
        break;
    case Manner::Hang:
        break;
    case Manner::Stall:
        socket->write(head + length + half);
        break;
    case Manner::Close:
        socket->disconnectFromHost();
        break;
    }
}

} // namespace podium::tests
