// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/models/secret/withdrawalmodel.h"

namespace podium::models {

using secret::Withdrawal;

namespace {

Mark withdrawalMark(Withdrawal::State state)
{
    switch (state) {
    case Withdrawal::State::Waiting:
        return Mark::Off;
    case Withdrawal::State::Unknown:
        return Mark::Unknown;
    default:
        return Mark::Good;
    }
}

QString workerText(const WorkerRef &worker)
{
    return QStringLiteral("%1:%2").arg(worker.node.name.text(), QString::number(worker.index));
}

} // namespace

void WithdrawalModel::setWithdrawals(const std::vector<Withdrawal> &withdrawals)
{
    const bool isSameShape = withdrawals.size() == m_withdrawals.size();
    if (!isSameShape) {
        beginResetModel();
    }
    m_withdrawals = withdrawals;
    if (!isSameShape) {
        endResetModel();
    } else if (rowCount() > 0) {
        emit dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
    }
}

QVariant WithdrawalModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid()) {
        return {};
    }
    const Withdrawal &withdrawal = m_withdrawals.at(std::size_t(index.row()));
    const bool isState = index.column() == StateColumn;
    if (role == MarkRole) {
        return isState ? QVariant::fromValue(withdrawalMark(withdrawal.state)) : QVariant();
    }
    if (role == Qt::ToolTipRole && index.column() == WorkerColumn) {
        return withdrawal.placement.worker.text();
    }
    if (role != Qt::DisplayRole && role != Qt::ToolTipRole) {
        return {};
    }
    switch (index.column()) {
    case WorkerColumn:
        return workerText(withdrawal.placement.worker);
    case PlaceColumn:
        return secret::placeText(withdrawal.placement);
    default:
        return secret::withdrawalText(withdrawal);
    }
}

QStringList WithdrawalModel::titles() const
{
    return {tr("Worker"), tr("Place"), tr("State")};
}

} // namespace podium::models
