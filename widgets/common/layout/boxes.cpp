// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/common/layout/boxes.h"

namespace podium::ui {

QHBoxLayout *makeRow(int gap, QWidget *in)
{
    auto *row = new QHBoxLayout(in);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(gap);
    return row;
}

QVBoxLayout *makeColumn(int gap, QWidget *in)
{
    auto *column = new QVBoxLayout(in);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(gap);
    return column;
}

} // namespace podium::ui
