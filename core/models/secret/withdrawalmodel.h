// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/models/mark.h"
#include "core/secret/withdraw.h"

#include <QAbstractTableModel>

#include <vector>

namespace podium::models {

/// Where a secret was put, a row each, and what became of it there. Texts are plain.
class WithdrawalModel final : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Column { WorkerColumn, PlaceColumn, StateColumn, ColumnCount };
    enum Role { MarkRole = Qt::UserRole /* Mark, of a state */ };

    using QAbstractTableModel::QAbstractTableModel;

    void setWithdrawals(const std::vector<secret::Withdrawal> &withdrawals);

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role) const override;
    [[nodiscard]] QVariant
    headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    std::vector<secret::Withdrawal> m_withdrawals;
};

} // namespace podium::models
