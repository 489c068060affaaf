// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/lifecycle/grantcoverage.h"

#include <QDateTime>

#include <vector>

namespace podium::lifecycle {

/// A grant whose end is near, or past, and what stands on it.
struct GrantEnd
{
    /// How near: each is told once. Over: past.
    enum class Stage { Days14, Days7, Days3, Days1, Hours12, Over };
    TpuGrant grant;
    Stage stage = Stage::Days14;
    /// What draws on its rows and is not covered by another grant then.
    std::vector<NodeRef> nodes;
    double dollarsPerDay = 0; ///< list price of those from the end on, as far as it is known
    int unknown = 0;          ///< nodes of which it is not
    QString gap = {}; ///< why more may stand on it than is known, a sentence; empty: no more
};

/// The moment from which a grant covers nothing: its last day is over, by UTC.
[[nodiscard]] QDateTime endOf(const TpuGrant &grant);

/// Those that end within 14 days, the next one first, and those that are over while something
/// still stands on them. Pure.
[[nodiscard]] std::vector<GrantEnd>
grantEnds(const TpuGrants &grants, const inventory::Snapshot &standing, const QDateTime &now);

/// Stands for a grant at a stage where Podiums settle who tells it.
[[nodiscard]] QString grantEndKey(const GrantEnd &end);
/// "The TPU grant of lab ends in 3 days".
[[nodiscard]] QString grantEndTitle(const GrantEnd &end, const QDateTime &now);
/// What stands, and what it costs from then on: a sentence.
[[nodiscard]] QString grantEndText(const GrantEnd &end);
/// "10 days left", "ends in 5 hours", "over for 3 days", "begins in 2 days".
[[nodiscard]] QString grantTimeText(const TpuGrant &grant, const QDateTime &now);

} // namespace podium::lifecycle
