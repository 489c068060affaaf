// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/disk/workplan.h"

namespace podium::disk {

/// A disk that the worker has is to be let go: plan.disk. Pure.
void planRelease(WorkPlan &plan, const DisksFound &found);
/// One that the node does not have any more may have left a mount at plan.request.folder behind,
/// and Podium's line for that. Pure.
void planGone(WorkPlan &plan, const DisksFound &found);
/// For the script.
[[nodiscard]] std::vector<remote::Record> goneData(const WorkPlan &plan);
/// Whichever disk is meant, it is not mounted, nothing stands on it, and there is no line of
/// Podium's for it. Pure.
[[nodiscard]] bool isNoneInUse(const DisksFound &found);

} // namespace podium::disk
