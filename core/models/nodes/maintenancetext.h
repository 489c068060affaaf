// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cloud/values/node.h"
#include "core/inventory/maintenancetext.h"

#include <QDateTime>
#include <QString>

namespace podium::models {

using inventory::maintenanceText;

/// For a cell: "maintenance in 3 h", "maintenance now"; empty: none.
[[nodiscard]] QString maintenanceCell(const cloud::Node &node, const QDateTime &now);

} // namespace podium::models
