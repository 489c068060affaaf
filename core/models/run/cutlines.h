// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/run/output/outputstore.h"

namespace podium::models {

/// Where a line of a slot is now that more of the slot was cut; -1 where it is gone. `line` is an
/// index under `before`; the mark that stands for what is cut is found again as the mark.
[[nodiscard]] int lineAfterCut(int line, const run::Elision &before, const run::Elision &after);

/// The same, for a place that has to be somewhere: the mark where the line is gone.
[[nodiscard]] int placeAfterCut(int line, const run::Elision &before, const run::Elision &after);

/// The number a line of a slot had when nothing was cut, which it keeps; of the mark: that of the
/// first line that is gone. lineAfterCut(number, {}, cut) goes back.
[[nodiscard]] qint64 lineNumber(int line, const run::Elision &cut);

} // namespace podium::models
