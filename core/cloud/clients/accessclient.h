// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/callback.h"
#include "core/cloud/http/apiendpoints.h"
#include "core/cloud/values/projectaccess.h"
#include "core/cloud/values/tpuquota.h"

#include <QObject>

namespace podium::cloud {

class HttpClient;
struct ApiRequest;

/// What the caller may do in a project, and what the project lets anybody do: only reads. Lives on
/// one thread, blocks never.
class AccessClient final : public QObject
{
    Q_OBJECT

public:
    /// The client must outlive this.
    AccessClient(HttpClient &http, ApiEndpoints endpoints, QObject *parent = nullptr);

    /// `service`: "tpu.googleapis.com" (Service Usage API).
    void
    service(const ProjectId &project, const QString &service, Callback<Result<ServiceState>> done);
    /// Those of `wanted` that the caller has (Resource Manager API).
    void permissions(
        const ProjectId &project, const QStringList &wanted, Callback<Result<QStringList>> done);
    /// `region`: "us-central1" (Compute API).
    void regionQuotas(
        const ProjectId &project, const QString &region,
        Callback<Result<std::vector<RegionQuota>>> done);
    /// Whether machines of the network without an external address have a way out of the region.
    void hasNat(
        const ProjectId &project, const QString &region, const QString &network,
        Callback<Result<bool>> done);
    /// The limits of the TPU API, over all pages (Cloud Quotas API). A list that breaks off is an
    /// error.
    void tpuQuotas(const ProjectId &project, Callback<Result<QuotaLimits>> done);

private:
    template <typename T, typename Parse>
    void send(ApiRequest request, Parse parse, Callback<Result<T>> done);

    HttpClient &m_http;
    ApiEndpoints m_endpoints;
};

} // namespace podium::cloud
