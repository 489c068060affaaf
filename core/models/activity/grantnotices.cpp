// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/models/activity/grantnotices.h"

namespace podium::models {

using lifecycle::GrantEnd;

QStringList grantEndKeys(const std::vector<GrantEnd> &ends)
{
    QStringList keys;
    for (const GrantEnd &end : ends) {
        if (!end.nodes.empty()) {
            keys << lifecycle::grantEndKey(end);
        }
    }
    return keys;
}

std::vector<Notification> grantEndNotifications(
    const std::vector<GrantEnd> &ends, const QStringList &keys, const QDateTime &now)
{
    std::vector<Notification> result;
    for (const GrantEnd &end : ends) {
        if (!end.nodes.empty() && keys.contains(lifecycle::grantEndKey(end))) {
            result.push_back({lifecycle::grantEndTitle(end, now), lifecycle::grantEndText(end)});
        }
    }
    return result;
}

} // namespace podium::models
