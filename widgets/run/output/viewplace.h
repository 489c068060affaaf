// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "widgets/run/output/rowwindow.h"
#include "widgets/run/output/textselection.h"

namespace podium::ui {

/// Where a view stands in its output: kept for a pane while it is not on screen.
struct ViewPlace
{
    TopRow top;
    bool followsEnd = true;
    int firstCell = 0; ///< scrolled to the right by so many cells
    TextSelection selection;
    run::Elision cut; ///< of the source: what the numbers of lines go by
};

} // namespace podium::ui
