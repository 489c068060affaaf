// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cloud/values/node.h"

#include <QDateTime>
#include <QString>

namespace podium::models {

/// "Scheduled maintenance from 5.3.26 10:00 to 5.3.26 14:00", "Unscheduled maintenance, under
/// way, until …". For the screen, plain.
[[nodiscard]] QString maintenanceText(const cloud::Maintenance &maintenance);

/// The same from the words of an event or a fact: "SCHEDULED PENDING START END", of which any may
/// be missing. What is not understood is given as it stands.
[[nodiscard]] QString maintenanceText(const QString &words);

/// For a cell: "maintenance in 3 h", "maintenance now"; empty: none.
[[nodiscard]] QString maintenanceCell(const cloud::Node &node, const QDateTime &now);

} // namespace podium::models
