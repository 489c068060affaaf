// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/run/output/outputpalette.h"

#include "widgets/common/theme.h"

#include <array>
#include <utility>

namespace podium::ui {

namespace {

constexpr qreal ReadableContrast = 4.5;
constexpr int ReadableLimit = 4096; // a program may send 16 million colours

constexpr std::array<QRgb, 16> namedColours{
    0x1e2227, 0xcc3333, 0x2f9e44, 0xb58900, 0x2f6fdb, 0xa23bb5, 0x158b8f, 0xc8ccd1,
    0x6c757d, 0xf06060, 0x51cf66, 0xf2c94c, 0x6ea8fe, 0xd67be3, 0x4fd1d6, 0xffffff,
};

} // namespace

QColor xtermColour(int index)
{
    if (index < 16) {
        return QColor(namedColours.at(std::size_t(std::max(index, 0))));
    }
    if (index >= 232) {
        const int grey = 8 + 10 * (std::min(index, 255) - 232);
        return {grey, grey, grey};
    }
    const auto level = [](int step) { return step == 0 ? 0 : 55 + 40 * step; };
    const int cube = index - 16;
    return {level(cube / 36), level(cube / 6 % 6), level(cube % 6)};
}

OutputPalette::OutputPalette(const QPalette &palette)
    : m_background(palette.color(QPalette::Base))
    , m_text(palette.color(QPalette::Text))
{
    const Tones tone = tones(palette);
    m_muted = withContrast(tone.muted, m_background, ReadableContrast);
    m_errorMark = tone.bad;
    m_hit = tone.warningBackground;
    m_currentHit = tone.warning;
    m_currentHitText = withContrast(m_background, m_currentHit, ReadableContrast);
}

QColor OutputPalette::plainColour(const run::TextColour &colour, bool bold) const
{
    switch (colour.kind) {
    case run::TextColour::Kind::Palette: {
        // As xterm does: bold makes the eight dark colours bright.
        const int index = int(colour.value) + (bold && colour.value < 8 ? 8 : 0);
        return xtermColour(index);
    }
    case run::TextColour::Kind::Rgb:
        return QColor(QRgb(colour.value));
    case run::TextColour::Kind::Default:
        break;
    }
    return {};
}

OutputPalette::Pair OutputPalette::colours(const run::TextStyle &style) const
{
    QColor foreground = plainColour(style.foreground, style.bold);
    QColor background = plainColour(style.background, false);
    if (style.inverse) {
        std::swap(foreground, background);
        foreground = foreground.isValid() ? foreground : m_background;
        background = background.isValid() ? background : m_text;
    }
    const QColor &behind = background.isValid() ? background : m_background;
    if (!foreground.isValid()) {
        foreground = style.faint ? m_muted : m_text;
    } else if (style.faint) {
        foreground = QColor::fromRgbF(
            (foreground.redF() * 2 + behind.redF()) / 3,
            (foreground.greenF() * 2 + behind.greenF()) / 3,
            (foreground.blueF() * 2 + behind.blueF()) / 3);
    }
    return {readable(foreground, behind), background};
}

QColor OutputPalette::readable(const QColor &colour, const QColor &behind) const
{
    const quint64 key = quint64(colour.rgb()) << 32U | behind.rgb();
    const auto known = m_readable.constFind(key);
    if (known != m_readable.constEnd()) {
        return QColor(*known);
    }
    if (m_readable.size() >= ReadableLimit) {
        m_readable.clear();
    }
    const QColor found = withContrast(colour, behind, ReadableContrast);
    m_readable.insert(key, found.rgb());
    return found;
}

} // namespace podium::ui
