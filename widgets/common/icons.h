// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QIcon>

namespace podium::ui {

/// An icon of Podium's own family (resources/icons/NAME.svg), drawn in the colour of the text
/// that the application's palette has at that moment: it follows a change of scheme by itself.
[[nodiscard]] QIcon themedIcon(const QString &name);

/// The same in one colour, e.g. that of a warning.
[[nodiscard]] QIcon themedIcon(const QString &name, const QColor &colour);

/// Podium's mark, in its own colours: window, tray, about.
[[nodiscard]] QIcon applicationIcon();

} // namespace podium::ui
