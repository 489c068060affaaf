// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/callback.h"
#include "core/cloud/clients/httpclient.h"
#include "core/cloud/credentials/credentials.h"

#include <QTimer>

namespace podium::cloud {

/// One call of HttpClient from the token to the answer, over all its tries.
class ApiCall final : public QObject
{
    Q_OBJECT

public:
    ApiCall(
        QNetworkAccessManager &network, Credentials &credentials, ApiRequest request,
        HttpLimits limits, RetryPolicy retry, QObject *parent);

    void start();
    void abort();

signals:
    /// Once; the object may be deleted (later) then.
    void finished(const podium::Result<QByteArray> &outcome);

private:
    void getToken();
    void send();
    void onAnswer(const Result<HttpAnswer> &outcome);
    [[nodiscard]] Error errorOf(const Result<HttpAnswer> &judged) const;
    void concludeOrRetry(const Result<HttpAnswer> &judged);
    void finish(const Result<QByteArray> &outcome);
    [[nodiscard]] Error describe(const Error &error) const;

    QNetworkAccessManager &m_network;
    Credentials &m_credentials;
    ApiRequest m_request;
    HttpLimits m_limits;
    RetryPolicy m_retry;
    AccessToken m_token;
    HttpExchange *m_exchange = nullptr;
    QTimer m_wait;
    int m_tries = 0;
    bool m_refreshed = false;
    bool m_finished = false;
};

} // namespace podium::cloud
