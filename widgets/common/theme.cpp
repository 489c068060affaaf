// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/common/theme.h"

#include "widgets/common/flatstyle.h"

#include <QApplication>
#include <QFontDatabase>
#include <QFontInfo>
#include <QStyle>

#include <cmath>

namespace podium::ui {

namespace {

qreal linear(qreal channel)
{
    return channel <= 0.04045 ? channel / 12.92 : std::pow((channel + 0.055) / 1.055, 2.4);
}

qreal luminance(const QColor &colour)
{
    return 0.2126 * linear(colour.redF()) + 0.7152 * linear(colour.greenF()) +
           0.0722 * linear(colour.blueF());
}

QColor mixed(const QColor &a, const QColor &b, qreal share)
{
    return QColor::fromRgbF(
        a.redF() * share + b.redF() * (1 - share), a.greenF() * share + b.greenF() * (1 - share),
        a.blueF() * share + b.blueF() * (1 - share));
}

QColor readable(const QColor &colour, const QPalette &palette)
{
    return withContrast(
        withContrast(colour, palette.color(QPalette::Base)), palette.color(QPalette::Window));
}

struct Scheme
{
    QRgb window, base, alternate, text, muted, button, mid, accent, highlight, disabled, tip;
};

QPalette paletteOf(const Scheme &s)
{
    QPalette palette;
    palette.setColor(QPalette::Window, s.window);
    palette.setColor(QPalette::WindowText, s.text);
    palette.setColor(QPalette::Base, s.base);
    palette.setColor(QPalette::AlternateBase, s.alternate);
    palette.setColor(QPalette::Text, s.text);
    palette.setColor(QPalette::PlaceholderText, s.muted);
    palette.setColor(QPalette::Button, s.button);
    palette.setColor(QPalette::ButtonText, s.text);
    palette.setColor(QPalette::BrightText, Qt::white);
    palette.setColor(QPalette::ToolTipBase, s.tip);
    palette.setColor(QPalette::ToolTipText, s.text);
    palette.setColor(QPalette::Link, s.accent);
    palette.setColor(QPalette::LinkVisited, s.accent);
    palette.setColor(QPalette::Highlight, s.highlight);
    palette.setColor(QPalette::HighlightedText, Qt::white);
    palette.setColor(QPalette::Mid, s.mid);
    palette.setColor(QPalette::Midlight, s.alternate);
    palette.setColor(QPalette::Light, s.base);
    palette.setColor(QPalette::Dark, s.mid);
    palette.setColor(QPalette::Shadow, s.mid);
    for (const auto role :
         {QPalette::WindowText, QPalette::Text, QPalette::ButtonText, QPalette::PlaceholderText}) {
        palette.setColor(QPalette::Disabled, role, s.disabled);
    }
    return palette;
}

} // namespace

qreal contrast(const QColor &a, const QColor &b)
{
    const qreal la = luminance(a);
    const qreal lb = luminance(b);
    return (qMax(la, lb) + 0.05) / (qMin(la, lb) + 0.05);
}

QColor withContrast(const QColor &colour, const QColor &background, qreal ratio)
{
    const QColor end = luminance(background) > 0.18 ? QColor(Qt::black) : QColor(Qt::white);
    QColor result = colour;
    for (int step = 1; step <= 20 && contrast(result, background) < ratio; ++step) {
        result = mixed(end, colour, step / 20.0);
    }
    return result;
}

bool isDark(const QPalette &palette)
{
    return luminance(palette.color(QPalette::Base)) < 0.18;
}

Tones tones(const QPalette &palette)
{
    const QColor &base = palette.color(QPalette::Base);
    const QColor &text = palette.color(QPalette::Text);
    const bool dark = isDark(palette);
    const QColor green(dark ? 0x4cc76a : 0x1a7f37);
    const QColor amber(dark ? 0xe3b341 : 0x8a5a00);
    const QColor red(dark ? 0xff8077 : 0xc4291c);
    const QColor blue(dark ? 0x6cb0ff : 0x0b5cad);
    Tones t;
    t.good = readable(green, palette);
    t.busy = readable(blue, palette);
    t.warning = readable(amber, palette);
    t.bad = readable(red, palette);
    t.muted = readable(mixed(text, base, 0.68), palette);
    t.off = t.muted;
    t.accent = readable(blue, palette);
    t.line = mixed(text, palette.color(QPalette::Window), dark ? 0.16 : 0.14);
    t.hover = mixed(text, base, 0.06);
    t.addedBackground = mixed(green, base, dark ? 0.16 : 0.11);
    t.removedBackground = mixed(red, base, dark ? 0.17 : 0.10);
    t.addedStrong = mixed(green, base, dark ? 0.38 : 0.28);
    t.removedStrong = mixed(red, base, dark ? 0.38 : 0.26);
    t.warningBackground = mixed(amber, base, 0.12);
    t.badBackground = mixed(red, base, 0.11);
    t.goodBackground = mixed(green, base, 0.11);
    t.infoBackground = mixed(blue, base, 0.11);
    return t;
}

QColor markColour(models::Mark mark, const Tones &tones)
{
    switch (mark) {
    case models::Mark::Good:
        return tones.good;
    case models::Mark::Busy:
        return tones.busy;
    case models::Mark::Warning:
        return tones.warning;
    case models::Mark::Bad:
        return tones.bad;
    case models::Mark::Off:
    case models::Mark::Unknown:
        break;
    }
    return tones.off;
}

QPalette lightPalette()
{
    return paletteOf(
        {.window = 0xfff4f5f7,
         .base = 0xffffffff,
         .alternate = 0xfff8f9fa,
         .text = 0xff1b1f24,
         .muted = 0xff59616b,
         .button = 0xffffffff,
         .mid = 0xffc9ced6,
         .accent = 0xff0b5cad,
         .highlight = 0xff0b5cad,
         .disabled = 0xff6f7680,
         .tip = 0xffffffff});
}

QPalette darkPalette()
{
    return paletteOf(
        {.window = 0xff1d2025,
         .base = 0xff15181c,
         .alternate = 0xff1a1d22,
         .text = 0xffe6e9ed,
         .muted = 0xffa4acb7,
         .button = 0xff2a2e35,
         .mid = 0xff434952,
         .accent = 0xff6cb0ff,
         .highlight = 0xff1f5fa8,
         .disabled = 0xff858d98,
         .tip = 0xff2a2e35});
}

void applyColourScheme(const QString &scheme)
{
    // What the desktop gave, before Podium changed anything.
    static const QString desktopStyle = QApplication::style()->objectName();
    static const QPalette desktopPalette = QApplication::palette();
    const bool desktopHasStyle =
        desktopStyle != QLatin1String("fusion") && desktopStyle != QLatin1String("windows");

    if (scheme == QLatin1String("system") && desktopHasStyle) {
        QApplication::setStyle(desktopStyle);
        QPalette palette = desktopPalette;
        palette.setColor(QPalette::PlaceholderText, tones(palette).muted);
        QApplication::setPalette(palette);
        return;
    }
    const bool dark = scheme == QLatin1String("dark") ||
                      (scheme == QLatin1String("system") && isDark(desktopPalette));
    QApplication::setStyle(new FlatStyle);
    QApplication::setPalette(dark ? darkPalette() : lightPalette());
}

/// Lists ask for each cell, and fontconfig takes its time.
QFont monospaceFont()
{
    static const QFont known = [] {
        QFont font = QFontDatabase::systemFont(QFontDatabase::FixedFont);
        font.setStyleHint(QFont::Monospace);
        if (!QFontInfo(font).fixedPitch()) { // a platform without a theme names none
            font.setFamily(QStringLiteral("monospace"));
        }
        return font;
    }();
    return known;
}

} // namespace podium::ui
