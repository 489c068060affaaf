// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/inventory/snapshot.h"
#include "core/store/database.h"

#include <optional>
#include <vector>

namespace podium::store {

/// Appends events, leaving out those that another process has put down already: what did not
/// change back in between cannot have happened twice.
[[nodiscard]] Result<>
insertEvents(Database &database, const std::vector<inventory::Event> &events);

/// The columns of an event, as eventFromRow() wants them.
[[nodiscard]] QString eventColumns();
/// Nothing for a row that a newer Podium wrote.
[[nodiscard]] std::optional<inventory::Event> eventFromRow(const QSqlQuery &row);

} // namespace podium::store
