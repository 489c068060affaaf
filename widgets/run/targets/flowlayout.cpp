// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/run/targets/flowlayout.h"

#include <QWidgetItem>

namespace podium::ui {

FlowLayout::FlowLayout(int gap, QWidget *parent) : QLayout(parent)
{
    setSpacing(gap);
}

FlowLayout::~FlowLayout()
{
    qDeleteAll(m_items);
}

void FlowLayout::insertWidget(int index, QWidget *widget)
{
    addChildWidget(widget);
    m_items.insert(index, new QWidgetItem(widget));
    invalidate();
}

void FlowLayout::addItem(QLayoutItem *item)
{
    m_items.append(item);
}

QLayoutItem *FlowLayout::takeAt(int index)
{
    return index >= 0 && index < m_items.size() ? m_items.takeAt(index) : nullptr;
}

int FlowLayout::heightForWidth(int width) const
{
    return place(QRect(0, 0, width, 0), false);
}

void FlowLayout::setGeometry(const QRect &rect)
{
    QLayout::setGeometry(rect);
    place(rect, true);
}

QSize FlowLayout::minimumSize() const
{
    QSize size;
    for (const QLayoutItem *item : m_items) {
        size = size.expandedTo(item->minimumSize());
    }
    const QMargins margins = contentsMargins();
    return size + QSize(margins.left() + margins.right(), margins.top() + margins.bottom());
}

int FlowLayout::place(const QRect &rect, bool apply) const
{
    const QRect room = rect.marginsRemoved(contentsMargins());
    int x = room.left();
    int y = room.top();
    int rowHeight = 0;
    for (int i = 0; i < m_items.size(); ++i) {
        QLayoutItem *item = m_items.at(i);
        const QSize hint = item->sizeHint();
        const bool isLast = i + 1 == m_items.size();
        const int needed = isLast ? item->minimumSize().width() : hint.width();
        if (x > room.left() && x + needed > room.right() + 1) {
            x = room.left();
            y += rowHeight + spacing();
            rowHeight = 0;
        }
        const int width = isLast ? qMax(0, room.right() + 1 - x) : qMin(hint.width(), room.width());
        if (apply) {
            item->setGeometry(QRect(x, y, width, hint.height()));
        }
        x += width + spacing();
        rowHeight = qMax(rowHeight, hint.height());
    }
    return y + rowHeight - rect.top() + contentsMargins().bottom();
}

} // namespace podium::ui
