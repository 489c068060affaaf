// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/projects/grantbars.h"

#include "widgets/common/labels.h"
#include "widgets/common/layout/boxes.h"
#include "widgets/common/theme.h"

#include <QPainter>
#include <QPainterPath>

#include <algorithm>

namespace podium::ui {

GrantBarRow::GrantBarRow(const models::GrantBar &bar, QWidget *parent) : QWidget(parent)
{
    setAccessibleName(tr("%1 in %2: %3").arg(bar.title, bar.zone, bar.usage));
    auto *title = new ElidedLabel(bar.title);
    QFont font = title->font();
    font.setWeight(QFont::DemiBold);
    title->setFont(font);
    auto *head = new QHBoxLayout;
    head->setSpacing(Grid);
    head->addWidget(title, 1);
    head->addWidget(mutedLabel(bar.zone));
    auto *usage =
        new ElidedLabel(bar.nodes.isEmpty() ? bar.usage : tr("%1 · %2").arg(bar.usage, bar.nodes));
    usage->setForegroundRole(QPalette::PlaceholderText);
    auto *column = makeColumn(Grid / 2, this);
    column->addLayout(head);
    column->addWidget(new UsageBar(bar));
    column->addWidget(usage);
}

UsageBar::UsageBar(const models::GrantBar &bar, QWidget *parent) : QWidget(parent), m_bar(bar)
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setAccessibleName(bar.usage);
}

QSize UsageBar::sizeHint() const
{
    return {Grid * 20, Grid};
}

void UsageBar::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const Tones colours = tones(palette());
    const QRectF area = QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5);
    QPainterPath shape;
    shape.addRoundedRect(area, area.height() / 2, area.height() / 2);
    painter.setPen(QPen(colours.muted, 1, m_bar.isComplete ? Qt::SolidLine : Qt::DashLine));
    painter.drawPath(shape);
    painter.setClipPath(shape);
    painter.setPen(Qt::NoPen);
    const double share = m_bar.count > 0 ? std::min(1.0, double(m_bar.used) / m_bar.count) : 0;
    const double idle =
        m_bar.used > 0 ? share * std::min(1.0, double(m_bar.leftovers) / m_bar.used) : 0;
    const QColor fill = m_bar.used > m_bar.count ? colours.bad : colours.accent;
    painter.fillRect(
        QRectF(area.left(), area.top(), area.width() * (share - idle), area.height()), fill);
    const QRectF held(
        area.left() + area.width() * (share - idle), area.top(), area.width() * idle,
        area.height());
    painter.fillRect(held, QBrush(colours.warning, Qt::BDiagPattern));
}

} // namespace podium::ui
