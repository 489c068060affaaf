// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/people/plan/peopleplan.h"

#include <vector>

namespace podium::models {

/// The same steps and notes for one account on some workers: what a review tells once. Points into
/// the plans it was made of.
struct ReviewGroup
{
    const people::AccountPlan *account = nullptr; ///< of the first of the workers
    std::vector<WorkerRef> workers;               ///< in the order of the plans
};

/// Accounts by login; of one login the group of the first worker first. Pure; accounts that share
/// their parts are compared by these, so that thousands of workers cost no more than a walk.
[[nodiscard]] std::vector<ReviewGroup> reviewGroups(const std::vector<people::WorkerPlan> &plans);

} // namespace podium::models
