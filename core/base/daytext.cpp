// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/base/daytext.h"

namespace podium {

QString lastTimeText(const QDateTime &end)
{
    const QDateTime local = end.toLocalTime();
    return local.time() == QTime(0, 0) ? local.date().addDays(-1).toString(Qt::ISODate)
                                       : local.toString(QStringLiteral("yyyy-MM-dd HH:mm"));
}

QString firstTimeText(const QDateTime &start)
{
    const QDateTime local = start.toLocalTime();
    return local.toString(
        local.time() == QTime(0, 0) ? QStringLiteral("yyyy-MM-dd")
                                    : QStringLiteral("yyyy-MM-dd HH:mm"));
}

} // namespace podium
