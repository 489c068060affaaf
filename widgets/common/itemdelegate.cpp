// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/common/itemdelegate.h"

#include "widgets/common/labels.h"
#include "widgets/common/marks.h"
#include "widgets/common/theme.h"

#include <QAbstractItemView>
#include <QApplication>
#include <QHelpEvent>
#include <QToolTip>

namespace podium::ui {

QSize ItemDelegate::sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    QSize size = QStyledItemDelegate::sizeHint(option, index);
    size.setHeight(qMax(size.height() + Grid, Grid * 7 / 2));
    return size;
}

bool ItemDelegate::helpEvent(
    QHelpEvent *event, QAbstractItemView *view, const QStyleOptionViewItem &option,
    const QModelIndex &index)
{
    if (!event || event->type() != QEvent::ToolTip) {
        return QStyledItemDelegate::helpEvent(event, view, option, index);
    }
    QString text = index.data(Qt::ToolTipRole).toString();
    if (text.isEmpty()) {
        const QString shown = index.data(Qt::DisplayRole).toString();
        const bool cut = option.fontMetrics.horizontalAdvance(shown) + Grid > option.rect.width();
        text = cut ? shown : QString();
    }
    QToolTip::showText(event->globalPos(), plainToolTip(text), view);
    return true;
}

void ItemDelegate::paintMarkedCell(
    QPainter &painter, const QStyleOptionViewItem &option, const QModelIndex &index,
    models::Mark mark, const QColor &colour) const
{
    constexpr int Side = 11;
    // The background of the whole cell first, then the mark, then the text beside it.
    QStyleOptionViewItem full = option;
    initStyleOption(&full, index);
    const QStyle *style = option.widget ? option.widget->style() : QApplication::style();
    style->drawPrimitive(QStyle::PE_PanelItemViewItem, &full, &painter, option.widget);

    const bool selected = option.state & QStyle::State_Selected;
    const QRectF square(
        option.rect.left() + Grid, option.rect.center().y() - Side / 2.0 + 0.5, Side, Side);
    paintMark(
        painter, square, mark, option.palette,
        selected ? option.palette.color(QPalette::HighlightedText) : colour);
    QStyleOptionViewItem text = option;
    text.rect.setLeft(option.rect.left() + Grid + Side);
    QStyledItemDelegate::paint(&painter, text, index);
}

void ItemDelegate::initStyleOption(QStyleOptionViewItem *option, const QModelIndex &index) const
{
    QStyledItemDelegate::initStyleOption(option, index);
    option->state &= ~QStyle::State_HasFocus;
}

} // namespace podium::ui
