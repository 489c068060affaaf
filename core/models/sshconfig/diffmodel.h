// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/models/sshconfig/diffrows.h"
#include "core/models/tablemodel.h"

namespace podium::models {

/// A side-by-side diff as a table: line number and text before, line number and text after.
class DiffModel final : public TableModel
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

    explicit DiffModel(QObject *parent = nullptr) : TableModel(ColumnCount, parent) {}

    /// The same rows again change nothing, so that a view keeps its place.
    void setRows(std::vector<DiffRow> rows);

    [[nodiscard]] QVariant data(const QModelIndex &index, int role) const override;

private:
    [[nodiscard]] int size() const override { return int(m_rows.size()); }
    [[nodiscard]] QStringList titles() const override;
    std::vector<DiffRow> m_rows;
};

} // namespace podium::models
