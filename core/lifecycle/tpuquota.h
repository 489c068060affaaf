// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cloud/values/tpuquota.h"
#include "core/lifecycle/grantcoverage.h"

namespace podium::lifecycle {

/// What a TPU quota of Google's is of, as its id says. A quota is no grant: what is made within it
/// costs money where no grant covers it.
struct TpuQuotaKind
{
    Generation generation = Generation::V2;
    bool spot = false;    ///< "Preemptible", which spot draws on, too
    bool serving = false; ///< of v5litepod-1, -4 and -8 alone
    bool pods = false;    ///< of v2 and v3: not of single devices
    /// What it counts; nothing: Google does not say it (v4).
    std::optional<TpuUnit> unit;
    bool operator==(const TpuQuotaKind &) const = default;

    [[nodiscard]] bool isDrawnOnBy(const TpuType &type) const;
    /// "spot v6e chips", "on-demand v5e chips for serving".
    [[nodiscard]] QString text() const;
};
/// By the ids that were seen; nothing for others, as a guess would match the wrong nodes.
[[nodiscard]] std::optional<TpuQuotaKind> tpuQuotaKind(const cloud::QuotaLimit &limit);

/// A limit with what draws on it.
struct QuotaUse
{
    cloud::QuotaLimit limit;
    std::optional<TpuQuotaKind> kind; ///< nothing: what draws on it is not known
    RowUse use;                       ///< in the kind's unit, or in chips
};
/// All limits of a project. Those of regions count all zones of it. The pointers are into
/// `standing` and `queue`. Pure, as the next.
[[nodiscard]] std::vector<QuotaUse> quotaUses(
    const ProjectId &project, const cloud::QuotaLimits &limits, const inventory::Snapshot &standing,
    const ProjectQueue &queue);

/// Why Google would refuse the request for lack of quota, a sentence for each limit; empty where
/// nothing is known that says so.
[[nodiscard]] QStringList quotaObstacles(
    const TpuRequest &request, const cloud::QuotaLimits &limits,
    const inventory::Snapshot &standing, const ProjectQueue &queue);

} // namespace podium::lifecycle
