// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/models/files/transfermodel.h"

#include "core/models/files/transfertexts.h"
#include "core/models/workprogress.h"

#include <algorithm>

namespace podium::models {

using files::CopyState;
using files::WorkerCopy;

namespace {

bool isNumber(int column)
{
    return column == TransferModel::DoneColumn || column == TransferModel::RateColumn ||
           column == TransferModel::FreeColumn;
}

} // namespace

void TransferModel::show(const files::Transfer *transfer)
{
    beginResetModel();
    m_transfer = transfer;
    m_isPlanned = false;
    m_paces.assign(transfer != nullptr ? transfer->workers().size() : 0, {});
    endResetModel();
}

void TransferModel::renew()
{
    m_isPlanned = true;
    if (rowCount() > 0) {
        emit dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
    }
}

void TransferModel::updateProgress(qint64 nowMs)
{
    for (std::size_t i = 0; i < m_paces.size(); ++i) {
        const WorkerCopy &copy = m_transfer->workers()[i];
        Pace &pace = m_paces[i];
        if (copy.state == CopyState::Planned) {
            continue;
        }
        if (pace.sinceMs < 0) {
            pace.sinceMs = nowMs;
        }
        const qint64 tookMs =
            hasEnded(copy.state) && copy.tookMs > 0 ? copy.tookMs : nowMs - pace.sinceMs;
        pace.rate = tookMs > 0 ? copy.movedBytes() * 1000 / tookMs : 0;
    }
    if (rowCount() > 0) {
        emit dataChanged(index(0, StateColumn), index(rowCount() - 1, NoteColumn));
    }
}

QString TransferModel::doneText(const WorkerCopy &copy) const
{
    const bool hasBegun = copy.state == CopyState::Sending || copy.doneBytes > 0;
    if (!hasBegun || copy.plan.bytes == 0) {
        return {};
    }
    const qint64 percent = std::min<qint64>(100, copy.doneBytes * 100 / copy.plan.bytes);
    return tr("%1 · %2 %").arg(transferSize(copy.doneBytes)).arg(percent);
}

QString TransferModel::rateText(std::size_t worker) const
{
    const WorkerCopy &copy = m_transfer->workers()[worker];
    const qint64 rate = m_paces[worker].rate;
    if (rate <= 0) {
        return {};
    }
    const QString pace = tr("%1/s").arg(transferSize(rate));
    const qint64 leftBytes = copy.plan.bytes - copy.doneBytes;
    return copy.state == CopyState::Sending && leftBytes > 0
               ? tr("%1 · %2").arg(pace, timeLeftText(leftBytes / rate))
               : pace;
}

QString TransferModel::textOf(std::size_t worker, int column) const
{
    const WorkerCopy &copy = m_transfer->workers()[worker];
    switch (column) {
    case WorkerColumn:
        return QStringLiteral("%1:%2")
            .arg(copy.plan.worker.node.name.text())
            .arg(copy.plan.worker.index);
    case StateColumn:
        return transferStateText(*m_transfer, worker, m_isPlanned);
    case PlanColumn:
        return m_isPlanned ? transferPlanText(*m_transfer, worker) : QString();
    case DoneColumn:
        return doneText(copy);
    case RateColumn:
        return rateText(worker);
    case FreeColumn:
        return copy.plan.freeBytes ? transferSize(*copy.plan.freeBytes)
               : m_isPlanned       ? tr("not known")
                                   : QString();
    case NoteColumn:
        return transferNote(copy);
    default:
        return {};
    }
}

QVariant TransferModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) {
        return {};
    }
    const auto worker = std::size_t(index.row());
    const int column = index.column();
    switch (role) {
    case Qt::DisplayRole:
        return textOf(worker, column);
    case Qt::ToolTipRole:
        return column == WorkerColumn ? m_transfer->workers()[worker].plan.worker.text()
                                      : QVariant();
    case Qt::TextAlignmentRole:
        return int(Qt::AlignVCenter | (isNumber(column) ? Qt::AlignRight : Qt::AlignLeft));
    case MarkRole:
        return column == StateColumn
                   ? QVariant::fromValue(transferMark(*m_transfer, worker, m_isPlanned))
                   : QVariant();
    default:
        return {};
    }
}

QStringList TransferModel::titles() const
{
    const bool isFetch =
        m_transfer != nullptr && m_transfer->direction() == files::Transfer::Direction::FromWorkers;
    // Bytes that went over are neither verified nor in their place for that: the state tells.
    return {
        tr("Worker"),
        tr("State"),
        isFetch ? tr("To fetch") : tr("To send"),
        isFetch ? tr("Received") : tr("Sent"),
        tr("Rate"),
        isFetch ? tr("Free here") : tr("Free there"),
        tr("Note")};
}

QVariant TransferModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    return orientation == Qt::Horizontal && role == Qt::TextAlignmentRole
               ? int(Qt::AlignVCenter | (isNumber(section) ? Qt::AlignRight : Qt::AlignLeft))
               : TableModel::headerData(section, orientation, role);
}

} // namespace podium::models
