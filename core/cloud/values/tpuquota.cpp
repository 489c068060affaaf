// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/cloud/values/tpuquota.h"

#include "core/cloud/values/jsonaccess.h"

#include <QStringList>

namespace podium::cloud {

namespace {

/// Of one entry of dimensionsInfos: the place that it names, or those that it stands for.
QStringList placesOf(const Json &entry, bool isRegion)
{
    const QString named = text(member(entry, "dimensions"), isRegion ? "region" : "zone");
    if (!named.isEmpty()) {
        return {named};
    }
    QStringList places;
    for (const Json &place : arrayMember(entry, "applicableLocations")) {
        places << toText(place);
    }
    return places;
}

void addLimits(const Json &info, QuotaLimits &to)
{
    QStringList dimensions;
    for (const Json &dimension : arrayMember(info, "dimensions")) {
        dimensions << toText(dimension);
    }
    for (const Json &entry : arrayMember(info, "dimensionsInfos")) {
        const Json &named = member(entry, "dimensions");
        const bool isRegion =
            !text(named, "region").isEmpty() ||
            (text(named, "zone").isEmpty() && dimensions.contains(QStringLiteral("region")));
        const Json &details = member(entry, "details");
        const auto value =
            details.is_object() ? std::optional(number(details, "value")) : std::optional<qint64>();
        for (const QString &place : placesOf(entry, isRegion)) {
            to.push_back(
                {text(info, "quotaId"), text(info, "quotaDisplayName"), place, isRegion, value});
        }
    }
}

} // namespace

Result<QuotaLimitPage> parseQuotaLimitPage(const QByteArray &json, const QString &subject)
{
    const auto answer = parseJson(json);
    if (!answer || !isListAnswer(*answer, {"quotaInfos", "nextPageToken"})) {
        return failure(Error{
            ErrorKind::Protocol,
            QStringLiteral("The Cloud Quotas API gave an answer for %1 that it does not give.")
                .arg(subject),
            {},
            QStringLiteral("Something between here and Google may be answering instead."),
            subject});
    }
    QuotaLimitPage page;
    page.nextPageToken = text(*answer, "nextPageToken");
    for (const Json &info : arrayMember(*answer, "quotaInfos")) {
        if (text(info, "refreshInterval").isEmpty()) {
            addLimits(info, page.limits);
        }
    }
    return page;
}

} // namespace podium::cloud
