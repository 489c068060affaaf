// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/activity/activitydelegate.h"

#include "core/models/activity/activitymodel.h"
#include "widgets/common/marks.h"
#include "widgets/common/theme.h"

namespace podium::ui {

using models::ActivityModel;

void ActivityDelegate::initStyleOption(QStyleOptionViewItem *option, const QModelIndex &index) const
{
    ItemDelegate::initStyleOption(option, index);
    if (index.column() == int(ActivityModel::Column::When)) {
        option->palette.setColor(QPalette::Text, tones(option->palette).muted);
    }
}

void ActivityDelegate::paint(
    QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    if (index.column() != int(ActivityModel::Column::Kind)) {
        ItemDelegate::paint(painter, option, index);
        return;
    }
    paintMarkedCell(
        *painter, option, index, index.data(ActivityModel::MarkRole).value<models::Mark>());
}

} // namespace podium::ui
