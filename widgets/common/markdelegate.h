// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "widgets/common/itemdelegate.h"

namespace podium::ui {

/// Draws a mark before the text of one column, where the model has one for the cell. The text is a
/// sentence: it is cut at its end.
class MarkDelegate final : public ItemDelegate
{
    Q_OBJECT

public:
    /// `role` of the model gives a models::Mark, or nothing.
    MarkDelegate(int column, int role, QObject *parent = nullptr);

    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index)
        const override;
    [[nodiscard]] QSize
    sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override;

protected:
    void initStyleOption(QStyleOptionViewItem *option, const QModelIndex &index) const override;

private:
    [[nodiscard]] bool isMarked(const QModelIndex &index) const;

    int m_column;
    int m_role;
};

} // namespace podium::ui
