// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/cloud/credentials/tokenrequest.h"

#include "core/base/log.h"
#include "core/cloud/http/retry.h"
#include "core/cloud/values/jsonaccess.h"

#include <spdlog/spdlog.h>

namespace podium::cloud {

namespace {

constexpr int MaxTries = 3;
constexpr qint64 MaxAnswer = 1024 * 1024;

QByteArray encode(const TokenForm &form)
{
    QByteArray body;
    for (const auto &[name, value] : form) {
        body += body.isEmpty() ? "" : "&";
        body += name + '=' + value.reveal().toPercentEncoding();
    }
    return body;
}

Error refused(const QString &detail, const QString &hint)
{
    return {
        ErrorKind::Credentials, QStringLiteral("Google gives no access token for this login."),
        detail, hint};
}

} // namespace

TokenForm
refreshForm(const QString &clientId, const Secret &clientSecret, const Secret &refreshToken)
{
    return {
        {"grant_type", Secret("refresh_token")},
        {"client_id", Secret(clientId.toUtf8())},
        {"client_secret", clientSecret},
        {"refresh_token", refreshToken}};
}

TokenForm assertionForm(const Secret &assertion)
{
    return {
        {"grant_type", Secret("urn:ietf:params:oauth:grant-type:jwt-bearer")},
        {"assertion", assertion}};
}

Result<AccessToken>
parseTokenAnswer(const HttpAnswer &answer, const QDateTime &now, const QString &renewal)
{
    const auto json = parseJson(answer.body);
    const Json object = json.value_or(Json());
    const QByteArray token = text(object, "access_token").toUtf8();
    if (answer.status == 200 && !token.isEmpty()) {
        const qint64 seconds = number(object, "expires_in");
        return AccessToken{Secret(token), seconds > 0 ? now.addSecs(seconds) : QDateTime(), {}};
    }
    if (answer.status >= 500 || isWorthAnotherTry(answer)) {
        // Whatever it says then, it is not that the login is no longer good.
        return failure(
            {ErrorKind::Unavailable, QStringLiteral("Google gives no access token at the moment."),
             QStringLiteral("The token endpoint answered with HTTP status %1.").arg(answer.status),
             QStringLiteral("Podium will ask again.")});
    }
    const QString error = text(object, "error");
    const QString description = redact(text(object, "error_description").left(500)).simplified();
    if (error == QLatin1String("invalid_grant")) {
        return failure(refused(
            description.isEmpty() ? QStringLiteral("The login has expired or was revoked.")
                                  : description,
            renewal));
    }
    if (!error.isEmpty()) {
        return failure(
            refused(QStringLiteral("%1: %2").arg(error.left(100), description), renewal));
    }
    Error unclear = refused(
        QStringLiteral("The token endpoint answered with HTTP status %1.").arg(answer.status),
        QStringLiteral("Podium will ask again."));
    unclear.kind = ErrorKind::Protocol;
    return failure(unclear);
}

TokenRequest::TokenRequest(
    QNetworkAccessManager &network, const Clock &clock, QUrl endpoint, TokenForm form,
    QString renewal, CredentialLimits limits, QObject *parent)
    : QObject(parent)
    , m_network(network)
    , m_clock(clock)
    , m_endpoint(std::move(endpoint))
    , m_form(std::move(form))
    , m_renewal(std::move(renewal))
    , m_limits(limits)
{
    m_wait.setSingleShot(true);
    connect(&m_wait, &QTimer::timeout, this, &TokenRequest::send);
}

void TokenRequest::start()
{
    if (!mayCarrySecrets(m_endpoint)) {
        emit finished(failure(refused(
            QStringLiteral(
                "%1 is neither https nor on this machine; a login must not travel there.")
                .arg(m_endpoint.toString(QUrl::RemoveQuery | QUrl::RemoveUserInfo)),
            QStringLiteral("Look at CLOUDSDK_AUTH_TOKEN_HOST and the credential file's "
                           "token_uri."))));
        return;
    }
    send();
}

void TokenRequest::send()
{
    ++m_tries;
    logger("cloud")->debug("POST {} (access token)", m_endpoint.host().toStdString());
    HttpRequest request{"POST", m_endpoint, encode(m_form), {}};
    request.headers = {
        {"Content-Type", "application/x-www-form-urlencoded"},
        {"Accept", "application/json"},
        {"User-Agent", "podium/" PODIUM_VERSION}};
    const HttpLimits limits{m_limits.tokenEndpoint, m_limits.tokenEndpoint, MaxAnswer};
    auto *exchange = new HttpExchange(m_network, std::move(request), limits, this);
    connect(exchange, &HttpExchange::finished, this, &TokenRequest::onAnswer);
    connect(exchange, &HttpExchange::finished, exchange, &QObject::deleteLater);
    exchange->start();
}

void TokenRequest::onAnswer(const Result<HttpAnswer> &outcome)
{
    if (isWorthAnotherTry(outcome) && m_tries < MaxTries) {
        m_wait.start(m_limits.retryAfter * (1 << (m_tries - 1)));
    } else if (!outcome) {
        Error error = outcome.error();
        error.detail = QString(error.summary % QLatin1Char(' ') % error.detail).trimmed();
        error.summary =
            QStringLiteral("Cannot get an access token from %1.").arg(m_endpoint.host());
        emit finished(failure(error));
    } else {
        emit finished(parseTokenAnswer(*outcome, m_clock.now(), m_renewal));
    }
}

} // namespace podium::cloud
