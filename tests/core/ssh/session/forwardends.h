// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/ssh/forwardsockets.h"

#include <QSocketNotifier>
#include <QTcpServer>
#include <QTcpSocket>
#include <QtTest>

#include <arpa/inet.h>
#include <memory>
#include <sys/socket.h>
#include <unistd.h>

namespace podium::ssh::test {

/// What a worker's port has behind it.
class Service final : public QTcpServer
{
public:
    enum class Way { Echo, Flood, AnswersAtTheEnd, EndsFirst };

    explicit Service(Way way) : m_way(way)
    {
        setMaxPendingConnections(1000);
        connect(this, &QTcpServer::newConnection, this, [this] {
            while (QTcpSocket *socket = nextPendingConnection()) {
                serve(*socket);
            }
        });
        [&] { QVERIFY(listen(QHostAddress::LocalHost)); }();
        ::listen(int(socketDescriptor()), 1000);
    }
    [[nodiscard]] const QByteArray &heard() const { return m_heard; }

private:
    void serve(QTcpSocket &socket)
    {
        if (m_way == Way::Flood) {
            const auto more = [&socket] {
                if (socket.bytesToWrite() < 1024 * 1024) {
                    socket.write(QByteArray(1024 * 1024, 'x'));
                }
            };
            connect(&socket, &QTcpSocket::bytesWritten, &socket, more);
            more();
        } else if (m_way == Way::Echo) {
            connect(&socket, &QTcpSocket::readyRead, &socket, [&socket] {
                socket.write(socket.readAll());
            });
        } else {
            connect(&socket, &QTcpSocket::readyRead, &socket, [this, &socket] {
                m_heard += socket.readAll();
            });
        }
        if (m_way == Way::EndsFirst) {
            socket.write("all I say");
            socket.flush();
            ::shutdown(int(socket.socketDescriptor()), SHUT_WR);
        }
    }

    /// Without a QTcpSocket, which closes when the other side has ended.
    void incomingConnection(qintptr descriptor) override
    {
        if (m_way != Way::AnswersAtTheEnd) {
            QTcpServer::incomingConnection(descriptor);
            return;
        }
        auto *notifier = new QSocketNotifier(descriptor, QSocketNotifier::Read, this);
        connect(notifier, &QSocketNotifier::activated, this, [this, notifier, descriptor] {
            QByteArray buffer(65536, 0);
            const ssize_t got =
                ::recv(int(descriptor), buffer.data(), std::size_t(buffer.size()), 0);
            if (got > 0) {
                m_heard += buffer.left(int(got));
                return;
            }
            const QByteArray answer = QByteArray::number(m_heard.size()) + " bytes";
            ::send(int(descriptor), answer.constData(), std::size_t(answer.size()), MSG_NOSIGNAL);
            notifier->setEnabled(false);
            notifier->deleteLater();
            ::close(int(descriptor));
        });
    }

    const Way m_way;
    QByteArray m_heard;
};

/// Where programs of this machine connect to: at an address of this process alone, for other tests
/// connect to ports of 127.0.0.1 that somebody had before.
class Door final : public QTcpServer
{
public:
    Door()
    {
        const auto address = QHostAddress(0x7F400000U | (quint32(::getpid()) & 0x3FFFFFU));
        [&] { QVERIFY(listen(address)); }();
        ::listen(int(socketDescriptor()), 1000);
    }
    const std::shared_ptr<ForwardSockets> sockets = std::make_shared<ForwardSockets>();

    /// A program that has connected.
    [[nodiscard]] std::unique_ptr<QTcpSocket> visitor() const
    {
        auto socket = std::make_unique<QTcpSocket>();
        socket->connectToHost(serverAddress(), serverPort());
        return socket;
    }

    /// As a bare socket: one of Qt's closes when the other side has ended, and tells no reset.
    [[nodiscard]] Descriptor plainVisitor() const
    {
        Descriptor visitor(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
        sockaddr_in address = {};
        address.sin_family = AF_INET;
        address.sin_port = htons(serverPort());
        address.sin_addr.s_addr = htonl(serverAddress().toIPv4Address());
        [&] {
            QCOMPARE(
                ::connect(visitor.get(), reinterpret_cast<sockaddr *>(&address), sizeof address),
                0);
        }();
        return visitor;
    }

protected:
    void incomingConnection(qintptr descriptor) override
    {
        sockets->add(Descriptor(int(descriptor)));
    }
};

} // namespace podium::ssh::test
