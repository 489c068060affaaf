// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/tpu/holders.h"

namespace podium::tpu {

/// What Podium believes of a worker, to compare with what it says of itself.
struct Expected
{
    int workerNumber = 0;
    int workersOfNode = 0;      ///< 0: unknown
    std::optional<int> chips{}; ///< on this worker; none: its type does not tell
};

/// Whether a worker's TPU is as it should be, as far as can be told without using it.
struct Health
{
    enum class Verdict {
        Good,   ///< the chips are there and nobody holds them
        Busy,   ///< somebody does: it was not tried
        Bad,    ///< it cannot work
        Unknown ///< it cannot be told, which is never good
    };
    Verdict verdict = Verdict::Unknown;
    QStringList findings; ///< why, sentences; with what to do where something can be done
    WorkerHolders holders;
};

/// Of script/check.sh. Pure.
[[nodiscard]] Health readHealth(const remote::Answer &answer, const Expected &expected);

/// A stable word: good, busy, bad, unknown.
[[nodiscard]] QString verdictName(Health::Verdict verdict);

} // namespace podium::tpu
