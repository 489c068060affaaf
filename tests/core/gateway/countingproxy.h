// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QHostAddress>
#include <QTcpServer>
#include <QTcpSocket>

namespace podium::tests {

/// Stands before a worker as its address of this machine's line: passes on all, and counts what
/// goes there. May cut a connection once, in the middle. Works while its thread's event loop does.
class CountingProxy final : public QTcpServer
{
public:
    CountingProxy(const QString &address, quint16 port)
    {
        listen(QHostAddress::LocalHost);
        connect(this, &QTcpServer::newConnection, this, [this, address, port] {
            while (QTcpSocket *client = nextPendingConnection()) {
                begin(client, address, port);
            }
        });
    }
    [[nodiscard]] qint64 sentBytes() const { return m_sent; }
    /// Once, when so many more bytes have gone there.
    void cutAfter(qint64 bytes) { m_cutAt = m_sent + bytes; }
    [[nodiscard]] bool hasCut() const { return m_hasCut; }

private:
    void begin(QTcpSocket *client, const QString &address, quint16 port)
    {
        auto *worker = new QTcpSocket(client);
        client->setParent(this);
        worker->connectToHost(address, port);
        const auto pass = [this, client, worker] {
            if (worker->state() == QAbstractSocket::ConnectedState) {
                const QByteArray bytes = client->readAll();
                m_sent += bytes.size();
                worker->write(bytes);
                if (m_cutAt > 0 && m_sent > m_cutAt) {
                    m_cutAt = 0;
                    m_hasCut = true;
                    client->abort(); // and so the other side
                }
            }
        };
        connect(client, &QTcpSocket::readyRead, worker, pass);
        connect(worker, &QTcpSocket::connected, client, pass);
        connect(worker, &QTcpSocket::readyRead, client, [client, worker] {
            client->write(worker->readAll());
        });
        connect(worker, &QTcpSocket::disconnected, client, &QTcpSocket::disconnectFromHost);
        connect(client, &QTcpSocket::disconnected, worker, &QTcpSocket::disconnectFromHost);
    }

    qint64 m_sent = 0;
    qint64 m_cutAt = 0; ///< 0: nowhere
    bool m_hasCut = false;
};

} // namespace podium::tests
