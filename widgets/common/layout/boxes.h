// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QBoxLayout>

namespace podium::ui {

/// Lays out without margins, with `gap` pixels between the parts; of `in`, or to be put into
/// another layout.
[[nodiscard]] QHBoxLayout *makeRow(int gap, QWidget *in = nullptr);
[[nodiscard]] QVBoxLayout *makeColumn(int gap, QWidget *in = nullptr);

} // namespace podium::ui
