// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/sshconfig/diffdelegate.h"

#include "core/models/sshconfig/diffmodel.h"
#include "widgets/common/theme.h"

#include <QPainter>

namespace podium::ui {

using models::DiffModel;
using models::DiffRow;

namespace {

constexpr int SignRoom = Grid * 2;

struct Look
{
    QColor background;
    QColor strong;
    QChar sign;
};

Look lookOf(const QModelIndex &index, const Tones &colours, const QPalette &palette)
{
    const auto kind = DiffRow::Kind(index.data(DiffModel::KindRole).toInt());
    const auto column = DiffModel::Column(index.column());
    const bool isAfter =
        column == DiffModel::Column::After || column == DiffModel::Column::AfterNumber;
    if (kind == DiffRow::Kind::Gap) {
        return {palette.color(QPalette::Window), {}, {}};
    }
    if (index.data(DiffModel::MissingRole).toBool()) {
        return {palette.color(QPalette::AlternateBase), {}, {}};
    }
    if (kind == DiffRow::Kind::Same) {
        return {palette.color(QPalette::Base), {}, {}};
    }
    return isAfter ? Look{colours.addedBackground, colours.addedStrong, QLatin1Char('+')}
                   : Look{colours.removedBackground, colours.removedStrong, QChar(0x2212)};
}

} // namespace

void DiffDelegate::paint(
    QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    const Tones colours = tones(option.palette);
    const Look look = lookOf(index, colours, option.palette);
    const auto column = DiffModel::Column(index.column());
    const bool isNumber =
        column == DiffModel::Column::BeforeNumber || column == DiffModel::Column::AfterNumber;
    const bool isGap = DiffRow::Kind(index.data(DiffModel::KindRole).toInt()) == DiffRow::Kind::Gap;
    const QString text = index.data().toString();

    painter->save();
    painter->fillRect(option.rect, look.background);
    painter->setFont(option.font);
    if (isNumber || isGap) {
        painter->setPen(
            withContrast(colours.muted, look.background.isValid() ? look.background : Qt::white));
        painter->drawText(
            option.rect.adjusted(Grid, 0, -Grid, 0),
            (isNumber ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter, text);
        painter->restore();
        return;
    }
    const QColor ink = option.palette.color(QPalette::Text);
    painter->setPen(ink);
    if (!look.sign.isNull()) {
        painter->drawText(
            QRect(option.rect.left(), option.rect.top(), SignRoom, option.rect.height()),
            Qt::AlignCenter, look.sign);
    }
    const QRect area = option.rect.adjusted(SignRoom, 0, 0, 0);
    const int start = index.data(DiffModel::ChangedStartRole).toInt();
    const int length = index.data(DiffModel::ChangedLengthRole).toInt();
    if (length > 0 && look.strong.isValid()) {
        const QFontMetrics metrics(option.font);
        const int left = metrics.horizontalAdvance(text.left(start));
        const int wide = metrics.horizontalAdvance(text.mid(start, length));
        painter->fillRect(
            QRect(area.left() + left, area.top() + 2, wide, area.height() - 4)
                .intersected(option.rect),
            look.strong);
    }
    painter->setClipRect(option.rect);
    painter->drawText(area, Qt::AlignVCenter | Qt::TextSingleLine, text);
    painter->restore();
}

QSize DiffDelegate::sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    const QString text = index.data().toString();
    return {
        option.fontMetrics.horizontalAdvance(text) + SignRoom + Grid,
        option.fontMetrics.height() + Grid / 2};
}

} // namespace podium::ui
