// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/run/runengine.h"

#include <QString>

namespace podium::ui {

class RunTabs;

/// What becomes of such a run when Podium is closed while it runs, in plain sentences.
[[nodiscard]] QString closingMeans(const run::Run &run);
/// The same of all that runs; empty: nothing does.
[[nodiscard]] QString meaningOfClosing(const RunTabs &tabs);
/// What to ask before the window closes; empty: nothing would end by that, nobody be left out.
[[nodiscard]] QString questionBeforeClosing(const RunTabs &tabs);

} // namespace podium::ui
