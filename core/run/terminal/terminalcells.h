// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/run/output/outputstore.h"

#include <vterm.h>

#include <vector>

namespace podium::run {

/// A row of cells as a line: blanks at its end are left out, and each character has as many cells
/// as cellWidth() says, whatever the emulation thinks. Pure.
[[nodiscard]] StyledLine lineOfCells(const std::vector<VTermScreenCell> &cells);

} // namespace podium::run
