// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/inventory/snapshot.h"
#include "core/store/database.h"

namespace podium::store {

/// The snapshot in the database; an empty one where there is none. Errors are not kept. Nodes that
/// cannot be read back are left out. One moment's state, whatever other processes do.
[[nodiscard]] Result<inventory::Snapshot> readSnapshot(Database &database);
/// The same within a transaction of the caller's.
[[nodiscard]] Result<inventory::Snapshot> readSnapshotRows(Database &database);
/// Makes the stored snapshot, which is `before`, into `after`, touching only rows that differ.
[[nodiscard]] Result<> writeSnapshot(
    Database &database, const inventory::Snapshot &before, const inventory::Snapshot &after);

/// When the stored snapshot was the cloud's last word; invalid: there is none.
[[nodiscard]] Result<QDateTime> storedAsOf(Database &database);
} // namespace podium::store
