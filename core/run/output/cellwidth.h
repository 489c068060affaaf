// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace podium::run {

/// How many cells a terminal gives a character: 0 for what joins the one before it, 2 for wide
/// ones (East Asian Width W and F of Unicode, emoji), else 1.
[[nodiscard]] int cellWidth(char32_t character);

} // namespace podium::run
