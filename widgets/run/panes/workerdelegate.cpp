// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/run/panes/workerdelegate.h"

#include "core/models/run/runmodel.h"
#include "widgets/common/marks.h"
#include "widgets/common/theme.h"

#include <QPainter>

namespace podium::ui {

using models::RunModel;

namespace {

models::Mark markOf(const QModelIndex &index)
{
    return models::paneMark(models::PaneState(index.data(RunModel::StateRole).toInt()));
}

} // namespace

void WorkerDelegate::initStyleOption(QStyleOptionViewItem *option, const QModelIndex &index) const
{
    ItemDelegate::initStyleOption(option, index);
    const bool isSelected = option->state.testFlag(QStyle::State_Selected);
    if (index.column() == RunModel::StateColumn && !isSelected) {
        option->palette.setColor(QPalette::Text, markColour(markOf(index), tones(option->palette)));
    }
    if (index.column() == RunModel::WorkerColumn) {
        const int matches = index.data(RunModel::MatchesRole).toInt();
        if (matches > 0) {
            const bool hasMore = index.data(RunModel::MayHaveMoreRole).toBool();
            option->text +=
                (hasMore ? QStringLiteral("  (≥ %1)") : QStringLiteral("  (%1)")).arg(matches);
        }
        option->textElideMode = Qt::ElideMiddle;
        option->decorationSize = QSize(option->fontMetrics.ascent(), option->fontMetrics.ascent());
        option->features |= QStyleOptionViewItem::HasDecoration; // room for the mark
    }
}

void WorkerDelegate::paint(
    QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    ItemDelegate::paint(painter, option, index);
    if (index.column() != RunModel::WorkerColumn) {
        return;
    }
    const bool isSelected = option.state.testFlag(QStyle::State_Selected);
    const int side = option.fontMetrics.ascent() - 1;
    const QRectF square(
        option.rect.left() + Grid / 2, option.rect.center().y() - side / 2.0 + 0.5, side, side);
    paintMark(
        *painter, square, markOf(index), option.palette,
        isSelected ? option.palette.color(QPalette::HighlightedText) : QColor());
}

} // namespace podium::ui
