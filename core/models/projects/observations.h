// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/lifecycle/cost/costreport.h"
#include "core/store/history.h"

namespace podium::models {

/// What was seen of nodes, from the facts that are kept of them. What a fact does not say of a node
/// that still stands, `standing` does. Pure.
[[nodiscard]] lifecycle::Observations
observationsOf(const store::SeenNodes &seen, const inventory::Snapshot &standing);

} // namespace podium::models
