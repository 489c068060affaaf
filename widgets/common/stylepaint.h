// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QColor>

class QPainter;
class QPalette;
class QRect;
class QStyleOption;
class QWidget;

namespace podium::ui {

// What the style draws around controls. All of it is antialiased and stays within its rect, so that
// nothing is lost, and nothing is left behind, where a pixel is a fraction of one of the screen.

/// Of fields and what is like one: its edge is what says where it is, so it has to be seen.
[[nodiscard]] QColor fieldBorder(const QPalette &palette);
[[nodiscard]] bool isMultiLineField(const QWidget *widget);

void box(QPainter *painter, const QRect &rect, const QColor &fill, const QColor &border);
void focusRing(QPainter *painter, const QRect &rect, const QColor &colour);
void paintField(const QStyleOption &option, QPainter *painter);
/// Around a multi-line field or a list.
void paintFrame(const QStyleOption &option, QPainter *painter, const QWidget *widget);
/// Of a check box or radio button that the keyboard has come to.
void paintFocus(const QStyleOption &option, QPainter *painter, const QWidget *widget);

} // namespace podium::ui
