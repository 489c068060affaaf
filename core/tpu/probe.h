// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/remote/record.h"
#include "core/tpu/expected.h"

#include <QString>

namespace podium::tpu {

/// Whether a program could compute on the chips.
struct Probe
{
    enum class Verdict { Answers, Fails, Unknown };
    Verdict verdict = Verdict::Unknown;
    QString text;    ///< a sentence; with what to do where something can be done
    QString output;  ///< the last lines of the program, plain text
    QString library; ///< "jax 0.4.35"
};

/// Of script/probe.sh. An exit status of 0 proves nothing: JAX may have fallen back to the CPU, or
/// computed without the rest of its slice. Pure.
[[nodiscard]] Probe readProbe(const remote::Answer &answer, const Expected &expected);

/// What a failure means and what to do, as far as it is known; empty where it is not.
[[nodiscard]] QString explainFailure(const QByteArray &output);

} // namespace podium::tpu
