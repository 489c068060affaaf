// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/cloud/clients/storageclient.h"

#include "core/cloud/clients/calls.h"

#include <utility>

namespace podium::cloud {

StorageClient::StorageClient(HttpClient &http, ApiEndpoints endpoints, QObject *parent)
    : QObject(parent)
    , m_http(http)
    , m_endpoints(std::move(endpoints))
{}

void StorageClient::placeOf(const BucketName &bucket, Callback<Result<BucketPlace>> done)
{
    ApiRequest request;
    request.subject = QStringLiteral("gs://%1").arg(bucket.text());
    request.action = QStringLiteral("ask where %1 is").arg(request.subject);
    request.url = apiUrl(
        m_endpoints.storage, {QStringLiteral("b"), bucket.text()}, {},
        {{QStringLiteral("fields"),
          QStringLiteral("location,locationType,customPlacementConfig")}});
    askFor<BucketPlace>(
        m_http, this, request,
        [subject = request.subject](const QByteArray &json) {
            return parseBucketPlace(json, subject);
        },
        std::move(done));
}

} // namespace podium::cloud
