// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/run/targets/targetdelegate.h"

#include "core/models/run/targetwords.h"
#include "widgets/common/theme.h"

#include <QPainter>

namespace podium::ui {

void TargetDelegate::paint(
    QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    ItemDelegate::paint(painter, option, index);
    const QString word = index.data(Qt::DisplayRole).toString();
    const QString note = index.data(models::TargetWordModel::NoteRole).toString();
    const int used = option.fontMetrics.horizontalAdvance(word) + Grid * 3;
    const QRect room = option.rect.adjusted(used, 0, -Grid, 0);
    if (room.width() < Grid * 4) {
        return;
    }
    const bool isSelected = option.state.testFlag(QStyle::State_Selected);
    painter->setPen(
        isSelected ? option.palette.color(QPalette::HighlightedText) : tones(option.palette).muted);
    painter->drawText(
        room, Qt::AlignRight | Qt::AlignVCenter,
        option.fontMetrics.elidedText(note, Qt::ElideLeft, room.width()));
}

} // namespace podium::ui
