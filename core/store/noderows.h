// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/inventory/snapshot.h"
#include "core/store/database.h"

namespace podium::store {

/// The snapshot in the database; an empty one where there is none. Problems and errors are not
/// kept: the next refresh finds its own. Nodes that cannot be read back are left out.
[[nodiscard]] Result<inventory::Snapshot> readSnapshot(Database &database);
/// Puts `snapshot` in the place of the one that is there.
[[nodiscard]] Result<> writeSnapshot(Database &database, const inventory::Snapshot &snapshot);

/// When the stored snapshot was the cloud's last word; invalid: there is none.
[[nodiscard]] Result<QDateTime> storedAsOf(Database &database);
/// Makes the stored snapshot that much younger.
[[nodiscard]] Result<> writeAsOf(Database &database, const QDateTime &asOf);

} // namespace podium::store
