// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/inventory/coverage.h"
#include "core/store/database.h"

namespace podium::store {

/// Of what the stored snapshot says everything, so that a restart does not take a part for the
/// whole. What cannot be read counts as not listed. Within a transaction of the caller's.
[[nodiscard]] Result<inventory::Coverage> readCoverage(Database &database);
[[nodiscard]] Result<> writeCoverage(Database &database, const inventory::Coverage &coverage);

} // namespace podium::store
