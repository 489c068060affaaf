// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/run/runspec.h"
#include "core/run/runstate.h"

#include <QString>

namespace podium::ui {

/// A run's name: the first line of its command that says anything, shortened.
[[nodiscard]] QString runTitle(const run::RunSpec &spec);
/// The gateway that it goes through: "via pod-v4:0"; empty: none.
[[nodiscard]] QString runWay(const run::RunSpec &spec);
/// The name with where it runs: "hostname — on pod-v4:0-7, via pod-v4:0".
[[nodiscard]] QString runHeading(const run::RunSpec &spec);
/// The name with its gateway and how it stands: "hostname · 8 running", "hostname · via pod-v4:0 ·
/// 1 of 8 failed".
[[nodiscard]] QString runText(const run::RunSpec &spec, const run::RunSummary &summary);
/// The same for a tab, where & would be a mnemonic.
[[nodiscard]] QString runTabText(const run::RunSpec &spec, const run::RunSummary &summary);

} // namespace podium::ui
