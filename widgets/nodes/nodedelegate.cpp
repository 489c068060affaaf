// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/nodes/nodedelegate.h"

#include "core/models/nodes/nodemodel.h"
#include "widgets/common/theme.h"

#include <QPainter>

namespace podium::ui {

using models::NodeColumn;
using models::NodeModel;

namespace {

bool hasMark(const QModelIndex &index)
{
    return NodeModel::kindOf(index) == NodeModel::RowKind::Node &&
           index.column() == int(NodeColumn::State);
}

} // namespace

void NodeDelegate::initStyleOption(QStyleOptionViewItem *option, const QModelIndex &index) const
{
    ItemDelegate::initStyleOption(option, index);
    const auto kind = NodeModel::kindOf(index);
    const auto column = NodeColumn(index.column());
    const bool name = column == NodeColumn::Name && kind != NodeModel::RowKind::Problem;
    option->font.setWeight(name ? QFont::DemiBold : QFont::Normal);
    if (column == NodeColumn::State) {
        option->textElideMode = Qt::ElideRight; // the state itself comes first
    }
    if (column == NodeColumn::Address && kind == NodeModel::RowKind::Node) {
        const qreal size = option->font.pointSizeF();
        option->font = monospaceFont();
        option->font.setPointSizeF(size);
    }
    const bool quiet = index.data(NodeModel::StaleRole).toBool() || column == NodeColumn::Version ||
                       column == NodeColumn::LastChange;
    if (quiet) {
        option->palette.setColor(QPalette::Text, tones(option->palette).muted);
    }
}

void NodeDelegate::paintProject(
    QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    ItemDelegate::paint(painter, option, index);
    QStyleOptionViewItem shown = option;
    initStyleOption(&shown, index);
    const int left = QFontMetrics(shown.font).horizontalAdvance(shown.text) + Grid * 3;
    const bool selected = option.state & QStyle::State_Selected;
    painter->save();
    painter->setFont(option.font);
    painter->setPen(
        selected ? option.palette.color(QPalette::HighlightedText) : tones(option.palette).muted);
    painter->drawText(
        option.rect.adjusted(left, 0, 0, 0), Qt::AlignVCenter,
        index.siblingAtColumn(int(NodeColumn::State)).data().toString());
    painter->restore();
}

void NodeDelegate::paint(
    QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    if (NodeModel::kindOf(index) == NodeModel::RowKind::Project) {
        paintProject(painter, option, index);
        return;
    }
    if (!hasMark(index)) {
        ItemDelegate::paint(painter, option, index);
        return;
    }
    const bool stale = index.data(NodeModel::StaleRole).toBool();
    paintMarkedCell(
        *painter, option, index, index.data(NodeModel::MarkRole).value<models::Mark>(),
        stale ? tones(option.palette).muted : QColor());
}

QSize NodeDelegate::sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    QSize size = ItemDelegate::sizeHint(option, index);
    if (hasMark(index)) {
        size.rwidth() += MarkRoom;
    }
    if (NodeModel::kindOf(index) != NodeModel::RowKind::Node) {
        size.setWidth(0); // it is drawn over the whole row, so no column has to hold it
    }
    return size;
}

} // namespace podium::ui
