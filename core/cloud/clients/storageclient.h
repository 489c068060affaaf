// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/callback.h"
#include "core/cloud/http/apiendpoints.h"
#include "core/cloud/values/bucket.h"

#include <QObject>

namespace podium::cloud {

class HttpClient;

/// Reads Cloud Storage v1: where buckets are, never what is in them. Lives on one thread.
class StorageClient final : public QObject
{
    Q_OBJECT

public:
    /// The client must outlive this.
    StorageClient(HttpClient &http, ApiEndpoints endpoints, QObject *parent = nullptr);

    /// By the permission storage.buckets.get.
    void placeOf(const BucketName &bucket, Callback<Result<BucketPlace>> done);

private:
    HttpClient &m_http;
    ApiEndpoints m_endpoints;
};

} // namespace podium::cloud
