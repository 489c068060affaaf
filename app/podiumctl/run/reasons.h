// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/podiumctl/run/runprinter.h"

namespace podium::ctl {

/// With the command that meets the worker anew, where its host key has changed.
[[nodiscard]] Error withCommand(Error error);

/// Why workers were refused, not reached or lost: what failed, why, and what to do, each once for
/// all workers of which it is the same. In the order of the workers.
[[nodiscard]] QStringList
sharedReasons(const run::RunState &state, const RunPrinter::NameOf &nameOf);

} // namespace podium::ctl
