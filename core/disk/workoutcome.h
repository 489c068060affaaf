// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/disk/workplan.h"

namespace podium::disk {

/// What came of it.
struct WorkOutcome
{
    std::vector<remote::Step> steps;
    DisksFound now;
    /// No step failed, and it is seen to be so.
    bool isGood = false;
    bool operator==(const WorkOutcome &) const = default;
};
[[nodiscard]] WorkOutcome readOutcome(const WorkPlan &plan, const remote::Answer &answer);
/// A sentence: what is so now, or why it is not.
[[nodiscard]] QString outcomeText(const WorkPlan &plan, const WorkOutcome &outcome);

} // namespace podium::disk
