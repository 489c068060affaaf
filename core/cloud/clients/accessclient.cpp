// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/cloud/clients/accessclient.h"

#include "core/cloud/clients/calls.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <utility>

namespace podium::cloud {

namespace {

QString projectsWord()
{
    return QStringLiteral("projects");
}

} // namespace

AccessClient::AccessClient(HttpClient &http, ApiEndpoints endpoints, QObject *parent)
    : QObject(parent)
    , m_http(http)
    , m_endpoints(std::move(endpoints))
{}

template <typename T, typename Parse>
void AccessClient::send(ApiRequest request, Parse parse, Callback<Result<T>> done)
{
    askFor<T>(
        m_http, this, request,
        [parse = std::move(parse), subject = request.subject](const QByteArray &json) {
            return parse(json, subject);
        },
        std::move(done));
}

void AccessClient::service(
    const ProjectId &project, const QString &service, Callback<Result<ServiceState>> done)
{
    ApiRequest request;
    request.url = apiUrl(
        m_endpoints.serviceUsage, {QStringLiteral("v1"), projectsWord(), project.text(),
                                   QStringLiteral("services"), service});
    request.action = QStringLiteral("ask whether %1 has %2").arg(project.text(), service);
    request.subject = project.text();
    send<ServiceState>(std::move(request), parseServiceState, std::move(done));
}

void AccessClient::permissions(
    const ProjectId &project, const QStringList &wanted, Callback<Result<QStringList>> done)
{
    ApiRequest request;
    request.method = "POST";
    request.url = apiUrl(
        m_endpoints.resourceManager, {QStringLiteral("v1"), projectsWord(), project.text()},
        QStringLiteral(":testIamPermissions"));
    request.body =
        QJsonDocument(
            QJsonObject{{QStringLiteral("permissions"), QJsonArray::fromStringList(wanted)}})
            .toJson(QJsonDocument::Compact);
    request.repeatable = true;
    request.action = QStringLiteral("ask what you may do in %1").arg(project.text());
    request.subject = project.text();
    send<QStringList>(std::move(request), parseGrantedPermissions, std::move(done));
}

void AccessClient::regionQuotas(
    const ProjectId &project, const QString &region,
    Callback<Result<std::vector<RegionQuota>>> done)
{
    ApiRequest request;
    request.url = apiUrl(
        m_endpoints.compute, {projectsWord(), project.text(), QStringLiteral("regions"), region},
        {}, {{QStringLiteral("fields"), QStringLiteral("name,quotas(metric,limit,usage)")}});
    request.action = QStringLiteral("read the quotas of %1 in %2").arg(project.text(), region);
    request.subject = project.text();
    send<std::vector<RegionQuota>>(std::move(request), parseRegionQuotas, std::move(done));
}

void AccessClient::hasNat(
    const ProjectId &project, const QString &region, const QString &network,
    Callback<Result<bool>> done)
{
    ApiRequest request;
    request.url = apiUrl(
        m_endpoints.compute, {projectsWord(), project.text(), QStringLiteral("regions"), region,
                              QStringLiteral("routers")});
    request.action = QStringLiteral("read the routers of %1 in %2").arg(project.text(), region);
    request.subject = project.text();
    send<bool>(
        std::move(request),
        [network](const QByteArray &json, const QString &subject) {
            return parseHasNat(json, network, subject);
        },
        std::move(done));
}

void AccessClient::tpuQuotas(const ProjectId &project, Callback<Result<QuotaLimits>> done)
{
    Listing<QuotaLimits, QuotaLimitPage> listing;
    listing.pages =
        Pages(QStringLiteral("read the TPU quota of %1").arg(project.text()), project.text());
    listing.request = [this, project](const Pages &pages) {
        ApiQuery query{{QStringLiteral("pageSize"), QStringLiteral("500")}};
        pages.addTo(query);
        ApiRequest request;
        request.url = apiUrl(
            m_endpoints.cloudQuotas,
            {QStringLiteral("v1"), projectsWord(), project.text(), QStringLiteral("locations"),
             QStringLiteral("global"), QStringLiteral("services"),
             QStringLiteral("tpu.googleapis.com"), QStringLiteral("quotaInfos")},
            {}, query);
        return request;
    };
    listing.parse = [project](const QByteArray &json) {
        return parseQuotaLimitPage(json, project.text());
    };
    listing.add = [](QuotaLimits &limits, const QuotaLimitPage &page) {
        limits.insert(limits.end(), page.limits.begin(), page.limits.end());
    };
    listing.done = std::move(done);
    list(m_http, this, std::move(listing));
}

} // namespace podium::cloud
