// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/common/stylebuttons.h"

#include "widgets/common/icons.h"
#include "widgets/common/stylepaint.h"
#include "widgets/common/theme.h"

#include <QPainter>
#include <QPushButton>
#include <QStyle>
#include <QStyleOption>

#include <algorithm>

namespace podium::ui {

namespace {

constexpr char PrimaryProperty[] = "podiumPrimary";

QColor buttonFill(const QStyleOption &option, bool primary, bool flat)
{
    const QPalette &palette = option.palette;
    const bool enabled = option.state & QStyle::State_Enabled;
    const bool down = option.state & (QStyle::State_Sunken | QStyle::State_On);
    const bool hover = enabled && (option.state & QStyle::State_MouseOver);
    if (primary && enabled) {
        const QColor accent = palette.color(QPalette::Highlight);
        return down ? accent.darker(125) : hover ? accent.darker(112) : accent;
    }
    const Tones colours = tones(palette);
    if (down) {
        return colours.infoBackground;
    }
    if (flat) {
        return hover ? colours.hover : QColor(Qt::transparent);
    }
    return hover ? colours.hover : palette.color(QPalette::Button);
}

/// The colour of a chevron.
QColor chevronColour(const QStyleOption &option)
{
    return option.state & QStyle::State_Enabled ? tones(option.palette).muted
                                                : option.palette.color(QPalette::Mid);
}

/// Qt puts icon and text at the left edge, and leaves what is over at the right one.
int labelInset(const QStyleOptionToolButton &label)
{
    if (label.toolButtonStyle != Qt::ToolButtonTextBesideIcon || label.icon.isNull()) {
        return 0;
    }
    const int content = label.iconSize.width() + Grid / 2 +
                        label.fontMetrics.size(Qt::TextShowMnemonic, label.text).width();
    return std::clamp((label.rect.width() - content) / 2, 0, Grid);
}

} // namespace

void setPrimary(QPushButton *button, bool primary)
{
    button->setProperty(PrimaryProperty, primary);
    button->update();
}

bool isPrimary(const QWidget *widget)
{
    return widget && widget->property(PrimaryProperty).toBool();
}

int menuPartWidth()
{
    return Grid * 5 / 2;
}

QRect menuPart(const QStyleOption &option)
{
    const QRect part(
        option.rect.right() - menuPartWidth() + 1, option.rect.top(), menuPartWidth(),
        option.rect.height());
    return QStyle::visualRect(option.direction, option.rect, part);
}

void chevron(QPainter *painter, const QRect &place, const QColor &colour, bool up)
{
    constexpr int Side = Grid * 3 / 2;
    QRect square(0, 0, Side, Side);
    square.moveCenter(place.center());
    painter->save();
    if (up) {
        painter->translate(square.center() + QPointF(0.5, 0.5));
        painter->rotate(180);
        painter->translate(-square.center() - QPointF(0.5, 0.5));
    }
    themedIcon(QStringLiteral("chevron-down"), colour).paint(painter, square);
    painter->restore();
}

void menuChevron(const QStyleOption &option, QPainter *painter)
{
    chevron(painter, menuPart(option), chevronColour(option));
}

void paintButton(const QStyleOption &option, QPainter *painter, const QWidget *widget, bool flat)
{
    const bool primary = isPrimary(widget);
    const QColor fill = buttonFill(option, primary, flat);
    const bool enabled = option.state & QStyle::State_Enabled;
    const QColor border = flat || (primary && enabled) ? fill
                          : enabled                    ? fieldBorder(option.palette)
                                                       : option.palette.color(QPalette::Mid);
    box(painter, option.rect, fill, border);
    constexpr auto byKeyboard = QStyle::State_HasFocus | QStyle::State_KeyboardFocusChange;
    if ((option.state & byKeyboard) == byKeyboard) {
        focusRing(painter, option.rect, tones(option.palette).accent);
        if (primary) { // the accent on itself would not be seen
            focusRing(
                painter, option.rect.adjusted(2, 2, -2, -2),
                option.palette.color(QPalette::HighlightedText));
        }
    }
}

void paintToolButton(
    const QStyle &style, const QStyleOptionToolButton &option, QPainter *painter,
    const QWidget *widget)
{
    paintButton(option, painter, widget, option.state & QStyle::State_AutoRaise);
    QStyleOptionToolButton label = option;
    if (option.features & QStyleOptionToolButton::HasMenu) {
        const QRect part = menuPart(option);
        label.rect.setRight(option.rect.right() - menuPartWidth());
        label.rect = QStyle::visualRect(option.direction, option.rect, label.rect);
        menuChevron(option, painter);
        if (option.features & QStyleOptionToolButton::MenuButtonPopup) { // two things to press
            const int edge = option.direction == Qt::RightToLeft ? part.right() : part.left();
            painter->fillRect(
                QRect(edge, part.top() + Grid, 1, part.height() - 2 * Grid),
                tones(option.palette).line);
        }
    }
    const int inset = labelInset(label);
    label.rect.adjust(inset, 0, -inset, 0);
    style.drawControl(QStyle::CE_ToolButtonLabel, &label, painter, widget);
}

void paintTab(const QStyleOptionTab &option, QPainter *painter)
{
    const Tones colours = tones(option.palette);
    const bool isCurrent = option.state & QStyle::State_Selected;
    const QRect line(
        option.rect.left(), option.rect.bottom() - 1, option.rect.width() - Grid / 2, 2);
    if (!isCurrent && option.state & QStyle::State_MouseOver) {
        painter->fillRect(option.rect, colours.hover);
    }
    painter->fillRect(line, isCurrent ? colours.accent : colours.line);
    if (isCurrent && option.state & QStyle::State_HasFocus) {
        focusRing(painter, option.rect.adjusted(0, 0, -Grid / 2, 0), colours.accent);
    }
}

/// Of a tab. The lines are thin: in a muted colour they would hardly be seen.
void paintCloseMark(const QStyleOption &option, QPainter *painter)
{
    if (option.state & QStyle::State_Enabled && option.state & QStyle::State_MouseOver) {
        const QColor fill = buttonFill(option, false, true);
        box(painter, option.rect, fill, fill);
    }
    constexpr int Side = Grid * 3 / 2;
    QRect square(0, 0, Side, Side);
    square.moveCenter(option.rect.center());
    themedIcon(QStringLiteral("close"), option.palette.color(QPalette::WindowText))
        .paint(painter, square);
}

void paintSpinBox(
    const QStyle &style, const QStyleOptionSpinBox &option, QPainter *painter,
    const QWidget *widget)
{
    paintField(option, painter);
    if (option.buttonSymbols == QAbstractSpinBox::NoButtons) {
        return;
    }
    for (const bool isUp : {true, false}) {
        const auto step =
            isUp ? QAbstractSpinBox::StepUpEnabled : QAbstractSpinBox::StepDownEnabled;
        const bool isEnabled = option.state & QStyle::State_Enabled && option.stepEnabled & step;
        chevron(
            painter,
            style.subControlRect(
                QStyle::CC_SpinBox, &option, isUp ? QStyle::SC_SpinBoxUp : QStyle::SC_SpinBoxDown,
                widget),
            isEnabled ? tones(option.palette).muted : option.palette.color(QPalette::Mid), isUp);
    }
}

} // namespace podium::ui
