// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/callback.h"
#include "core/base/result.h"
#include "core/cloud/http/httpexchange.h"
#include "core/cloud/http/retry.h"

#include <QByteArray>
#include <QObject>
#include <QString>
#include <QUrl>

#include <memory>

class QNetworkAccessManager;

namespace podium::cloud {

class Credentials;

/// One call of a Google API, JSON in and out.
struct ApiRequest
{
    QByteArray method = "GET";
    QUrl url;
    QByteArray body;         ///< JSON; empty: none
    QString action;          ///< for errors: "list the TPU nodes of my-lab" (after "Cannot ")
    QString subject;         ///< for errors: the project, the node …
    bool repeatable = false; ///< a POST that only reads; GETs always are
    /// Gets why a try failed after which there is another one; once. May be empty.
    Callback<Error> failedTry = {};
};

/// Calls Google APIs with the person's token: limits of time and size, retry with back-off and
/// jitter of what may be repeated (never a second POST), one token refresh after a 401, no
/// redirects, every failure an Error about the call's subject. Lives on one thread, blocks never.
class HttpClient final : public QObject
{
    Q_OBJECT

public:
    using CallId = quint64;

    /// Access manager and credentials must outlive this.
    HttpClient(
        QNetworkAccessManager &network, Credentials &credentials, HttpLimits limits = {},
        RetryPolicy retry = {}, QObject *parent = nullptr);
    /// Calls under way end without an answer.
    ~HttpClient() override;

    /// `done` gets the body of a 2xx answer, or an Error; exactly once.
    CallId send(const ApiRequest &request, Callback<Result<QByteArray>> done);
    /// The call's answer becomes Error Cancelled. Fine for one that has ended.
    void abort(CallId call);

private:
    struct Private;
    std::unique_ptr<Private> d;
};

} // namespace podium::cloud
