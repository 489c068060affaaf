// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/common/marks.h"

#include "widgets/common/theme.h"

#include <QPainter>
#include <QPainterPath>

namespace podium::ui {

using models::Mark;

namespace {

void paintBusy(QPainter &painter, const QRectF &ring)
{
    painter.drawEllipse(ring);
    painter.setBrush(painter.pen().color());
    painter.drawPie(ring, 90 * 16, 180 * 16);
}

void paintWarning(QPainter &painter, const QRectF &square, const QColor &hole)
{
    QPainterPath triangle;
    triangle.moveTo(square.center().x(), square.top() + square.height() * 0.04);
    triangle.lineTo(square.right(), square.bottom() - square.height() * 0.06);
    triangle.lineTo(square.left(), square.bottom() - square.height() * 0.06);
    triangle.closeSubpath();
    painter.setBrush(painter.pen().color());
    painter.setPen(Qt::NoPen);
    painter.drawPath(triangle);
    painter.setBrush(hole);
    const qreal w = square.width() * 0.13;
    const qreal x = square.center().x() - w / 2;
    painter.drawRect(QRectF(x, square.top() + square.height() * 0.38, w, square.height() * 0.28));
    painter.drawRect(QRectF(x, square.top() + square.height() * 0.74, w, w));
}

void paintBad(QPainter &painter, const QRectF &square, const QColor &hole)
{
    const QPointF c = square.center();
    const qreal r = square.width() * 0.56;
    QPolygonF diamond(
        {{c.x(), c.y() - r}, {c.x() + r, c.y()}, {c.x(), c.y() + r}, {c.x() - r, c.y()}});
    painter.setBrush(painter.pen().color());
    painter.setPen(Qt::NoPen);
    painter.drawPolygon(diamond);
    painter.setBrush(hole);
    painter.drawRect(QRectF(c.x() - r * 0.45, c.y() - r * 0.13, r * 0.9, r * 0.26));
}

} // namespace

void paintMark(
    QPainter &painter, const QRectF &square, Mark mark, const QPalette &palette,
    const QColor &colour)
{
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    const qreal stroke = qMax<qreal>(1.4, square.width() * 0.15);
    const QRectF ring = square.adjusted(stroke / 2, stroke / 2, -stroke / 2, -stroke / 2);
    const QColor &hole = palette.color(QPalette::Base);
    painter.setPen(QPen(colour.isValid() ? colour : markColour(mark, tones(palette)), stroke));
    painter.setBrush(Qt::NoBrush);
    switch (mark) {
    case Mark::Good:
        painter.setBrush(painter.pen().color());
        painter.drawEllipse(ring);
        break;
    case Mark::Busy:
        paintBusy(painter, ring);
        break;
    case Mark::Warning:
        paintWarning(painter, square, hole);
        break;
    case Mark::Bad:
        paintBad(painter, square, hole);
        break;
    case Mark::Off:
        painter.drawEllipse(ring);
        break;
    case Mark::Unknown: {
        QPen pen = painter.pen();
        pen.setDashPattern({1.2, 1.4});
        pen.setCapStyle(Qt::FlatCap);
        painter.setPen(pen);
        painter.drawEllipse(ring);
        break;
    }
    }
    painter.restore();
}

MarkWidget::MarkWidget(QWidget *parent) : QWidget(parent)
{
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
}

void MarkWidget::setMark(Mark mark, const QString &word)
{
    m_mark = mark;
    setAccessibleName(word);
    update();
}

QSize MarkWidget::sizeHint() const
{
    const int side = qMax(Grid + 2, fontMetrics().ascent() - 2);
    return {side, side};
}

void MarkWidget::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    const qreal side = qMin(width(), height());
    paintMark(
        painter, QRectF((width() - side) / 2, (height() - side) / 2, side, side), m_mark,
        palette());
}

} // namespace podium::ui
