// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/tpu/expected.h"
#include "core/tpu/holders.h"

namespace podium::tpu {

/// Whether a worker's TPU is as it should be, as far as can be told without using it.
struct Health
{
    enum class Verdict {
        Good,   ///< chips, drivers and worker are the ones that should be there; nobody holds them
        Busy,   ///< somebody does: it was not tried
        Bad,    ///< it cannot work
        Unknown ///< something of that could not be looked at, which is never good
    };
    Verdict verdict = Verdict::Unknown;
    QStringList findings; ///< why, sentences; with what to do where something can be done
    QString libtpu;       ///< where it is; empty: not where it usually is
    WorkerHolders holders;
};

/// Of script/check.sh. Pure.
[[nodiscard]] Health readHealth(const remote::Answer &answer, const Expected &expected);

/// A stable word: good, busy, bad, unknown.
[[nodiscard]] QString verdictName(Health::Verdict verdict);

} // namespace podium::tpu
