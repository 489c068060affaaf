// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cloud/credentials/credentials.h"
#include "core/cloud/http/httpexchange.h"

#include <QDateTime>
#include <QList>
#include <QPair>
#include <QTimer>

namespace podium::cloud {

/// What goes to the token endpoint as a form.
using TokenForm = QList<QPair<QByteArray, Secret>>;

/// The forms for the two kinds of credential files.
[[nodiscard]] TokenForm
refreshForm(const QString &clientId, const Secret &clientSecret, const Secret &refreshToken);
[[nodiscard]] TokenForm assertionForm(const Secret &assertion);

/// The token endpoint's answer (RFC 6749, 5.1 and 5.2). `renewal` is the hint where the login is
/// no longer good; Unavailable where the endpoint cannot tell now.
[[nodiscard]] Result<AccessToken>
parseTokenAnswer(const HttpAnswer &answer, const QDateTime &now, const QString &renewal);

/// One question to the token endpoint, tried up to three times as Google's own libraries do.
class TokenRequest final : public QObject
{
    Q_OBJECT

public:
    TokenRequest(
        QNetworkAccessManager &network, const Clock &clock, QUrl endpoint, TokenForm form,
        QString renewal, CredentialLimits limits, QObject *parent);

    void start();

signals:
    /// Once.
    void finished(const podium::Result<podium::cloud::AccessToken> &token);

private:
    void send();
    void onAnswer(const Result<HttpAnswer> &outcome);

    QNetworkAccessManager &m_network;
    const Clock &m_clock;
    QUrl m_endpoint;
    TokenForm m_form;
    QString m_renewal;
    CredentialLimits m_limits;
    QTimer m_wait;
    int m_tries = 0;
};

} // namespace podium::cloud
