// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/run/output/outputstore.h"
#include "tests/fuzz/require.h"

namespace podium::fuzz {

/// Only text is shown, and its styles are in order and within it.
inline void requireLine(const run::StyledLine &line, int endOfRuns)
{
    for (const QChar c : line.text) {
        require(c.category() != QChar::Other_Control);
    }
    int before = -1;
    for (const run::StyleRun &run : line.runs) {
        require(run.start > before && run.start < endOfRuns);
        before = run.start;
    }
}

} // namespace podium::fuzz
