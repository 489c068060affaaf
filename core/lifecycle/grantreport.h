// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/lifecycle/grantcoverage.h"

#include <map>

namespace podium::lifecycle {

/// Whether the TPU of a node is charged for in its state, where no grant pays. Of some states
/// Google does not say it.
enum class Billing { Yes, No, Open };
[[nodiscard]] Billing billingOf(cloud::NodeState state);

/// What TPU grants there are, what draws on them and what stands beside them, by a snapshot: the
/// pointers are into it.
struct GrantReport
{
    struct Row
    {
        TpuGrant grant;
        TpuGrantRow row;
        RowUse use;
    };
    struct NotCovered
    {
        const inventory::NodeEntry *entry = nullptr;
        QString reason; ///< a sentence
        Billing billing = Billing::Open;
        std::optional<double> dollarsPerDay; ///< list price while it is charged for
    };
    std::vector<Row> rows; ///< those of grants that are over, too
    std::vector<NotCovered> notCovered;
};

/// The queued resources of several projects.
using ProjectQueues = std::map<ProjectId, ProjectQueue>;

/// Nodes take from a row in the order in which they were made; a grant covers no node that was made
/// before it began. `queues`, which the pointers are into as well, draw on the rows, too; a project
/// without one has none. Pure.
[[nodiscard]] GrantReport grantReport(
    const TpuGrants &grants, const inventory::Snapshot &standing, const QDateTime &now,
    const ProjectQueues &queues = {});

} // namespace podium::lifecycle
