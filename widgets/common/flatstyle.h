// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "widgets/common/stylebuttons.h"

#include <QProxyStyle>

namespace podium::ui {

/// Fusion without its gradients: flat controls with hairline borders and one accent, all from
/// the palette. Used where the desktop brings no style of its own.
class FlatStyle final : public QProxyStyle
{
    Q_OBJECT

public:
    FlatStyle();

    void drawPrimitive(
        PrimitiveElement element, const QStyleOption *option, QPainter *painter,
        const QWidget *widget) const override;
    void drawControl(
        ControlElement element, const QStyleOption *option, QPainter *painter,
        const QWidget *widget) const override;
    void drawComplexControl(
        ComplexControl control, const QStyleOptionComplex *option, QPainter *painter,
        const QWidget *widget) const override;
    int pixelMetric(
        PixelMetric metric, const QStyleOption *option, const QWidget *widget) const override;
    int styleHint(
        StyleHint hint, const QStyleOption *option, const QWidget *widget,
        QStyleHintReturn *data) const override;
    QSize sizeFromContents(
        ContentsType type, const QStyleOption *option, const QSize &size,
        const QWidget *widget) const override;
    QRect subElementRect(
        SubElement element, const QStyleOption *option, const QWidget *widget) const override;
    QRect subControlRect(
        ComplexControl control, const QStyleOptionComplex *option, SubControl part,
        const QWidget *widget) const override;
    QIcon standardIcon(
        StandardPixmap icon, const QStyleOption *option, const QWidget *widget) const override;
};

} // namespace podium::ui
