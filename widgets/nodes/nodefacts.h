// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/inventory/snapshot.h"

#include <QString>

#include <utility>
#include <vector>

namespace podium::ui {

/// What is worth saying of a node beside its workers: name and value, empty values left out.
[[nodiscard]] std::vector<std::pair<QString, QString>>
nodeFacts(const inventory::NodeEntry &entry, const QDateTime &now);

} // namespace podium::ui
