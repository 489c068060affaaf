// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/cloud/clients/httpclient.h"

#include "core/cloud/clients/apicall.h"

#include <QHash>

namespace podium::cloud {

struct HttpClient::Private
{
    QNetworkAccessManager &network;
    Credentials &credentials;
    HttpLimits limits;
    RetryPolicy retry;
    QHash<CallId, ApiCall *> calls;
    CallId lastId = 0;
};

HttpClient::HttpClient(
    QNetworkAccessManager &network, Credentials &credentials, HttpLimits limits, RetryPolicy retry,
    QObject *parent)
    : QObject(parent)
    , d(std::make_unique<Private>(Private{network, credentials, limits, retry, {}, 0}))
{}

HttpClient::~HttpClient()
{
    qDeleteAll(d->calls);
}

HttpClient::CallId HttpClient::send(const ApiRequest &request, Callback<Result<QByteArray>> done)
{
    const CallId id = ++d->lastId;
    auto *call = new ApiCall(d->network, d->credentials, request, d->limits, d->retry, this);
    d->calls.insert(id, call);
    connect(
        call, &ApiCall::finished, this,
        [this, id, call, done = std::move(done)](const Result<QByteArray> &outcome) {
            d->calls.remove(id);
            call->deleteLater();
            done(outcome);
        });
    call->start();
    return id;
}

void HttpClient::abort(CallId call)
{
    if (ApiCall *running = d->calls.value(call)) {
        running->abort();
    }
}

} // namespace podium::cloud
