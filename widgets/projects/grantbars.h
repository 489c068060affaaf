// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/models/projects/projectview.h"

#include <QWidget>

namespace podium::ui {

/// One row of a TPU grant: what it is, a bar of used and free, and the same in words.
class GrantBarRow final : public QWidget
{
    Q_OBJECT

public:
    explicit GrantBarRow(const models::GrantBar &bar, QWidget *parent = nullptr);
};

/// The bar alone. Used is filled; of that, what leftovers hold is hatched; more than there is has
/// the colour of what is wrong; where not all is known, the rest is dashed. A text beside it has
/// to say the same.
class UsageBar final : public QWidget
{
    Q_OBJECT

public:
    explicit UsageBar(const models::GrantBar &bar, QWidget *parent = nullptr);
    [[nodiscard]] QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    models::GrantBar m_bar;
};

} // namespace podium::ui
