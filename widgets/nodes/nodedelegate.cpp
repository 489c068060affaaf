// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/nodes/nodedelegate.h"

#include "core/models/nodemodel.h"
#include "widgets/common/marks.h"
#include "widgets/common/theme.h"

#include <QApplication>
#include <QPainter>

namespace podium::ui {

using models::NodeColumn;
using models::NodeModel;

namespace {

constexpr int MarkSide = Grid + 3;
constexpr int MarkRoom = MarkSide + Grid;

NodeModel::RowKind kindOf(const QModelIndex &index)
{
    return NodeModel::RowKind(index.data(NodeModel::KindRole).toInt());
}

bool hasMark(const QModelIndex &index)
{
    return kindOf(index) == NodeModel::RowKind::Node && index.column() == int(NodeColumn::State);
}

} // namespace

void NodeDelegate::initStyleOption(QStyleOptionViewItem *option, const QModelIndex &index) const
{
    ItemDelegate::initStyleOption(option, index);
    const auto kind = kindOf(index);
    const auto column = NodeColumn(index.column());
    const bool name = column == NodeColumn::Name && kind != NodeModel::RowKind::Problem;
    option->font.setWeight(name ? QFont::DemiBold : QFont::Normal);
    if (column == NodeColumn::Address && kind == NodeModel::RowKind::Node) {
        const qreal size = option->font.pointSizeF();
        option->font = monospaceFont();
        option->font.setPointSizeF(size);
    }
    const bool quiet = index.data(NodeModel::StaleRole).toBool() ||
                       (kind == NodeModel::RowKind::Project && !name) ||
                       column == NodeColumn::Version || column == NodeColumn::LastChange;
    if (quiet) {
        option->palette.setColor(QPalette::Text, tones(option->palette).muted);
    }
}

void NodeDelegate::paint(
    QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    if (!hasMark(index)) {
        ItemDelegate::paint(painter, option, index);
        return;
    }
    // The background of the whole cell first, then the mark, then the text beside it.
    QStyleOptionViewItem full = option;
    initStyleOption(&full, index);
    const QStyle *style = option.widget ? option.widget->style() : QApplication::style();
    style->drawPrimitive(QStyle::PE_PanelItemViewItem, &full, painter, option.widget);

    const bool selected = option.state & QStyle::State_Selected;
    const bool stale = index.data(NodeModel::StaleRole).toBool();
    const QRectF square(
        option.rect.left() + Grid / 2.0, option.rect.center().y() - MarkSide / 2.0 + 0.5, MarkSide,
        MarkSide);
    QColor colour;
    if (selected) {
        colour = option.palette.color(QPalette::HighlightedText);
    } else if (stale) {
        colour = tones(option.palette).muted;
    }
    paintMark(
        *painter, square, index.data(NodeModel::MarkRole).value<models::Mark>(), option.palette,
        colour);
    QStyleOptionViewItem text = option;
    text.rect.setLeft(option.rect.left() + MarkRoom);
    ItemDelegate::paint(painter, text, index);
}

QSize NodeDelegate::sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    QSize size = ItemDelegate::sizeHint(option, index);
    if (hasMark(index)) {
        size.rwidth() += MarkRoom;
    }
    return size;
}

} // namespace podium::ui
