// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/models/mark.h"
#include "core/models/sshconfig/aliaschanges.h"
#include "core/models/tablemodel.h"

namespace podium::models {

/// What a write changes, a row for each worker's entry.
class AliasChangeModel final : public TableModel
{
    Q_OBJECT

public:
    enum class Column { Change, Alias, OldAddress, NewAddress, HostKey, Others };
    static constexpr int ColumnCount = int(Column::Others) + 1;
    enum Role {
        KindRole = Qt::UserRole + 1, ///< int(AliasChange::Kind)
        DiffersRole,                 ///< bool: of an address, that it is another than before
    };

    explicit AliasChangeModel(QObject *parent = nullptr) : TableModel(ColumnCount, parent) {}

    /// The same again changes nothing, so that a view keeps its place.
    void setChanges(AliasChanges changes);
    [[nodiscard]] const AliasChanges &changes() const { return m_changes; }
    /// There is something in this column in some row.
    [[nodiscard]] bool isUsed(Column column) const;

    [[nodiscard]] QVariant data(const QModelIndex &index, int role) const override;

private:
    [[nodiscard]] int size() const override { return int(m_changes.changes.size()); }
    [[nodiscard]] QStringList titles() const override;
    AliasChanges m_changes;
};

} // namespace podium::models
