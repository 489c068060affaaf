// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "widgets/common/itemdelegate.h"

namespace podium::ui {

/// A worker as a small picture: its name, what it does now, and the last minutes. All have the same
/// scale, so that the one that is unlike the others is found by eye; it has a frame, too. A node is
/// a heading with the sum of its workers. For a LoadView, which says how large they are.
class LoadDelegate final : public ItemDelegate
{
    Q_OBJECT

public:
    using ItemDelegate::ItemDelegate;

    /// So that a name and a number fit.
    [[nodiscard]] static QSize smallest(const QFontMetrics &metrics);

    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index)
        const override;
    [[nodiscard]] QSize
    sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override;

private:
    static void
    paintHeading(QPainter &painter, const QStyleOptionViewItem &option, const QModelIndex &index);
};

} // namespace podium::ui
