// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/base/daytext.h"

#include <QLocale>

namespace podium {

QString plainTime(const QDateTime &time, const QString &format)
{
    return QLocale::c().toString(time, format);
}

bool isDaysBegin(const QDateTime &local)
{
    return local == local.date().startOfDay();
}

QString lastTimeText(const QDateTime &end)
{
    const QDateTime local = end.toLocalTime();
    return isDaysBegin(local) ? local.date().addDays(-1).toString(Qt::ISODate)
                              : plainTime(local, QStringLiteral("yyyy-MM-dd HH:mm"));
}

QString firstTimeText(const QDateTime &start)
{
    const QDateTime local = start.toLocalTime();
    return isDaysBegin(local) ? local.date().toString(Qt::ISODate)
                              : plainTime(local, QStringLiteral("yyyy-MM-dd HH:mm"));
}

} // namespace podium
