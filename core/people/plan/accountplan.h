// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/people/plan/peopleplan.h"

#include <QHash>

namespace podium::people {

/// The context, made fit for many check-ups. Refers to it.
struct PlanIndex
{
    explicit PlanIndex(const PlanContext &planContext);

    const PlanContext &context;
    QHash<QString, const FormerMember *> formerMemberOfLogin;
    QHash<QByteArray, const FormerMember *> formerMemberOfKey; ///< by blob
};

/// Whether there is neither a step nor a note: the quick answer for most accounts.
[[nodiscard]] bool
isAsWished(const DesiredAccount &desired, const ActualAccount &found, const PlanIndex &index);

/// An account that is desired; `found` is null where there is none.
[[nodiscard]] AccountPlan planWanted(
    const DesiredAccount &desired, const ActualAccount *found, const PlanInput &input,
    const PlanIndex &index);

/// An account that is not desired. Nothing to do, nothing to say: no steps, no notes.
[[nodiscard]] AccountPlan
planUnwanted(const ActualAccount &found, const PlanInput &input, const PlanIndex &index);

} // namespace podium::people
