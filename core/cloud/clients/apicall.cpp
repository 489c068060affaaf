// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/cloud/clients/apicall.h"

#include "core/base/log.h"
#include "core/cloud/values/apistatus.h"

#include <spdlog/spdlog.h>

#include <QRandomGenerator>

namespace podium::cloud {

namespace {

/// For the log: without the query, which may hold page tokens.
std::string shownUrl(const QUrl &url)
{
    return url.toString(QUrl::RemoveQuery | QUrl::RemoveUserInfo).toStdString();
}

/// What is wrong with a 2xx answer's body: some other page (a proxy's, a network's login page), or
/// cut off: Qt does not notice that where the body came in chunks.
std::optional<Error> faultOf(const QByteArray &body)
{
    const QByteArray start = body.left(64).trimmed();
    const QByteArray end = body.right(64).trimmed();
    if (start.isEmpty()) {
        return std::nullopt;
    }
    if (start[0] != '{' && start[0] != '[') {
        return Error{
            ErrorKind::Protocol,
            QStringLiteral("The answer is not JSON."),
            {},
            QStringLiteral("Something between here and Google may be answering instead: a proxy, "
                           "or the login page of this network.")};
    }
    if (!end.endsWith(start[0] == '{' ? '}' : ']')) {
        return Error{
            ErrorKind::Protocol, QStringLiteral("The answer was cut off."),
            QStringLiteral("The connection ended after %1 bytes of it.").arg(body.size()),
            QStringLiteral("Podium will ask again.")};
    }
    return std::nullopt;
}

} // namespace

ApiCall::ApiCall(
    QNetworkAccessManager &network, Credentials &credentials, ApiRequest request, HttpLimits limits,
    RetryPolicy retry, QObject *parent)
    : QObject(parent)
    , m_network(network)
    , m_credentials(credentials)
    , m_request(std::move(request))
    , m_limits(limits)
    , m_retry(retry)
{
    m_wait.setSingleShot(true);
    connect(&m_wait, &QTimer::timeout, this, &ApiCall::getToken);
    if (m_request.method != "GET" && !m_request.repeatable) {
        m_retry.tries = 1;
    }
}

void ApiCall::start()
{
    if (!mayCarrySecrets(m_request.url)) {
        finish(failure(
            {ErrorKind::Refused, QStringLiteral("Cannot %1.").arg(m_request.action),
             QStringLiteral("%1 is neither https nor on this machine; a token must not travel "
                            "there.")
                 .arg(m_request.url.toString(QUrl::RemoveQuery | QUrl::RemoveUserInfo)),
             QStringLiteral("Look at CLOUDSDK_API_ENDPOINT_OVERRIDES_… in the environment."),
             m_request.subject}));
        return;
    }
    getToken();
}

void ApiCall::abort()
{
    finish(failure({ErrorKind::Cancelled, {}, {}, {}, m_request.subject}));
}

void ApiCall::getToken()
{
    m_credentials.token({this, [this](const Result<AccessToken> &token) {
                             if (m_finished) {
                                 return;
                             }
                             if (!token) {
                                 Error error = token.error();
                                 error.subject = m_request.subject;
                                 finish(failure(error));
                                 return;
                             }
                             m_token = *token;
                             send();
                         }});
}

void ApiCall::send()
{
    ++m_tries;
    HttpRequest request{m_request.method, m_request.url, m_request.body, {}};
    request.headers = {
        {"Authorization", "Bearer " + m_token.value.reveal()},
        {"Accept", "application/json"},
        {"User-Agent", "podium/" PODIUM_VERSION},
        {"x-goog-api-client", "podium/" PODIUM_VERSION " gl-cpp/20 qt/" QT_VERSION_STR}};
    if (!m_request.body.isEmpty()) {
        request.headers.append(
            qMakePair(QByteArray("Content-Type"), QByteArray("application/json")));
    }
    if (!m_token.quotaProject.isEmpty()) {
        request.headers.append({"x-goog-user-project", m_token.quotaProject.toUtf8()});
    }
    logger("cloud")->debug("{} {}", m_request.method.toStdString(), shownUrl(m_request.url));
    m_exchange = new HttpExchange(m_network, std::move(request), m_limits, this);
    connect(m_exchange, &HttpExchange::finished, this, &ApiCall::onAnswer);
    m_exchange->start();
}

void ApiCall::onAnswer(const Result<HttpAnswer> &outcome)
{
    m_exchange->deleteLater();
    m_exchange = nullptr;
    if (m_finished) {
        return;
    }
    const bool isAnswer = outcome.has_value();
    logger("cloud")->debug(
        "{} {}: {}", m_request.method.toStdString(), shownUrl(m_request.url),
        isAnswer ? std::to_string(outcome->status) : outcome.error().detail.toStdString());
    if (isAnswer && outcome->status == 401 && !m_refreshed) {
        m_refreshed = true;
        m_credentials.reject(m_token);
        getToken();
        return;
    }
    Result<HttpAnswer> judged = outcome;
    if (isAnswer && outcome->status >= 200 && outcome->status < 300) {
        const auto fault = faultOf(outcome->body);
        if (!fault) {
            finish(outcome->body);
            return;
        }
        judged = failure(*fault);
    }
    concludeOrRetry(judged);
}

void ApiCall::concludeOrRetry(const Result<HttpAnswer> &judged)
{
    const auto wait = retryWait(
        m_retry, m_tries, judged, QRandomGenerator::global()->generateDouble(),
        QDateTime::currentDateTimeUtc());
    if (wait) {
        m_request.failedTry(errorOf(judged));
        m_wait.start(*wait);
    } else {
        finish(failure(errorOf(judged)));
    }
}

Error ApiCall::errorOf(const Result<HttpAnswer> &judged) const
{
    if (!judged) {
        return describe(judged.error());
    }
    Error error =
        apiError(parseApiStatus(judged->status, judged->body), m_request.action, m_request.subject);
    const QString renewal = m_credentials.info().renewal;
    if (judged->status == 401 && !renewal.isEmpty()) {
        error.hint = renewal;
    }
    return error;
}

Error ApiCall::describe(const Error &error) const
{
    Error described = error;
    described.summary = QStringLiteral("Cannot %1.").arg(m_request.action);
    described.detail = QString(error.summary % QLatin1Char(' ') % error.detail).trimmed();
    described.subject = m_request.subject;
    return described;
}

void ApiCall::finish(const Result<QByteArray> &outcome)
{
    if (std::exchange(m_finished, true)) {
        return;
    }
    m_wait.stop();
    if (m_exchange) {
        m_exchange->abort();
    }
    emit finished(outcome);
}

} // namespace podium::cloud
