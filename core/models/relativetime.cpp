// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/models/relativetime.h"

#include <QCoreApplication>
#include <QLocale>

namespace podium::models {

namespace {

struct TimeWords
{
    Q_DECLARE_TR_FUNCTIONS(RelativeTime)
};

} // namespace

QString ageText(const QDateTime &since, const QDateTime &now)
{
    if (!since.isValid()) {
        return {};
    }
    const qint64 seconds = qMax<qint64>(0, since.secsTo(now));
    if (seconds < 60) {
        return TimeWords::tr("%1 s").arg(seconds);
    }
    if (seconds < 60 * 60) {
        return TimeWords::tr("%1 min").arg(seconds / 60);
    }
    if (seconds < 48 * 60 * 60) {
        return TimeWords::tr("%1 h").arg(seconds / (60 * 60));
    }
    return TimeWords::tr("%1 d").arg(seconds / (24 * 60 * 60));
}

QString agoText(const QDateTime &when, const QDateTime &now)
{
    if (!when.isValid()) {
        return {};
    }
    return when.secsTo(now) < 3 ? TimeWords::tr("just now")
                                : TimeWords::tr("%1 ago").arg(ageText(when, now));
}

QString fullTimeText(const QDateTime &when)
{
    return when.isValid() ? QLocale().toString(when.toLocalTime(), QLocale::ShortFormat)
                          : QString();
}

} // namespace podium::models
