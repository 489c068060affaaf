// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QHash>
#include <QString>
#include <QTcpServer>
#include <QUrl>
#include <QVector>

#include <functional>

class QTcpSocket;

namespace podium::tests {

/// One request as it came over the wire.
struct FakeRequest
{
    QByteArray method;
    QByteArray path;                       ///< with the query
    QHash<QByteArray, QByteArray> headers; ///< names in lower case
    QByteArray body;
};

/// What to answer, or how not to.
struct FakeReply
{
    int status = 200;
    QByteArray body = "{}";
    QByteArray headers; ///< whole lines, each ended by CR LF
    enum class Manner {
        Whole,
        Cut,        ///< half of the body, then the end, though Content-Length says more
        CutChunked, ///< the same with chunks
        Hang,       ///< nothing
        Stall,      ///< half of the body, then nothing
        Close,      ///< the connection ends without an answer
    };
    Manner manner = Manner::Whole;
};

/// An HTTP server on loopback in the test's own thread; keeps connections alive.
class FakeServer final : public QTcpServer
{
    Q_OBJECT

public:
    using Handler = std::function<FakeReply(const FakeRequest &)>;
    explicit FakeServer(Handler handler);

    [[nodiscard]] QUrl url(const QString &path = QStringLiteral("/")) const;
    [[nodiscard]] const QVector<FakeRequest> &requests() const { return m_requests; }
    void setHandler(Handler handler) { m_handler = std::move(handler); }

private:
    void read(QTcpSocket *socket);
    void answer(QTcpSocket *socket, const FakeReply &reply);

    Handler m_handler;
    QVector<FakeRequest> m_requests;
    QHash<QTcpSocket *, QByteArray> m_buffers;
};

} // namespace podium::tests
