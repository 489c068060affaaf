// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cloud/values/node.h"

#include <QString>

namespace podium::inventory {

/// "Scheduled maintenance from 5.3.26 10:00 to 5.3.26 14:00", "Unscheduled maintenance, under
/// way, until …". For the screen, plain.
[[nodiscard]] QString maintenanceText(const cloud::Maintenance &maintenance);

/// The same from the words of an event or a fact: "SCHEDULED PENDING START END", of which any may
/// be missing. What is not understood is given as it stands.
[[nodiscard]] QString maintenanceText(const QString &words);

} // namespace podium::inventory
