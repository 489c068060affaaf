// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/models/mark.h"
#include "core/models/tablemodel.h"
#include "core/sshconfig/check/aliascheck.h"

#include <vector>

namespace podium::models {

/// What ssh makes of each alias, what needs a look first.
class AliasCheckModel final : public TableModel
{
    Q_OBJECT

public:
    enum class Column { Verdict, Alias, Worker, Why };
    static constexpr int ColumnCount = int(Column::Why) + 1;
    enum Role { MarkRole = Qt::UserRole + 1 };

    explicit AliasCheckModel(QObject *parent = nullptr) : TableModel(ColumnCount, parent) {}

    void setChecks(std::vector<sshconfig::AliasCheck> checks);

    [[nodiscard]] QVariant data(const QModelIndex &index, int role) const override;

private:
    [[nodiscard]] int size() const override { return int(m_checks.size()); }
    [[nodiscard]] QStringList titles() const override;
    [[nodiscard]] static QString textOf(const sshconfig::AliasCheck &check, Column column);
    std::vector<sshconfig::AliasCheck> m_checks;
};

} // namespace podium::models
