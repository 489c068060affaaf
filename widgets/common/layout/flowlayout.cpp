// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/common/layout/flowlayout.h"

#include <QWidgetItem>

#include <algorithm>
#include <iterator>

namespace podium::ui {

FlowLayout::FlowLayout(int gap, QWidget *parent) : QLayout(parent)
{
    setSpacing(gap);
}

FlowLayout::~FlowLayout()
{
    qDeleteAll(m_items);
}

void FlowLayout::insertWidget(int index, QWidget *widget, Qt::Alignment alignment)
{
    addChildWidget(widget);
    auto *item = new QWidgetItem(widget);
    item->setAlignment(alignment);
    m_items.insert(index, item);
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

/// Those that are not hidden.
FlowLayout::Items FlowLayout::shown() const
{
    Items items;
    std::copy_if(
        m_items.begin(), m_items.end(), std::back_inserter(items),
        [](const QLayoutItem *item) { return !item->isEmpty(); });
    return items;
}

/// Where the row that begins with `first` ends, and how high it is.
FlowLayout::Row FlowLayout::rowFrom(const Items &items, int first, int width) const
{
    Row row{first, 0};
    int used = 0;
    for (; row.end < items.size(); ++row.end) {
        const QLayoutItem *item = items.at(row.end);
        const bool isLast = row.end + 1 == items.size();
        const int needed = isLast ? item->minimumSize().width() : item->sizeHint().width();
        if (row.end > first && used + needed > width) {
            break;
        }
        used += needed + spacing();
        row.height = qMax(row.height, item->sizeHint().height());
    }
    return row;
}

int FlowLayout::place(const QRect &rect, bool apply) const
{
    const QRect room = rect.marginsRemoved(contentsMargins());
    const Items items = shown();
    int y = room.top();
    for (int first = 0; first < items.size();) {
        const Row row = rowFrom(items, first, room.width());
        int x = room.left();
        for (; first < row.end; ++first) {
            QLayoutItem *item = items.at(first);
            const QSize hint = item->sizeHint();
            const bool isLast = first + 1 == items.size();
            const int width =
                isLast ? qMax(0, room.right() + 1 - x) : qMin(hint.width(), room.width());
            if (apply) {
                const int above = item->alignment() ? 0 : (row.height - hint.height()) / 2;
                const int height = item->alignment() ? row.height : hint.height();
                item->setGeometry(QRect(x, y + above, width, height));
            }
            x += width + spacing();
        }
        y += row.height + (first < items.size() ? spacing() : 0);
    }
    return y - rect.top() + contentsMargins().bottom();
}

} // namespace podium::ui
