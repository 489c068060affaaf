// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/ids.h"
#include "core/base/result.h"
#include "core/lifecycle/tputype.h"

#include <QDate>

#include <vector>

namespace podium::lifecycle {

/// What a row's count counts.
enum class TpuUnit { Chips, Cores };

/// One line of a TPU grant: so many chips or cores of one generation in one zone.
struct TpuGrantRow
{
    int count = 0;
    TpuUnit unit = TpuUnit::Chips;
    /// Cores of each device where single devices were granted ("5 v3-8 devices"): those form no
    /// pods. 0: any size.
    int deviceCores = 0;
    bool spot = false; ///< spot or preemptible, which is one quota
    Generation generation = Generation::V2;
    Zone zone;
    bool operator==(const TpuGrantRow &) const = default;

    [[nodiscard]] int chips() const;
    /// So many chips in this row's unit.
    [[nodiscard]] int inUnit(int chips) const;
    /// "64 spot v6e chips", "5 on-demand v3-8 devices".
    [[nodiscard]] QString text() const;
    /// "chips" or "cores".
    [[nodiscard]] QString unitName() const;
    /// Whether both would count the same TPUs.
    [[nodiscard]] bool isOfSamePool(const TpuGrantRow &other) const;
};

/// Free TPUs that a project was given for some time, as the TPU Research Cloud does; not to be
/// taken for a person's grant on the roster. Days are of UTC.
struct TpuGrant
{
    ProjectId project;
    QDate from;
    QDate until; ///< the last day
    std::vector<TpuGrantRow> rows;
    bool operator==(const TpuGrant &) const = default;

    /// PROJECT/FROM: there is one grant a day at most.
    [[nodiscard]] QString name() const;
    [[nodiscard]] bool isOver(const QDate &today) const { return today > until; }
    [[nodiscard]] bool isCurrent(const QDate &today) const
    {
        return today >= from && !isOver(today);
    }
};

using TpuGrants = std::vector<TpuGrant>; ///< sorted by project and beginning

/// Whether it can be true: dates in order, counts that fit their unit, each pool once, a project id
/// (nodes do not tell the number). InvalidArgument says what is wrong.
[[nodiscard]] Result<> checkGrant(const TpuGrant &grant);
/// AlreadyExists where there is one of its name.
[[nodiscard]] Result<TpuGrants> withGrant(TpuGrants grants, const TpuGrant &added);
/// NotFound where there is none of that name.
[[nodiscard]] Result<TpuGrants> withoutGrant(TpuGrants grants, const QString &name);

/// What comes of grants that were written down in two places.
struct GrantMerge
{
    TpuGrants grants; ///< ours, and what only they have
    int added = 0;
    QStringList different; ///< names of those that stay as ours say
};
/// Both sides are good, as checkGrant() says. Pure.
[[nodiscard]] GrantMerge mergeGrants(TpuGrants ours, const TpuGrants &theirs);

} // namespace podium::lifecycle
