// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/run/runspec.h"
#include "core/run/runstate.h"

#include <QString>

namespace podium::ui {

/// A run's name: the first line of its command that says anything, shortened.
[[nodiscard]] QString runTitle(const run::RunSpec &spec);
/// The name with how it stands: "hostname · 8 running", "hostname · 1 of 8 failed".
[[nodiscard]] QString runText(const run::RunSpec &spec, const run::RunSummary &summary);
/// The same for a tab, where & would be a mnemonic.
[[nodiscard]] QString runTabText(const run::RunSpec &spec, const run::RunSummary &summary);

} // namespace podium::ui
