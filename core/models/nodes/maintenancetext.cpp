// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/models/nodes/maintenancetext.h"

#include "core/models/relativetime.h"

#include <QCoreApplication>

namespace podium::models {

namespace {

struct MaintenanceWords
{
    Q_DECLARE_TR_FUNCTIONS(Maintenance)
};

bool isOngoing(const cloud::Maintenance &maintenance)
{
    return maintenance.status == QLatin1String("ONGOING");
}

QString kindText(const QString &type)
{
    if (type == QLatin1String("SCHEDULED")) {
        return MaintenanceWords::tr("Scheduled maintenance");
    }
    return type == QLatin1String("UNSCHEDULED") ? MaintenanceWords::tr("Unscheduled maintenance")
                                                : MaintenanceWords::tr("Maintenance");
}

} // namespace

QString maintenanceText(const cloud::Maintenance &maintenance)
{
    QString text = kindText(maintenance.type);
    if (isOngoing(maintenance)) {
        text = MaintenanceWords::tr("%1, under way").arg(text);
    } else if (maintenance.windowStart.isValid()) {
        text = MaintenanceWords::tr("%1 from %2").arg(text, fullTimeText(maintenance.windowStart));
    }
    return maintenance.windowEnd.isValid()
               ? MaintenanceWords::tr("%1 to %2").arg(text, fullTimeText(maintenance.windowEnd))
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

QString maintenanceCell(const cloud::Node &node, const QDateTime &now)
{
    if (!node.maintenance) {
        return {};
    }
    const QDateTime &start = node.maintenance->windowStart;
    if (isOngoing(*node.maintenance)) {
        return MaintenanceWords::tr("maintenance now");
    }
    return start.isValid() && now.isValid() && start > now
               ? MaintenanceWords::tr("maintenance in %1").arg(ageText(now, start))
               : MaintenanceWords::tr("maintenance announced");
}

} // namespace podium::models
