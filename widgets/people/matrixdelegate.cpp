// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/people/matrixdelegate.h"

#include "core/models/people/peoplematrix.h"
#include "widgets/common/theme.h"

#include <QApplication>
#include <QPainter>

namespace podium::ui {

using models::PeopleMatrix;
using models::PersonState;

namespace {

void paintBackground(QPainter &painter, const QStyleOptionViewItem &option)
{
    const QStyle *style = option.widget ? option.widget->style() : QApplication::style();
    style->drawPrimitive(QStyle::PE_PanelItemViewItem, &option, &painter, option.widget);
}

struct Colours
{
    QColor sign;
    QColor background;
};

Colours coloursOf(PersonState state, const Tones &tones)
{
    switch (state) {
    case PersonState::AsWished:
        return {tones.good, {}};
    case PersonState::ToAdd:
        return {tones.accent, tones.addedBackground};
    case PersonState::ToRemove:
        return {tones.bad, tones.removedBackground};
    case PersonState::Differs:
        return {tones.warning, tones.warningBackground};
    case PersonState::Blocked:
        return {tones.bad, tones.badBackground};
    case PersonState::Unknown:
    case PersonState::Nothing:
        break;
    }
    return {tones.muted, {}};
}

} // namespace

QSize PersonDelegate::sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    QSize size = ItemDelegate::sizeHint(option, index);
    size.setHeight(PersonRowHeight);
    return size;
}

void PersonDelegate::paint(
    QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    QStyleOptionViewItem full = option;
    initStyleOption(&full, index);
    paintBackground(*painter, full);
    const bool isSelected = option.state.testFlag(QStyle::State_Selected);
    const bool hasLeft = index.data(PeopleMatrix::HasLeftRole).toBool();
    const QString problem = index.data(PeopleMatrix::ProblemRole).toString();
    const Tones colours = tones(option.palette);
    const QColor own = isSelected ? option.palette.color(QPalette::HighlightedText)
                                  : option.palette.color(QPalette::Text);
    const QColor second = isSelected ? own : problem.isEmpty() ? colours.muted : colours.warning;
    const QRect area = option.rect.adjusted(Grid * 2, Grid / 2, -Grid, -Grid / 2);
    const int half = area.height() / 2;
    painter->save();
    QFont font = option.font;
    font.setItalic(hasLeft);
    painter->setFont(font);
    const QFontMetrics metrics(font);
    painter->setPen(hasLeft && !isSelected ? colours.muted : own);
    painter->drawText(
        QRect(area.left(), area.top(), area.width(), half), Qt::AlignLeft | Qt::AlignVCenter,
        metrics.elidedText(index.data().toString(), Qt::ElideRight, area.width()));
    painter->setPen(second);
    const QString facts =
        problem.isEmpty() ? index.data(PeopleMatrix::FactsRole).toString() : problem;
    painter->drawText(
        QRect(area.left(), area.top() + half, area.width(), half), Qt::AlignLeft | Qt::AlignVCenter,
        metrics.elidedText(facts, Qt::ElideRight, area.width()));
    painter->restore();
}

void StateDelegate::paint(
    QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    QStyleOptionViewItem full = option;
    initStyleOption(&full, index);
    const auto state = PersonState(index.data(PeopleMatrix::StateRole).toInt());
    const Colours colours = coloursOf(state, tones(option.palette));
    const bool isSelected = option.state.testFlag(QStyle::State_Selected);
    painter->save();
    if (isSelected) {
        full.text.clear();
        paintBackground(*painter, full);
    } else if (colours.background.isValid()) {
        painter->fillRect(option.rect.adjusted(1, 1, -1, -1), colours.background);
    }
    QFont font = option.font;
    font.setBold(state != PersonState::AsWished && state != PersonState::Unknown);
    painter->setFont(font);
    painter->setPen(
        isSelected                     ? option.palette.color(QPalette::HighlightedText)
        : colours.background.isValid() ? withContrast(colours.sign, colours.background)
                                       : colours.sign);
    painter->drawText(option.rect, Qt::AlignCenter, index.data().toString());
    painter->restore();
}

} // namespace podium::ui
