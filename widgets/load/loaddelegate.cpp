// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/load/loaddelegate.h"

#include "core/models/load/loadmodel.h"
#include "widgets/common/marks.h"
#include "widgets/common/theme.h"
#include "widgets/load/loadchart.h"

#include <QListView>
#include <QPainter>

namespace podium::ui {

using models::LoadModel;
using models::Mark;

namespace {

constexpr int Gap = Grid / 2; ///< between pictures

QColor frameOf(bool isSelected, bool isOdd, const Tones &colours)
{
    return isSelected ? colours.accent : isOdd ? colours.warning : colours.line;
}

} // namespace

QSize LoadDelegate::smallest(const QFontMetrics &metrics)
{
    const int text = metrics.horizontalAdvance(QStringLiteral("pod-v4:63 100 %"));
    return {text + Grid * 7, metrics.height() + Grid * 4 + Gap * 2};
}

QSize LoadDelegate::sizeHint(const QStyleOptionViewItem &option, const QModelIndex &) const
{
    const auto *view = qobject_cast<const QListView *>(option.widget);
    return view && view->gridSize().isValid() ? view->gridSize() : smallest(option.fontMetrics);
}

void LoadDelegate::paint(
    QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    const Tones colours = tones(option.palette);
    const bool isSelected = option.state.testFlag(QStyle::State_Selected);
    const bool isOdd = index.data(LoadModel::OddRole).toBool();
    const auto mark = index.data(LoadModel::MarkRole).value<Mark>();
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    const QRectF card = QRectF(option.rect).adjusted(Gap, Gap, -Gap, -Gap);
    painter->setPen(QPen(frameOf(isSelected, isOdd, colours), isSelected || isOdd ? 2 : 1));
    painter->setBrush(
        option.state.testFlag(QStyle::State_MouseOver) ? colours.hover
                                                       : option.palette.color(QPalette::Base));
    painter->drawRoundedRect(card.adjusted(0.5, 0.5, -0.5, -0.5), 4, 4);

    const QRectF inner = card.adjusted(Grid, Gap, -Grid, -Gap);
    const int line = option.fontMetrics.height();
    const int side = option.fontMetrics.ascent() - 1;
    paintMark(
        *painter, QRectF(inner.left(), inner.top() + (line - side) / 2.0, side, side), mark,
        option.palette);
    const QRectF head(inner.left(), inner.top(), inner.width(), line);
    const QRectF picture = inner.adjusted(0, line + Gap, 0, 0);
    const QString value = index.data(LoadModel::ValueRole).toString();
    const bool isNumber = mark == Mark::Good || mark == Mark::Warning;
    painter->setPen(isNumber ? option.palette.color(QPalette::Text) : colours.muted);
    painter->drawText(
        isNumber ? head : picture,
        (isNumber ? Qt::AlignRight : Qt::AlignHCenter) | Qt::AlignVCenter | Qt::TextSingleLine,
        value);
    const int taken = isNumber ? option.fontMetrics.horizontalAdvance(value) + Grid : 0;
    const qreal room = inner.width() - side - Gap - taken;
    painter->setPen(colours.muted);
    painter->drawText(
        head.adjusted(side + Gap, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine,
        option.fontMetrics.elidedText(
            index.data(Qt::DisplayRole).toString(), Qt::ElideMiddle, int(qMax(0.0, room))));
    const auto spark = index.data(LoadModel::SparkRole).value<models::SharedSpark>();
    if (spark) {
        const QColor colour = isOdd ? colours.warning : colours.accent;
        paintSpark(*painter, picture, *spark, colour, colours.line);
    }
    painter->restore();
}

} // namespace podium::ui
