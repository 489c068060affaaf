// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/podiumctl/complete/completion.h"
#include "core/base/paths.h"

namespace podium::ctl {

/// The words of that kind that begin with `typed`, as far as this machine knows them: nodes of the
/// last snapshot and the disks that they have, people of the roster, recipes, runs, requests, TPU
/// grants. Never asks the cloud. Nothing for the kinds that the shell itself has. Blocks for a few
/// milliseconds.
[[nodiscard]] std::vector<Candidate>
liveWords(WordKind kind, const QString &typed, const Paths &paths);

/// What `podiumctl complete -- WORD... CURRENT` prints: a line for each candidate, "WORD" or
/// "WORD<Tab>a few words about it"; ":file", ":variable" or ":command" where the shell has the
/// words itself. `words` are those behind "--"; without any there is nothing to complete.
[[nodiscard]] std::string
completionLines(const CLI::App &program, const std::vector<std::string> &words, const Paths &paths);

} // namespace podium::ctl
