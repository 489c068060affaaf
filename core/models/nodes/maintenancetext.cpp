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

} // namespace

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
