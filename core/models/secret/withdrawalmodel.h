// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/models/mark.h"
#include "core/models/tablemodel.h"
#include "core/secret/withdraw.h"

#include <vector>

namespace podium::models {

/// Where a secret was put, a row each, and what became of it there. Texts are plain.
class WithdrawalModel final : public TableModel
{
    Q_OBJECT

public:
    enum Column { WorkerColumn, PlaceColumn, StateColumn, ColumnCount };
    enum Role { MarkRole = Qt::UserRole /* Mark, of a state */ };

    explicit WithdrawalModel(QObject *parent = nullptr) : TableModel(ColumnCount, parent) {}

    void setWithdrawals(const std::vector<secret::Withdrawal> &withdrawals);

    [[nodiscard]] QVariant data(const QModelIndex &index, int role) const override;

private:
    [[nodiscard]] int size() const override { return int(m_withdrawals.size()); }
    [[nodiscard]] QStringList titles() const override;
    std::vector<secret::Withdrawal> m_withdrawals;
};

} // namespace podium::models
