// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "widgets/common/itemdelegate.h"

namespace podium::ui {

/// Draws activity rows: the mark before the kind, of a part before what it came to; the time
/// quieter; the name of what is new in bold, with a line below the last of it; names cut in their
/// middle, as they mostly differ at both ends.
class ActivityDelegate final : public ItemDelegate
{
    Q_OBJECT

public:
    using ItemDelegate::ItemDelegate;

    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index)
        const override;

protected:
    void initStyleOption(QStyleOptionViewItem *option, const QModelIndex &index) const override;
};

} // namespace podium::ui
