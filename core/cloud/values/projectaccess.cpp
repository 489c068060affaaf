// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/cloud/values/projectaccess.h"

#include "core/cloud/values/jsonaccess.h"

namespace podium::cloud {

namespace {

Error notWhatTheApiSends(const char *api, const QString &subject)
{
    return {
        ErrorKind::Protocol,
        QStringLiteral("%1 gave an answer for %2 that it does not give.")
            .arg(QLatin1String(api), subject),
        {},
        QStringLiteral("Something between here and Google may be answering instead."),
        subject};
}

double realNumber(const Json &object, const char *key)
{
    const Json &value = member(object, key);
    return value.is_number() ? value.get<double>() : toText(value).toDouble();
}

} // namespace

Result<ServiceState> parseServiceState(const QByteArray &json, const QString &subject)
{
    const auto answer = parseJson(json);
    if (!answer || !answer->is_object() || !member(*answer, "name").is_string()) {
        return failure(notWhatTheApiSends("The Service Usage API", subject));
    }
    const QString state = text(*answer, "state");
    return state == QLatin1String("ENABLED")    ? ServiceState::Enabled
           : state == QLatin1String("DISABLED") ? ServiceState::Disabled
                                                : ServiceState::Unknown;
}

Result<QStringList> parseGrantedPermissions(const QByteArray &json, const QString &subject)
{
    const auto answer = parseJson(json);
    if (!answer || !isListAnswer(*answer, {"permissions"})) {
        return failure(notWhatTheApiSends("The Resource Manager API", subject));
    }
    QStringList permissions;
    for (const Json &permission : arrayMember(*answer, "permissions")) {
        permissions << toText(permission);
    }
    return permissions;
}

Result<std::vector<RegionQuota>> parseRegionQuotas(const QByteArray &json, const QString &subject)
{
    const auto answer = parseJson(json);
    if (!answer || !answer->is_object() || !member(*answer, "name").is_string()) {
        return failure(notWhatTheApiSends("The Compute API", subject));
    }
    std::vector<RegionQuota> quotas;
    for (const Json &quota : arrayMember(*answer, "quotas")) {
        quotas.push_back(
            {text(quota, "metric"), realNumber(quota, "limit"), realNumber(quota, "usage")});
    }
    return quotas;
}

Result<bool> parseHasNat(const QByteArray &json, const QString &network, const QString &subject)
{
    const auto answer = parseJson(json);
    if (!answer || !isListAnswer(*answer, {"items", "kind", "id", "selfLink", "nextPageToken"})) {
        return failure(notWhatTheApiSends("The Compute API", subject));
    }
    for (const Json &router : arrayMember(*answer, "items")) {
        const QString of = text(router, "network");
        const bool isOfNetwork = of.mid(of.lastIndexOf(QLatin1Char('/')) + 1) == network;
        if (isOfNetwork && !arrayMember(router, "nats").empty()) {
            return true;
        }
    }
    return false;
}

} // namespace podium::cloud
