// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <QByteArray>
#include <QString>

#include <optional>
#include <vector>

namespace podium::cloud {

/// One limit of one place (Cloud Quotas API v1, quotaInfos). What is used of it, Google does not
/// say there. Texts are the cloud's.
struct QuotaLimit
{
    static constexpr qint64 Unlimited = -1;

    QString id;       ///< "TPUV6EPreemptiblePerProjectPerZoneForTPUAPI"
    QString title;    ///< the display name, or empty
    QString location; ///< a zone, or a region
    bool isRegion = false;
    std::optional<qint64> value; ///< in a unit that the id may say; nothing: not told
    bool operator==(const QuotaLimit &) const = default;
};
using QuotaLimits = std::vector<QuotaLimit>;

struct QuotaLimitPage
{
    QuotaLimits limits;
    QString nextPageToken;
};

/// The answer of quotaInfos.list, but for limits on how often something may be asked, and those
/// that are of no place. A number that is left out of its details is 0, as in all of Google's JSON.
/// `subject`: for errors; Protocol where it is no such answer.
[[nodiscard]] Result<QuotaLimitPage>
parseQuotaLimitPage(const QByteArray &json, const QString &subject);

} // namespace podium::cloud
