// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/models/sshconfig/diffrows.h"

#include <QAbstractTableModel>

namespace podium::models {

/// A side-by-side diff as a table: line number and text before, line number and text after.
class DiffModel final : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum class Column { BeforeNumber, Before, AfterNumber, After };
    static constexpr int ColumnCount = int(Column::After) + 1;
    enum Role {
        KindRole = Qt::UserRole + 1, ///< int(DiffRow::Kind)
        ChangedStartRole,            ///< of the part that differs from the partner
        ChangedLengthRole,
        MissingRole, ///< bool: there is no line on this side
    };

    using QAbstractTableModel::QAbstractTableModel;

    /// The same rows again change nothing, so that a view keeps its place.
    void setRows(std::vector<DiffRow> rows);

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role) const override;
    [[nodiscard]] QVariant
    headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    std::vector<DiffRow> m_rows;
};

} // namespace podium::models
