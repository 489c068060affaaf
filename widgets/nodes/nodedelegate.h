// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "widgets/common/itemdelegate.h"

namespace podium::ui {

/// Draws node rows: the mark before the state, addresses in monospace, stale rows quieter, names
/// bolder.
class NodeDelegate final : public ItemDelegate
{
    Q_OBJECT

public:
    using ItemDelegate::ItemDelegate;

    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index)
        const override;
    [[nodiscard]] QSize
    sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override;

protected:
    void initStyleOption(QStyleOptionViewItem *option, const QModelIndex &index) const override;

private:
    /// The project's name over the whole row, and how much it has beside it.
    void paintProject(
        QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const;
};

} // namespace podium::ui
