// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <QByteArray>
#include <QList>
#include <QObject>
#include <QPair>
#include <QPointer>
#include <QTimer>
#include <QUrl>

#include <chrono>
#include <memory>

class QIODevice;
class QNetworkAccessManager;
class QNetworkReply;

namespace podium::cloud {

/// What one exchange may cost.
struct HttpLimits
{
    std::chrono::milliseconds whole{60000};   ///< from the request to the last byte
    std::chrono::milliseconds silence{15000}; ///< without a byte arriving
    qint64 bytes = 64 * 1024 * 1024;          ///< of the answer's body, unpacked
};

/// One HTTP request as it goes out.
struct HttpRequest
{
    QByteArray method = "GET";
    QUrl url;
    QByteArray body;
    QList<QPair<QByteArray, QByteArray>> headers;
};

/// One HTTP answer, complete, of any status.
struct HttpAnswer
{
    int status = 0;
    QByteArray body;
    QByteArray contentType;
    QByteArray retryAfter; ///< as sent; empty: none
};

/// One request and its answer, or why there is none: Network, Timeout, Protocol (cut off, too
/// long, a redirect), Cancelled. The request leaves at most once. Follows no redirect, keeps no
/// cookie, asks no cache. Errors say nothing of what the exchange is about; the caller does.
class HttpExchange final : public QObject
{
    Q_OBJECT

public:
    HttpExchange(
        QNetworkAccessManager &network, HttpRequest request, HttpLimits limits,
        QObject *parent = nullptr);
    ~HttpExchange() override;

    void start();
    void abort();

signals:
    /// Once, never from within start() or abort().
    void finished(const podium::Result<podium::cloud::HttpAnswer> &outcome);

private:
    void collect();
    void conclude();
    void finish(Result<HttpAnswer> outcome);

    QNetworkAccessManager &m_network;
    HttpRequest m_request;
    HttpLimits m_limits;
    std::unique_ptr<QIODevice> m_upload;
    QPointer<QNetworkReply> m_reply;
    QByteArray m_body;
    QTimer m_whole;
    QTimer m_silence;
    bool m_finished = false;
};

} // namespace podium::cloud
