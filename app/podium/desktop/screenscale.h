// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QtGlobal>

namespace podium::app {

/// A factor that is meant to be 1, 2 …, but comes out as 1.0007 from a screen's millimetres: text
/// and lines fall between pixels then, for nothing.
[[nodiscard]] bool isNearlyWhole(qreal factor);

/// Begins the program anew with whole factors where that is so and nobody has said otherwise; comes
/// back where not. To be called right after the application was made: Qt reads the factors only
/// then, and once.
void restartWithWholeFactor(char **arguments);

} // namespace podium::app
