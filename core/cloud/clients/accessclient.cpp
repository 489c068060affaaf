// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/cloud/clients/accessclient.h"

#include "core/cloud/clients/httpclient.h"
#include "core/cloud/clients/pages.h"

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
    m_http.send(
        request, {this, [parse = std::move(parse), done = std::move(done),
                         subject = request.subject](const Result<QByteArray> &body) {
                      done(body ? parse(*body, subject) : Result<T>(failure(body.error())));
                  }});
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

struct AccessClient::QuotaListing
{
    ProjectId project;
    QuotaLimits limits;
    Pages pages;
    Callback<Result<QuotaLimits>> done;
};

void AccessClient::tpuQuotas(const ProjectId &project, Callback<Result<QuotaLimits>> done)
{
    auto listing = std::make_shared<QuotaListing>();
    listing->project = project;
    listing->pages =
        Pages(QStringLiteral("read the TPU quota of %1").arg(project.text()), project.text());
    listing->done = std::move(done);
    askForQuotaPage(listing);
}

void AccessClient::askForQuotaPage(const std::shared_ptr<QuotaListing> &listing)
{
    const QString project = listing->project.text();
    QList<QPair<QString, QString>> query{{QStringLiteral("pageSize"), QStringLiteral("500")}};
    listing->pages.addTo(query);
    ApiRequest request;
    request.url = apiUrl(
        m_endpoints.cloudQuotas,
        {QStringLiteral("v1"), projectsWord(), project, QStringLiteral("locations"),
         QStringLiteral("global"), QStringLiteral("services"), QStringLiteral("tpu.googleapis.com"),
         QStringLiteral("quotaInfos")},
        {}, query);
    request.action = listing->pages.action();
    request.subject = project;
    const auto handle = [this, listing](const Result<QuotaLimitPage> &page) {
        if (!page) {
            listing->done(failure(page.error()));
            return;
        }
        listing->limits.insert(listing->limits.end(), page->limits.begin(), page->limits.end());
        const auto goesOn = listing->pages.next(page->nextPageToken);
        if (!goesOn) {
            listing->done(failure(goesOn.error()));
        } else if (*goesOn) {
            askForQuotaPage(listing);
        } else {
            listing->done(listing->limits);
        }
    };
    send<QuotaLimitPage>(std::move(request), parseQuotaLimitPage, {this, handle});
}

} // namespace podium::cloud
