// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QDateTime>
#include <QString>

namespace podium {

/// The end of a grant or a key as a person gave it: one that falls on a midnight here lasts through
/// the day before, "2027-02-21"; any other is told to the minute.
[[nodiscard]] QString lastTimeText(const QDateTime &end);
/// The same of a beginning: at a midnight only its day.
[[nodiscard]] QString firstTimeText(const QDateTime &start);

} // namespace podium
