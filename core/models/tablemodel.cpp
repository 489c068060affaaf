// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/models/tablemodel.h"

namespace podium::models {

int TableModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : size();
}

int TableModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : m_columns;
}

QVariant TableModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    return orientation == Qt::Horizontal && role == Qt::DisplayRole
               ? QVariant(titles().value(section))
               : QVariant();
}

} // namespace podium::models
