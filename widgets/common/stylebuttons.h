// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QColor>
#include <QRect>

class QPainter;
class QPushButton;
class QStyle;
class QStyleOption;
class QStyleOptionSpinBox;
class QStyleOptionTab;
class QStyleOptionToolButton;
class QWidget;

namespace podium::ui {

// What the style draws of buttons, tabs, and of the chevrons that say that something opens.

/// Makes a button the one that a page wants to be pressed: filled with the accent.
void setPrimary(QPushButton *button, bool primary = true);
[[nodiscard]] bool isPrimary(const QWidget *widget);

/// How wide the part with the chevron is, in all controls that have one.
[[nodiscard]] int menuPartWidth();
/// At the end of the control, as high as that.
[[nodiscard]] QRect menuPart(const QStyleOption &option);
/// A chevron in the middle of this place.
void chevron(QPainter *painter, const QRect &place, const QColor &colour, bool up = false);
/// The same in the menu part, in the colour of what can be used, or cannot.
void menuChevron(const QStyleOption &option, QPainter *painter);

/// The ground, the border and the ring of a button.
void paintButton(const QStyleOption &option, QPainter *painter, const QWidget *widget, bool flat);
/// With label and chevron.
void paintToolButton(
    const QStyle &style, const QStyleOptionToolButton &option, QPainter *painter,
    const QWidget *widget);
/// Of a tab, but for its label.
void paintTab(const QStyleOptionTab &option, QPainter *painter);
/// The cross that closes a tab.
void paintCloseMark(const QStyleOption &option, QPainter *painter);
void paintSpinBox(
    const QStyle &style, const QStyleOptionSpinBox &option, QPainter *painter,
    const QWidget *widget);

} // namespace podium::ui
