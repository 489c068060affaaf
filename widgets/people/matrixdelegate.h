// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "widgets/common/itemdelegate.h"

namespace podium::ui {

/// Height of a row of both.
constexpr int PersonRowHeight = 48;

/// A person: name above, keys and nodes below.
class PersonDelegate final : public ItemDelegate
{
    Q_OBJECT

public:
    using ItemDelegate::ItemDelegate;
    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index)
        const override;
    [[nodiscard]] QSize
    sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override;
};

/// A state: its sign, in its colour, on its background.
class StateDelegate final : public ItemDelegate
{
    Q_OBJECT

public:
    using ItemDelegate::ItemDelegate;
    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index)
        const override;
};

} // namespace podium::ui
