// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QDateTime>
#include <QString>

namespace podium {

/// By QDateTime's format, in the digits 0 to 9: QDateTime::toString() writes those of the machine's
/// language, which no other machine reads back.
[[nodiscard]] QString plainTime(const QDateTime &time, const QString &format);
/// Whether a local time is the first of its day. Where the clock is set forward at midnight, that
/// is an hour later.
[[nodiscard]] bool isDaysBegin(const QDateTime &local);
/// The end of a grant or a key as a person gave it: one that falls on a day's begin here lasts
/// through the day before, "2027-02-21"; any other is told to the minute.
[[nodiscard]] QString lastTimeText(const QDateTime &end);
/// The same of a beginning: at a day's begin only its day.
[[nodiscard]] QString firstTimeText(const QDateTime &start);

} // namespace podium
