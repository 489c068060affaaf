// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/inventory/maintenancetext.h"

#include <QCoreApplication>
#include <QLocale>

namespace podium::inventory {

namespace {

struct MaintenanceWords
{
    Q_DECLARE_TR_FUNCTIONS(Maintenance)
};

QString kindText(const QString &type)
{
    if (type == QLatin1String("SCHEDULED")) {
        return MaintenanceWords::tr("Scheduled maintenance");
    }
    return type == QLatin1String("UNSCHEDULED") ? MaintenanceWords::tr("Unscheduled maintenance")
                                                : MaintenanceWords::tr("Maintenance");
}

QString localTime(const QDateTime &time)
{
    return QLocale().toString(time.toLocalTime(), QLocale::ShortFormat);
}

} // namespace

QString maintenanceText(const cloud::Maintenance &maintenance)
{
    QString text = kindText(maintenance.type);
    if (maintenance.status == QLatin1String("ONGOING")) {
        text = MaintenanceWords::tr("%1, under way").arg(text);
    } else if (maintenance.windowStart.isValid()) {
        text = MaintenanceWords::tr("%1 from %2").arg(text, localTime(maintenance.windowStart));
    }
    return maintenance.windowEnd.isValid()
               ? MaintenanceWords::tr("%1 to %2").arg(text, localTime(maintenance.windowEnd))
               : text;
}

QString maintenanceText(const QString &words)
{
    cloud::Maintenance maintenance;
    for (const QString &word : words.split(QLatin1Char(' '), Qt::SkipEmptyParts)) {
        const QDateTime time = QDateTime::fromString(word, Qt::ISODate);
        if (time.isValid()) {
            (maintenance.windowStart.isValid() ? maintenance.windowEnd : maintenance.windowStart) =
                time;
        } else if (word.endsWith(QLatin1String("SCHEDULED"))) {
            maintenance.type = word;
        } else if (word == QLatin1String("PENDING") || word == QLatin1String("ONGOING")) {
            maintenance.status = word;
        } else {
            return words;
        }
    }
    return maintenanceText(maintenance);
}

} // namespace podium::inventory
