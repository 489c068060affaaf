// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/inventory/snapshot.h"

#include <QString>

namespace podium::models {

/// The shortest target word that names this node and no other: its name where that is unique,
/// else with its zone and project.
[[nodiscard]] QString targetWord(const inventory::Snapshot &snapshot, const NodeRef &node);

} // namespace podium::models
