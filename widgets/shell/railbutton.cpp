// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/shell/railbutton.h"

#include "widgets/common/icons.h"
#include "widgets/common/theme.h"

#include <QPainter>

namespace podium::ui {

namespace {

constexpr int IconSide = Grid * 5 / 2;

} // namespace

RailButton::RailButton(const QString &icon, const QString &title, QWidget *parent)
    : QToolButton(parent)
    , m_icon(icon)
{
    setText(title);
    setAccessibleName(title);
    setCheckable(true);
    setAutoExclusive(true);
    setFocusPolicy(Qt::TabFocus);
    setCursor(Qt::PointingHandCursor);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void RailButton::setBadge(const QString &text, const QString &meaning)
{
    m_badge = text;
    setAccessibleDescription(meaning);
    update();
}

QSize RailButton::sizeHint() const
{
    return {fontMetrics().horizontalAdvance(text()) + Grid * 10, Grid * 5};
}

void RailButton::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const Tones colours = tones(palette());
    const QRectF area = QRectF(rect()).adjusted(Grid / 2, 1, -Grid / 2, -1);
    if (isChecked() || underMouse()) {
        painter.setPen(Qt::NoPen);
        painter.setBrush(isChecked() ? colours.infoBackground : colours.hover);
        painter.drawRoundedRect(area, Grid / 2, Grid / 2);
    }
    if (hasFocus()) {
        painter.setPen(QPen(colours.accent, 2));
        painter.setBrush(Qt::NoBrush);
        painter.drawRoundedRect(area.adjusted(1, 1, -1, -1), Grid / 2, Grid / 2);
    }
    const QColor colour = isChecked() ? colours.accent : palette().color(QPalette::WindowText);
    const QRect icon(Grid * 3 / 2, (height() - IconSide) / 2, IconSide, IconSide);
    themedIcon(m_icon, colour).paint(&painter, icon);

    QFont font = this->font();
    font.setBold(isChecked());
    painter.setFont(font);
    painter.setPen(colour);
    const int left = icon.right() + Grid * 5 / 4;
    painter.drawText(QRect(left, 0, width() - left, height()), Qt::AlignVCenter, text());
    paintBadge(painter);
}

void RailButton::paintBadge(QPainter &painter) const
{
    if (m_badge.isEmpty()) {
        return;
    }
    QFont font = this->font();
    font.setBold(true);
    font.setPointSizeF(font.pointSizeF() * 0.85);
    painter.setFont(font);
    const int high = Grid * 9 / 4;
    const int wide = qMax(high, painter.fontMetrics().horizontalAdvance(m_badge) + Grid);
    const QRectF pill(width() - wide - Grid * 3 / 2, (height() - high) / 2.0, wide, high);
    painter.setPen(Qt::NoPen);
    painter.setBrush(palette().color(QPalette::Highlight));
    painter.drawRoundedRect(pill, high / 2.0, high / 2.0);
    painter.setPen(palette().color(QPalette::HighlightedText));
    painter.drawText(pill, Qt::AlignCenter, m_badge);
}

} // namespace podium::ui
