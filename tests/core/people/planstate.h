// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/people/plan/peopleplan.h"

namespace podium::tests {

/// How an account stands on a worker.
inline people::AccountState stateOf(const people::WorkerPlan &worker, const QString &login)
{
    if (!worker.isKnown) {
        return people::AccountState::Unknown;
    }
    const people::AccountPlan *plan = worker.find(login);
    return plan ? plan->state : people::AccountState::AsWished;
}

} // namespace podium::tests
