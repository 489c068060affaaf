// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/activity/activitydelegate.h"

#include "core/models/activity/activitymodel.h"
#include "widgets/common/marks.h"
#include "widgets/common/theme.h"

#include <QPainter>

namespace podium::ui {

using models::ActivityModel;
using Column = ActivityModel::Column;

namespace {

bool isNew(const QModelIndex &index)
{
    return index.data(ActivityModel::NewRole).toBool();
}

/// The first row that was there when the person looked last, below one that was not.
bool isFirstOld(const QModelIndex &index)
{
    return !index.parent().isValid() && index.row() > 0 && !isNew(index) &&
           isNew(index.siblingAtRow(index.row() - 1));
}

} // namespace

void ActivityDelegate::initStyleOption(QStyleOptionViewItem *option, const QModelIndex &index) const
{
    ItemDelegate::initStyleOption(option, index);
    if (index.column() == int(Column::When)) {
        option->palette.setColor(QPalette::Text, tones(option->palette).muted);
    }
    if (index.column() == int(Column::Subject)) {
        option->textElideMode = Qt::ElideMiddle;
        if (isNew(index)) {
            option->font.setBold(true);
            option->fontMetrics = QFontMetrics(option->font);
        }
    }
}

void ActivityDelegate::paint(
    QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    const auto marked = index.parent().isValid() ? Column::What : Column::Kind;
    if (index.column() == int(marked)) {
        paintMarkedCell(
            *painter, option, index, index.data(ActivityModel::MarkRole).value<models::Mark>());
    } else {
        ItemDelegate::paint(painter, option, index);
    }
    if (isFirstOld(index)) {
        const QRect line(option.rect.left(), option.rect.top(), option.rect.width(), 2);
        painter->fillRect(line, option.palette.color(QPalette::Highlight));
    }
}

} // namespace podium::ui
