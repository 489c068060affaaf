// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/run/runengine.h"

#include <QString>

namespace podium::ui {

class RunTabs;

/// How many workers a run that was started to be left would never begin on if Podium ended now:
/// they wait for their turn, or for the logins of all, or do not answer yet.
[[nodiscard]] int unbegunWorkers(const run::Run &run);
/// Whether anything of it is, or was, in the hands of a connection.
[[nodiscard]] bool wasSent(const run::Run &run);
/// Whether it goes on anywhere if Podium ends now.
[[nodiscard]] bool goesOn(const run::Run &run);
/// What becomes of such a run when Podium is closed while it runs, in plain sentences.
[[nodiscard]] QString closingMeans(const run::Run &run);
/// The same of all that runs; empty: nothing does.
[[nodiscard]] QString meaningOfClosing(const RunTabs &tabs);
/// What to ask before the window closes; empty: nothing would end by that, nobody be left out.
[[nodiscard]] QString questionBeforeClosing(const RunTabs &tabs);

} // namespace podium::ui
