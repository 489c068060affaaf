// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/podiumctl/run/runprinter.h"

#include <vector>

namespace podium::ctl {

/// With the command that meets the worker anew, where its host key has changed.
[[nodiscard]] Error withCommand(Error error);

/// A worker, and what was wrong with it.
struct WorkerError
{
    WorkerRef worker;
    Error error;
};

/// To stderr: what failed, why, and what to do, each once for all workers of which it is the same.
/// In the order of the workers.
void printReasons(const std::vector<WorkerError> &errors, const RunPrinter::NameOf &nameOf);
/// The same of the workers that were refused, not reached or lost.
void printReasons(const run::RunState &state, const RunPrinter::NameOf &nameOf);

} // namespace podium::ctl
