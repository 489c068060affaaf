// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/projects/projectdelegate.h"

#include "core/models/projects/projectlistmodel.h"
#include "widgets/common/marks.h"
#include "widgets/common/theme.h"

#include <QApplication>
#include <QPainter>

namespace podium::ui {

using models::ProjectListModel;

void ProjectDelegate::paint(
    QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    const QStyle *style = option.widget ? option.widget->style() : QApplication::style();
    style->drawPrimitive(QStyle::PE_PanelItemViewItem, &option, painter, option.widget);
    const bool selected = option.state & QStyle::State_Selected;
    const QColor ink = option.palette.color(selected ? QPalette::HighlightedText : QPalette::Text);
    const QRect area = option.rect.adjusted(Grid, Grid / 2, -Grid, -Grid / 2);
    const int half = area.height() / 2;
    const int side = option.fontMetrics.ascent() - 2;
    paintMark(
        *painter, QRectF(area.left(), area.top() + (half - side) / 2.0, side, side),
        index.data(ProjectListModel::MarkRole).value<models::Mark>(), option.palette,
        selected ? ink : QColor());
    const int left = area.left() + MarkRoom;
    const int width = area.right() - left;
    const auto draw = [&](int top, const QFont &font, const QString &text, const QColor &colour,
                          Qt::TextElideMode mode) {
        painter->setFont(font);
        painter->setPen(colour);
        painter->drawText(
            QRect(left, top, width, half), Qt::AlignLeft | Qt::AlignVCenter,
            QFontMetrics(font).elidedText(text, mode, width));
    };
    painter->save();
    QFont bold = option.font;
    bold.setWeight(QFont::DemiBold);
    draw(area.top(), bold, index.data().toString(), ink, Qt::ElideMiddle);
    draw(
        area.top() + half, option.font, index.data(ProjectListModel::StatusRole).toString(),
        selected ? ink : tones(option.palette).muted, Qt::ElideRight);
    painter->restore();
}

QSize ProjectDelegate::sizeHint(const QStyleOptionViewItem &option, const QModelIndex &) const
{
    return {Grid * 20, option.fontMetrics.height() * 2 + Grid * 2};
}

} // namespace podium::ui
