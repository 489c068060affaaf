// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

namespace podium::models {

/// How well `typed` fits `text`: its letters in this order, whatever the case and spaces. Higher
/// is better: words that begin with what was typed, then letters that stand together. -1: not at
/// all. Nothing typed fits all alike (0).
[[nodiscard]] int fuzzyScore(const QString &typed, const QString &text);

} // namespace podium::models
