// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/podiumctl/valuesjson.h"
#include "core/people/asked.h"
#include "core/people/peopleservice.h"
#include "core/people/roster/rostermerge.h"

namespace podium::ctl {

/// The JSON of `podiumctl people …`; words and names are part of the contract with scripts.
[[nodiscard]] Json rosterJson(const people::Roster &roster);
/// One worker of a plan: steps, notes, state of each account.
[[nodiscard]] Json workerPlanJson(const people::WorkerPlan &plan, const people::WorkerCheck *check);
/// One worker of an audit: each account with its keys and rights.
[[nodiscard]] Json actualJson(const WorkerRef &worker, const people::WorkerCheck *check);
[[nodiscard]] Json mergeJson(const people::Merge &merge);
[[nodiscard]] Json proofJson(const people::KeyProof &proof);
/// Over how many workers the rest of the document is, and what it says nothing of.
[[nodiscard]] Json askedJson(const people::Asked &asked);

} // namespace podium::ctl
