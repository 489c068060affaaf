// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/models/mark.h"
#include "core/sshconfig/check/aliascheck.h"

#include <QAbstractTableModel>

#include <vector>

namespace podium::models {

/// What ssh makes of each alias, what needs a look first.
class AliasCheckModel final : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum class Column { Verdict, Alias, Worker, Why };
    static constexpr int ColumnCount = int(Column::Why) + 1;
    enum Role { MarkRole = Qt::UserRole + 1 };

    using QAbstractTableModel::QAbstractTableModel;

    void setChecks(std::vector<sshconfig::AliasCheck> checks);

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role) const override;
    [[nodiscard]] QVariant
    headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    [[nodiscard]] static QString textOf(const sshconfig::AliasCheck &check, Column column);
    std::vector<sshconfig::AliasCheck> m_checks;
};

} // namespace podium::models
