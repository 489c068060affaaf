// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/cloud/http/apiendpoints.h"

#include <QHostAddress>
#include <QUrlQuery>

namespace podium::cloud {

namespace {

void replaceBase(QUrl &base, const QProcessEnvironment &environment, const char *api)
{
    const QString text =
        environment.value(QLatin1String("CLOUDSDK_API_ENDPOINT_OVERRIDES_") + QLatin1String(api));
    if (text.isEmpty()) {
        return;
    }
    base = QUrl(text);
    if (!base.path().endsWith(QLatin1Char('/'))) {
        base.setPath(base.path() + QLatin1Char('/'));
    }
}

} // namespace

ApiEndpoints ApiEndpoints::fromEnvironment(const QProcessEnvironment &environment)
{
    ApiEndpoints endpoints;
    replaceBase(endpoints.tpu, environment, "TPU");
    replaceBase(endpoints.compute, environment, "COMPUTE");
    replaceBase(endpoints.resourceManager, environment, "CLOUDRESOURCEMANAGER");
    replaceBase(endpoints.serviceUsage, environment, "SERVICEUSAGE");
    replaceBase(endpoints.osLogin, environment, "OSLOGIN");
    replaceBase(endpoints.logging, environment, "LOGGING");
    replaceBase(endpoints.monitoring, environment, "MONITORING");
    replaceBase(endpoints.cloudQuotas, environment, "CLOUDQUOTAS");
    replaceBase(endpoints.storage, environment, "STORAGE");
    if (endpoints.storage.path() == QLatin1String("/")) {
        endpoints.storage.setPath(QStringLiteral("/storage/v1/"));
    }
    if (endpoints.compute.path() == QLatin1String("/")) {
        // As gcloud does: a bare host gets the default path.
        endpoints.compute.setPath(QStringLiteral("/compute/v1/"));
    }
    const QString token = environment.value(QStringLiteral("CLOUDSDK_AUTH_TOKEN_HOST"));
    if (!token.isEmpty()) {
        endpoints.token = QUrl(token);
        endpoints.tokenOverridden = true;
    }
    return endpoints;
}

bool mayCarrySecrets(const QUrl &url)
{
    if (!url.isValid() || url.host().isEmpty()) {
        return false;
    }
    if (url.scheme() == QLatin1String("https")) {
        return true;
    }
    return url.scheme() == QLatin1String("http") &&
           (url.host() == QLatin1String("localhost") || QHostAddress(url.host()).isLoopback());
}

QUrl apiUrl(
    const QUrl &base, const QStringList &segments, const QString &suffix, const ApiQuery &query)
{
    QByteArray path = base.path(QUrl::FullyEncoded).toLatin1();
    for (int i = 0; i < segments.size(); ++i) {
        path += i > 0 ? "/" : "";
        path += QUrl::toPercentEncoding(segments[i], "-._~:");
    }
    path += suffix.toLatin1();
    QUrl url = base;
    // Encoded already: "%2F" in a segment must stay so.
    url.setPath(QString::fromLatin1(path), QUrl::TolerantMode);
    QUrlQuery parameters;
    for (const auto &[name, value] : query) {
        parameters.addQueryItem(name, QString::fromLatin1(QUrl::toPercentEncoding(value)));
    }
    if (!parameters.isEmpty()) {
        url.setQuery(parameters);
    }
    return url;
}

QStringList tpuPath(
    const char *version, const QString &project, const QString &zone, const char *collection,
    const QString &name)
{
    QStringList path{QLatin1String(version),
                     QStringLiteral("projects"),
                     project,
                     QStringLiteral("locations"),
                     zone,
                     QLatin1String(collection)};
    if (!name.isEmpty()) {
        path << name;
    }
    return path;
}

} // namespace podium::cloud
