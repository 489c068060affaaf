// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/models/mark.h"

#include <QColor>
#include <QFont>
#include <QPalette>

namespace podium::ui {

/// The grid that every distance is a multiple of, in device-independent pixels; half of it
/// between things that belong together.
constexpr int Grid = 8;

/// The colours that a palette has no role for, fit for that palette's Base and Window:
/// texts and marks have a contrast of at least 4.5 : 1 on both.
struct Tones
{
    QColor good;
    QColor busy;
    QColor warning;
    QColor bad;
    QColor off;
    QColor muted; ///< secondary text; also QPalette::PlaceholderText after applyColourScheme()
    QColor accent;
    QColor line;              ///< hairlines between areas
    QColor hover;             ///< background under the pointer
    QColor addedBackground;   ///< of a line that a change adds
    QColor removedBackground; ///< of a line that a change takes away
    QColor addedStrong;       ///< of the very words that are new
    QColor removedStrong;
    QColor warningBackground; ///< of a notice
    QColor badBackground;
    QColor goodBackground;
    QColor infoBackground;
};

[[nodiscard]] bool isDark(const QPalette &palette);
[[nodiscard]] Tones tones(const QPalette &palette);
[[nodiscard]] QColor markColour(models::Mark mark, const Tones &tones);

/// WCAG 2 contrast ratio, 1 … 21.
[[nodiscard]] qreal contrast(const QColor &a, const QColor &b);
/// `colour`, moved towards black or white until it has `ratio` on `background`.
[[nodiscard]] QColor
withContrast(const QColor &colour, const QColor &background, qreal ratio = 4.5);

/// Podium's own palettes, for desktops that have no opinion and for those who chose one.
[[nodiscard]] QPalette lightPalette();
[[nodiscard]] QPalette darkPalette();

/// Style and palette of the whole application: "system" keeps what the desktop gave (Podium's
/// own look where it gave nothing), "light" and "dark" are Podium's own. GUI thread.
void applyColourScheme(const QString &scheme);

/// For addresses, keys, commands and output.
[[nodiscard]] QFont monospaceFont();

} // namespace podium::ui
