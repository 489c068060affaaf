// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/people/peopleplan.h"

#include <QHash>

namespace podium::people {

/// The context, made fit for many look-ups. Refers to it.
struct PlanIndex
{
    explicit PlanIndex(const PlanContext &planContext);

    const PlanContext &context;
    QHash<QString, const Leaver *> leaverOfLogin;
    QHash<QByteArray, const Leaver *> leaverOfKey; ///< by blob
};

/// Whether there is neither a step nor a note: the quick answer for most accounts.
[[nodiscard]] bool
isAsWished(const WantedAccount &wanted, const FoundAccount &found, const PlanIndex &index);

/// An account that is wanted; `found` is null where there is none.
[[nodiscard]] AccountPlan planWanted(
    const WantedAccount &wanted, const FoundAccount *found, const PlanInput &input,
    const PlanIndex &index);

/// An account that is not wanted. Nothing to do, nothing to say: no steps, no notes.
[[nodiscard]] AccountPlan
planUnwanted(const FoundAccount &found, const PlanInput &input, const PlanIndex &index);

} // namespace podium::people
