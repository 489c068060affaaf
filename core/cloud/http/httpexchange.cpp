// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/cloud/http/httpexchange.h"

#include "core/cloud/http/onceonlybody.h"

#include <QNetworkAccessManager>
#include <QNetworkReply>
#include <QNetworkRequest>

namespace podium::cloud {

namespace {

Error noAnswer(ErrorKind kind, const QString &detail, const QString &hint = {})
{
    return {kind, QStringLiteral("No answer came."), detail, hint};
}

Error networkError(const QNetworkReply &reply)
{
    const QString detail = reply.errorString() % QLatin1Char('.');
    switch (reply.error()) {
    case QNetworkReply::TimeoutError:
        return noAnswer(ErrorKind::Timeout, detail);
    case QNetworkReply::SslHandshakeFailedError:
        return noAnswer(
            ErrorKind::Network, detail,
            QStringLiteral(
                "Is this machine's clock right, and does a proxy open the connections?"));
    case QNetworkReply::ProxyAuthenticationRequiredError:
    case QNetworkReply::ProxyConnectionRefusedError:
    case QNetworkReply::ProxyNotFoundError:
        return noAnswer(
            ErrorKind::Network, detail,
            QStringLiteral("Look at the proxy settings of this machine."));
    default:
        return noAnswer(ErrorKind::Network, detail, QStringLiteral("Is this machine online?"));
    }
}

/// The connection ended in the middle, as opposed to an answer that says no.
bool isCut(const QNetworkReply &reply, qint64 received)
{
    const bool isHttpStatus = reply.error() == QNetworkReply::NoError ||
                              (reply.error() > QNetworkReply::ProxyAuthenticationRequiredError &&
                               reply.error() != QNetworkReply::ProtocolFailure &&
                               reply.error() != QNetworkReply::ContentReSendError);
    const QVariant length = reply.header(QNetworkRequest::ContentLengthHeader);
    const bool isShort = length.isValid() && !reply.hasRawHeader("Content-Encoding") &&
                         received < length.toLongLong();
    return !isHttpStatus || isShort;
}

QNetworkRequest networkRequest(const HttpRequest &request)
{
    QNetworkRequest made(request.url);
    for (const auto &[name, value] : request.headers) {
        made.setRawHeader(name, value);
    }
    // A redirect could carry the token to another host.
    made.setAttribute(
        QNetworkRequest::RedirectPolicyAttribute, QNetworkRequest::ManualRedirectPolicy);
    made.setAttribute(QNetworkRequest::CookieLoadControlAttribute, QNetworkRequest::Manual);
    made.setAttribute(QNetworkRequest::CookieSaveControlAttribute, QNetworkRequest::Manual);
    made.setAttribute(QNetworkRequest::AuthenticationReuseAttribute, QNetworkRequest::Manual);
    made.setAttribute(QNetworkRequest::CacheLoadControlAttribute, QNetworkRequest::AlwaysNetwork);
    made.setAttribute(QNetworkRequest::CacheSaveControlAttribute, false);
    if (request.method != "GET") {
        made.setHeader(QNetworkRequest::ContentLengthHeader, request.body.size());
        made.setAttribute(QNetworkRequest::DoNotBufferUploadDataAttribute, true);
    }
    return made;
}

} // namespace

HttpExchange::HttpExchange(
    QNetworkAccessManager &network, HttpRequest request, HttpLimits limits, QObject *parent)
    : QObject(parent)
    , m_network(network)
    , m_request(std::move(request))
    , m_limits(limits)
{
    for (QTimer *timer : {&m_whole, &m_silence}) {
        timer->setSingleShot(true);
        connect(timer, &QTimer::timeout, this, [this] {
            finish(failure(noAnswer(
                ErrorKind::Timeout, QStringLiteral("The service did not answer in time."),
                QStringLiteral("Is this machine online? Podium will ask again."))));
        });
    }
}

HttpExchange::~HttpExchange()
{
    m_finished = true;
    if (m_reply) {
        m_reply->disconnect(this);
        delete m_reply; // aborts, and before the body that it may be reading
    }
}

void HttpExchange::start()
{
    const QNetworkRequest request = networkRequest(m_request);
    if (m_request.method == "GET") {
        m_reply = m_network.get(request);
    } else {
        m_upload = std::make_unique<OnceOnlyBody>(m_request.body);
        m_reply = m_network.sendCustomRequest(request, m_request.method, m_upload.get());
    }
    m_request.headers.clear(); // the token is not needed here any longer
    connect(m_reply, &QNetworkReply::readyRead, this, &HttpExchange::collect);
    connect(m_reply, &QNetworkReply::finished, this, &HttpExchange::conclude);
    m_whole.start(m_limits.whole);
    m_silence.start(m_limits.silence);
}

void HttpExchange::abort()
{
    finish(failure({ErrorKind::Cancelled, {}}));
}

void HttpExchange::collect()
{
    m_silence.start();
    m_body += m_reply->readAll();
    if (m_body.size() > m_limits.bytes) {
        finish(failure(
            {ErrorKind::Protocol, QStringLiteral("The answer is too long."),
             QStringLiteral("It has more than %1 bytes.").arg(m_limits.bytes)}));
    }
}

void HttpExchange::conclude()
{
    collect();
    if (m_finished) {
        return;
    }
    HttpAnswer answer;
    answer.status = m_reply->attribute(QNetworkRequest::HttpStatusCodeAttribute).toInt();
    answer.contentType = m_reply->rawHeader("Content-Type");
    answer.retryAfter = m_reply->rawHeader("Retry-After");
    if (answer.status == 0) {
        finish(failure(networkError(*m_reply)));
    } else if (answer.status >= 300 && answer.status < 400) {
        finish(failure(
            {ErrorKind::Protocol, QStringLiteral("The service pointed somewhere else."),
             QStringLiteral("HTTP status %1; Podium does not take its login there.")
                 .arg(answer.status),
             QStringLiteral("Is this a network with a login page? Log in there first.")}));
    } else if (isCut(*m_reply, m_body.size())) {
        finish(failure(
            {ErrorKind::Protocol, QStringLiteral("The answer was cut off."),
             QStringLiteral("The connection ended after %1 bytes of it.").arg(m_body.size()),
             QStringLiteral("Podium will ask again.")}));
    } else {
        answer.body = std::move(m_body);
        finish(std::move(answer));
    }
}

void HttpExchange::finish(Result<HttpAnswer> outcome)
{
    if (std::exchange(m_finished, true)) {
        return;
    }
    m_whole.stop();
    m_silence.stop();
    if (m_reply) {
        m_reply->disconnect(this);
        m_reply->abort();
        m_reply->deleteLater();
    }
    QMetaObject::invokeMethod(
        this, [this, outcome = std::move(outcome)] { emit finished(outcome); },
        Qt::QueuedConnection);
}

} // namespace podium::cloud
