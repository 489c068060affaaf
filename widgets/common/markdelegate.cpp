// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/common/markdelegate.h"

namespace podium::ui {

MarkDelegate::MarkDelegate(int column, int role, QObject *parent)
    : ItemDelegate(parent)
    , m_column(column)
    , m_role(role)
{}

bool MarkDelegate::isMarked(const QModelIndex &index) const
{
    return index.column() == m_column && index.data(m_role).isValid();
}

void MarkDelegate::initStyleOption(QStyleOptionViewItem *option, const QModelIndex &index) const
{
    ItemDelegate::initStyleOption(option, index);
    if (index.column() == m_column) {
        option->textElideMode = Qt::ElideRight;
    }
}

void MarkDelegate::paint(
    QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    if (isMarked(index)) {
        paintMarkedCell(*painter, option, index, index.data(m_role).value<models::Mark>());
    } else {
        ItemDelegate::paint(painter, option, index);
    }
}

QSize MarkDelegate::sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    QSize size = ItemDelegate::sizeHint(option, index);
    size.rwidth() += isMarked(index) ? MarkRoom : 0;
    return size;
}

} // namespace podium::ui
