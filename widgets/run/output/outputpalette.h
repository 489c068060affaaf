// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/run/output/outputstore.h"

#include <QColor>
#include <QHash>
#include <QPalette>

namespace podium::ui {

/// The colours of output on one palette's Base: a program's colours, moved as far as they need
/// to be read (4.5 : 1 on whatever is behind them). GUI thread.
class OutputPalette final
{
public:
    explicit OutputPalette(const QPalette &palette);

    struct Pair
    {
        QColor foreground;
        QColor background; ///< invalid: the view's own
    };
    [[nodiscard]] Pair colours(const run::TextStyle &style) const;

    [[nodiscard]] QColor background() const { return m_background; }
    [[nodiscard]] QColor text() const { return m_text; }
    [[nodiscard]] QColor muted() const { return m_muted; }
    [[nodiscard]] QColor errorMark() const { return m_errorMark; }
    [[nodiscard]] QColor hit() const { return m_hit; }
    [[nodiscard]] QColor currentHit() const { return m_currentHit; }
    [[nodiscard]] QColor currentHitText() const { return m_currentHitText; }

private:
    [[nodiscard]] QColor plainColour(const run::TextColour &colour, bool bold) const;
    [[nodiscard]] QColor readable(const QColor &colour, const QColor &behind) const;

    bool m_isDark;
    QColor m_background;
    QColor m_text;
    QColor m_muted;
    QColor m_errorMark;
    QColor m_hit;
    QColor m_currentHit;
    QColor m_currentHitText;
    mutable QHash<quint64, QRgb> m_readable;
};

/// Colour `index` of the 256 that xterm has: 16 named ones (as fits a light or a dark paper), a
/// 6×6×6 cube, 24 greys.
[[nodiscard]] QColor xtermColour(int index, bool onDark);

} // namespace podium::ui
