// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/sshconfig/filedelegate.h"

#include "core/models/sshconfig/planfilemodel.h"
#include "widgets/common/theme.h"

#include <QApplication>
#include <QPainter>

namespace podium::ui {

using models::PlanFileModel;

void FileDelegate::paint(
    QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    const QStyle *style = option.widget ? option.widget->style() : QApplication::style();
    style->drawPrimitive(QStyle::PE_PanelItemViewItem, &option, painter, option.widget);
    const bool selected = option.state & QStyle::State_Selected;
    const Tones colours = tones(option.palette);
    const QColor ink = option.palette.color(selected ? QPalette::HighlightedText : QPalette::Text);
    const QColor quiet = selected ? ink : colours.muted;
    const bool changed = index.data(PlanFileModel::ChangedRole).toBool();
    const QRect area = option.rect.adjusted(Grid, Grid / 2, -Grid, -Grid / 2);
    const int half = area.height() / 2;

    painter->save();
    QFont font = option.font;
    font.setWeight(changed ? QFont::DemiBold : QFont::Normal);
    painter->setFont(font);
    painter->setPen(ink);
    painter->drawText(
        QRect(area.left(), area.top(), area.width(), half), Qt::AlignLeft | Qt::AlignVCenter,
        QFontMetrics(font).elidedText(index.data().toString(), Qt::ElideMiddle, area.width()));
    painter->setFont(option.font);
    painter->setPen(changed && !selected ? colours.warning : quiet);
    painter->drawText(
        QRect(area.left(), area.top() + half, area.width(), half), Qt::AlignLeft | Qt::AlignVCenter,
        index.data(PlanFileModel::CountsRole).toString());
    painter->restore();
}

QSize FileDelegate::sizeHint(const QStyleOptionViewItem &option, const QModelIndex &) const
{
    return {Grid * 20, option.fontMetrics.height() * 2 + Grid * 3 / 2};
}

} // namespace podium::ui
