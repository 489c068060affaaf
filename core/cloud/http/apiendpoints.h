// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QList>
#include <QPair>
#include <QProcessEnvironment>
#include <QString>
#include <QUrl>

namespace podium::cloud {

/// Where the Google APIs are: Google's own addresses unless the environment says otherwise, by
/// the same variables as gcloud (CLOUDSDK_API_ENDPOINT_OVERRIDES_…, CLOUDSDK_AUTH_TOKEN_HOST).
/// Base addresses end in "/", without a version but for compute and
/// storage.
struct ApiEndpoints
{
    QUrl tpu{QStringLiteral("https://tpu.googleapis.com/")};
    QUrl compute{QStringLiteral("https://compute.googleapis.com/compute/v1/")};
    QUrl resourceManager{QStringLiteral("https://cloudresourcemanager.googleapis.com/")};
    QUrl serviceUsage{QStringLiteral("https://serviceusage.googleapis.com/")};
    QUrl osLogin{QStringLiteral("https://oslogin.googleapis.com/")};
    QUrl logging{QStringLiteral("https://logging.googleapis.com/")};
    QUrl monitoring{QStringLiteral("https://monitoring.googleapis.com/")};
    QUrl cloudQuotas{QStringLiteral("https://cloudquotas.googleapis.com/")};
    QUrl storage{QStringLiteral("https://storage.googleapis.com/storage/v1/")};
    QUrl token{QStringLiteral("https://oauth2.googleapis.com/token")};
    bool tokenOverridden = false; ///< `token` goes before what a credential file says

    [[nodiscard]] static ApiEndpoints fromEnvironment(
        const QProcessEnvironment &environment = QProcessEnvironment::systemEnvironment());
};

/// Only over https, or plain http to this machine itself, may a token or a key travel.
[[nodiscard]] bool mayCarrySecrets(const QUrl &url);

using ApiQuery = QList<QPair<QString, QString>>;

/// `base` + path segments, each percent-encoded whole (a '/' in one cannot open a new segment),
/// + query. `suffix` is put at the end of the path as it is, e.g. ":getGuestAttributes".
[[nodiscard]] QUrl apiUrl(
    const QUrl &base, const QStringList &segments, const QString &suffix = {},
    const ApiQuery &query = {});

/// Segments of a path of the Cloud TPU API: where a project keeps such things ("nodes",
/// "queuedResources") in a zone, "-" for all zones; or one of them.
[[nodiscard]] QStringList tpuPath(
    const char *version, const QString &project, const QString &zone, const char *collection,
    const QString &name = {});

} // namespace podium::cloud
