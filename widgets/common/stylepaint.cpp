// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/common/stylepaint.h"

#include "widgets/common/theme.h"

#include <QCheckBox>
#include <QPainter>
#include <QPlainTextEdit>
#include <QRadioButton>
#include <QStyleOption>

namespace podium::ui {

QColor fieldBorder(const QPalette &palette)
{
    constexpr qreal Seen = 3.05; // WCAG 2 asks for 3 : 1
    const QColor onBase =
        withContrast(palette.color(QPalette::Mid), palette.color(QPalette::Base), Seen);
    return withContrast(onBase, palette.color(QPalette::Window), Seen);
}

bool isMultiLineField(const QWidget *widget)
{
    return qobject_cast<const QPlainTextEdit *>(widget);
}

void box(QPainter *painter, const QRect &rect, const QColor &fill, const QColor &border)
{
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setBrush(fill);
    painter->setPen(border);
    painter->drawRoundedRect(QRectF(rect).adjusted(0.5, 0.5, -0.5, -0.5), Grid / 2, Grid / 2);
    painter->restore();
}

void focusRing(QPainter *painter, const QRect &rect, const QColor &colour)
{
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setBrush(Qt::NoBrush);
    painter->setPen(QPen(colour, 2));
    painter->drawRoundedRect(QRectF(rect).adjusted(1, 1, -1, -1), Grid / 2, Grid / 2);
    painter->restore();
}

void paintField(const QStyleOption &option, QPainter *painter)
{
    const bool enabled = option.state & QStyle::State_Enabled;
    box(painter, option.rect, option.palette.color(QPalette::Base),
        enabled ? fieldBorder(option.palette) : option.palette.color(QPalette::Mid));
    if (option.state & QStyle::State_HasFocus) {
        focusRing(painter, option.rect, tones(option.palette).accent);
    }
}

void paintFrame(const QStyleOption &option, QPainter *painter, const QWidget *widget)
{
    if (isMultiLineField(widget)) {
        paintField(option, painter);
        return;
    }
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setBrush(Qt::NoBrush);
    painter->setPen(option.palette.color(QPalette::Mid));
    painter->drawRect(QRectF(option.rect).adjusted(0.5, 0.5, -0.5, -0.5));
    painter->restore();
}

void paintFocus(const QStyleOption &option, QPainter *painter, const QWidget *widget)
{
    const bool byKeyboard = option.state & QStyle::State_KeyboardFocusChange;
    if (byKeyboard &&
        (qobject_cast<const QCheckBox *>(widget) || qobject_cast<const QRadioButton *>(widget))) {
        focusRing(painter, option.rect, tones(option.palette).accent);
    }
}

} // namespace podium::ui
