// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QAbstractTableModel>
#include <QStringList>

namespace podium::models {

/// A flat table of rows, whose columns have titles.
class TableModel : public QAbstractTableModel
{
    Q_OBJECT

public:
    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const final;
    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const final;
    [[nodiscard]] QVariant
    headerData(int section, Qt::Orientation orientation, int role) const override;

protected:
    explicit TableModel(int columns, QObject *parent)
        : QAbstractTableModel(parent)
        , m_columns(columns)
    {}

private:
    /// How many rows.
    [[nodiscard]] virtual int size() const = 0;
    /// In the order of the columns.
    [[nodiscard]] virtual QStringList titles() const = 0;

    const int m_columns;
};

} // namespace podium::models
