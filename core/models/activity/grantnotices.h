// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/lifecycle/grantend.h"
#include "core/models/activity/notifications.h"

namespace podium::models {

/// For how long the end of a grant is not told again: each stage once, by one Podium.
constexpr std::chrono::hours GrantNoticeSilence{24 * 120};

/// What is worth disturbing a person: something stands. A stage that was missed is passed over for
/// the one that is now.
[[nodiscard]] QStringList grantEndKeys(const std::vector<lifecycle::GrantEnd> &ends);
/// The messages for those whose keys are among `keys`.
[[nodiscard]] std::vector<Notification> grantEndNotifications(
    const std::vector<lifecycle::GrantEnd> &ends, const QStringList &keys, const QDateTime &now);

} // namespace podium::models
