// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/inventory/snapshot.h"
#include "core/store/activity.h"

#include <vector>

namespace podium::store {

/// From so many nodes on to which the same happened at once, one entry stands for all of them.
constexpr int ManyNodes = 4;

/// Events as a person reads them, in their order: one entry for all that happened to a node at one
/// time, named by what matters most of it, and one for many nodes to which the same happened. Its
/// parts are the events. Pure.
[[nodiscard]] std::vector<ActivityEntry> activityOf(const std::vector<inventory::Event> &events);

} // namespace podium::store
