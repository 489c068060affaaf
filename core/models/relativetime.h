// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QDateTime>
#include <QString>

namespace podium::models {

/// "12 s", "3 min", "9 h", "41 d": one number and a unit. Nothing for an invalid time; a time to
/// come counts as now.
[[nodiscard]] QString ageText(const QDateTime &since, const QDateTime &now);
/// "just now", "12 s ago", "3 min ago".
[[nodiscard]] QString agoText(const QDateTime &when, const QDateTime &now);
/// The whole date and time in the person's own format and time zone: for tooltips.
[[nodiscard]] QString fullTimeText(const QDateTime &when);

} // namespace podium::models
