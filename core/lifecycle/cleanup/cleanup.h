// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/lifecycle/action/nodeaction.h"
#include "core/lifecycle/grantcoverage.h"

namespace podium::lifecycle {

/// The deletion of all that does nothing any more in a project but hold quota: nodes that were
/// preempted or ended, and queued resources that are SUSPENDED or FAILED, whoever made them. Nodes
/// that were not seen lately are left out, and those whose queued resource stands or was not seen.
/// Pure.
[[nodiscard]] NodeActionPlan planCleanUp(
    const ProjectId &project, const inventory::Snapshot &standing, const ProjectQueue &queue);

/// What may be left over besides, as it could not be seen: a sentence; empty where all was seen.
[[nodiscard]] QString unseenText(
    const ProjectId &project, const inventory::Snapshot &standing, const ProjectQueue &queue);

/// The quota that a plan frees, by generation, zone and class: "64 spot v6e chips in
/// europe-west4-a"; with how many leftovers are of unknown size. Empty where nothing is possible.
[[nodiscard]] QString freedText(const NodeActionPlan &plan);

} // namespace podium::lifecycle
