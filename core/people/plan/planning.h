// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/inventory/snapshot.h"
#include "core/people/plan/peopleplan.h"

#include <QHash>
#include <QSet>

#include <memory>
#include <vector>

namespace podium::people {

/// All that a plan for all workers is made of.
struct PlanningFacts
{
    Roster roster;
    inventory::SharedSnapshot snapshot;                          ///< never null
    QHash<WorkerRef, std::shared_ptr<const ActualWorker>> found; ///< null, none: not looked at
    QHash<ProjectId, QSet<QString>> projectLogins; ///< in the projects' metadata, where known
    QList<PublicKey> ownKeys;
    Offboarding offboarding;
    QDateTime now;
};

/// How much of all plans is what.
struct PlanCounts
{
    int workers = 0;
    int unknownWorkers = 0; ///< not looked at
    int steps = 0;
    int changedWorkers = 0; ///< with steps
    int blocked = 0;        ///< accounts that need a decision
    bool operator==(const PlanCounts &) const = default;
};

struct Planning
{
    DesiredState desired;
    std::vector<WorkerPlan> plans; ///< one for each of reachableWorkers(), in their order
    QHash<WorkerRef, int> indexes; ///< of plans
    PlanCounts counts;

    /// Null: there is no such worker, or it does not run.
    [[nodiscard]] const WorkerPlan *find(const WorkerRef &worker) const;
};

/// Pure; may run on any thread.
[[nodiscard]] Planning planAll(const PlanningFacts &facts);

/// All workers of the nodes that may be reached now, sorted. On a stopped node nobody logs in.
[[nodiscard]] std::vector<WorkerRef> reachableWorkers(const inventory::Snapshot &snapshot);

} // namespace podium::people
