// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/run/runspec.h"

#include <QString>

namespace podium::run {

/// Of a process's open files this part is for runs; as many are for connections kept for the next
/// command, the rest for all else. Pure.
[[nodiscard]] int descriptorsForRuns(int descriptorLimit);

/// Narrows the fan-out to what this process may have open at once. Empty where nothing had to
/// change; else a sentence for the person: workers that wait for each other would not all run.
[[nodiscard]] QString fitDescriptors(RunSpec &spec, int descriptorLimit);

} // namespace podium::run
