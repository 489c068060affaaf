// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/models/mark.h"

#include <QStyledItemDelegate>

namespace podium::ui {

/// The delegate of Podium's lists: rows of 28 pixels or more, texts and tooltips always plain,
/// and no dotted frame around the current cell.
class ItemDelegate : public QStyledItemDelegate
{
    Q_OBJECT

public:
    using QStyledItemDelegate::QStyledItemDelegate;

    [[nodiscard]] QSize
    sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override;
    bool helpEvent(
        QHelpEvent *event, QAbstractItemView *view, const QStyleOptionViewItem &option,
        const QModelIndex &index) override;

protected:
    /// Room that a mark takes before its text.
    static constexpr int MarkRoom = 20;
    /// The cell with a mark before its text. `colour` invalid: the mark's own.
    void paintMarkedCell(
        QPainter &painter, const QStyleOptionViewItem &option, const QModelIndex &index,
        models::Mark mark, const QColor &colour = {}) const;
    void initStyleOption(QStyleOptionViewItem *option, const QModelIndex &index) const override;
};

} // namespace podium::ui
