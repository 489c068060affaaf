// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/load/loaddelegate.h"

#include "core/models/load/loadgroups.h"
#include "widgets/common/icons.h"
#include "widgets/common/marks.h"
#include "widgets/common/theme.h"
#include "widgets/load/loadchart.h"
#include "widgets/load/loadview.h"

#include <QPainter>

namespace podium::ui {

using models::LoadGroups;
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

QSize LoadDelegate::sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    const auto *view = qobject_cast<const LoadView *>(option.widget);
    return view ? view->sizeOf(index) : smallest(option.fontMetrics);
}

/// Chevron, mark, name, sum and zone from the left, the mean at the right; where there is little
/// room the zone goes first.
void LoadDelegate::paintHeading(
    QPainter &painter, const QStyleOptionViewItem &option, const QModelIndex &index)
{
    const Tones colours = tones(option.palette);
    const bool isSelected = option.state.testFlag(QStyle::State_Selected);
    painter.setRenderHint(QPainter::Antialiasing);
    const QRectF bar = QRectF(option.rect).adjusted(Gap + 0.5, Gap + 0.5, -Gap - 0.5, -0.5);
    painter.setPen(isSelected ? QPen(colours.accent, 2) : QPen(Qt::NoPen));
    painter.setBrush(
        option.state.testFlag(QStyle::State_MouseOver) ? QBrush(colours.hover)
                                                       : QBrush(Qt::NoBrush));
    painter.drawRoundedRect(bar, 4, 4);
    const int side = option.fontMetrics.ascent() - 1;
    QRectF line = bar.adjusted(Gap, 0, -Grid, 0);
    const auto takeSquare = [&line](qreal size) {
        const QRectF square(line.left(), line.center().y() - size / 2, size, size);
        line.setLeft(line.left() + size + Gap);
        return square;
    };
    const bool isFolded = index.data(LoadGroups::FoldedRole).toBool();
    themedIcon(isFolded ? QStringLiteral("chevron-right") : QStringLiteral("chevron-down"))
        .paint(&painter, takeSquare(Grid * 3 / 2).toRect());
    const auto mark = index.data(LoadModel::MarkRole).value<Mark>();
    paintMark(painter, takeSquare(side), mark, option.palette);

    QFont bold = option.font;
    bold.setBold(true);
    const auto put = [&](const QString &text, const QFont &font, const QColor &colour) {
        const int width = QFontMetrics(font).horizontalAdvance(text);
        painter.setFont(font);
        painter.setPen(colour);
        painter.drawText(
            line, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine,
            QFontMetrics(font).elidedText(text, Qt::ElideRight, qMax(0, int(line.width()))));
        line.setLeft(line.left() + width + Grid * 3 / 2);
    };
    const QString mean = index.data(LoadModel::ValueRole).toString();
    const QColor text = option.palette.color(QPalette::Text);
    painter.setFont(option.font);
    painter.setPen(text);
    painter.drawText(line, Qt::AlignRight | Qt::AlignVCenter | Qt::TextSingleLine, mean);
    line.setRight(line.right() - option.fontMetrics.horizontalAdvance(mean) - Grid * 3 / 2);
    put(index.data(Qt::DisplayRole).toString(), bold, text);
    const bool isOdd = index.data(LoadModel::OddRole).toBool();
    put(index.data(LoadGroups::SumRole).toString(), option.font,
        isOdd ? colours.warning : colours.muted);
    const QString zone = index.data(LoadGroups::ZoneRole).toString();
    if (option.fontMetrics.horizontalAdvance(zone) <= line.width()) {
        put(zone, option.font, colours.muted);
    }
}

void LoadDelegate::paint(
    QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    painter->save();
    if (index.data(LoadGroups::HeadingRole).toBool()) {
        paintHeading(*painter, option, index);
        painter->restore();
        return;
    }
    const Tones colours = tones(option.palette);
    const bool isSelected = option.state.testFlag(QStyle::State_Selected);
    const bool isOdd = index.data(LoadModel::OddRole).toBool();
    const auto mark = index.data(LoadModel::MarkRole).value<Mark>();
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
