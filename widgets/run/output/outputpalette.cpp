// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/run/output/outputpalette.h"

#include "widgets/common/theme.h"

#include <array>
#include <utility>

namespace podium::ui {

namespace {

constexpr qreal ReadableContrast = 4.6; // 4.5 with room for rounding to 8 bits
constexpr int ReadableLimit = 4096;     // a program may send 16 million colours

using NamedColours = std::array<QRgb, 16>;

constexpr NamedColours onLightPaper{
    0x1e2227, 0xc02b2b, 0x23793a, 0x8a6100, 0x1f5fc4, 0x9333a8, 0x0b7a80, 0xc8ccd1,
    0x6c757d, 0xd93636, 0x2b8f45, 0xa37400, 0x2f74e0, 0xa844bd, 0x0f8f96, 0xffffff,
};
constexpr NamedColours onDarkPaper{
    0x30363d, 0xff8077, 0x56d364, 0xe3b341, 0x6cb0ff, 0xd2a8ff, 0x56d4dd, 0xc9d1d9,
    0x8b949e, 0xffa198, 0x7ee787, 0xf2cc60, 0x9ccbff, 0xe2c5ff, 0x9be9f0, 0xffffff,
};

} // namespace

QColor xtermColour(int index, bool onDark)
{
    if (index < 16) {
        const NamedColours &named = onDark ? onDarkPaper : onLightPaper;
        return QColor(named.at(std::size_t(std::max(index, 0))));
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
    : m_isDark(isDark(palette))
    , m_background(palette.color(QPalette::Base))
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
        return xtermColour(index, m_isDark);
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
