// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/models/tunnel/tunnelmodel.h"

#include <QLocale>

#include <algorithm>

namespace podium::models {

using tunnel::TunnelState;
using tunnel::TunnelStatus;

namespace {

Mark tunnelMark(const TunnelStatus &status)
{
    switch (status.state) {
    case TunnelState::Connecting:
        return Mark::Busy;
    case TunnelState::Open:
        return status.error ? Mark::Warning : Mark::Good;
    case TunnelState::Reconnecting:
        return Mark::Warning;
    case TunnelState::Failed:
        break;
    }
    return Mark::Bad;
}

QString addressText(const TunnelStatus &status)
{
    return status.localPort > 0 ? QStringLiteral("localhost:%1").arg(status.localPort) : QString();
}

QString trafficText(const TunnelStatus &status)
{
    const auto size = [](qint64 bytes) {
        return QLocale().formattedDataSize(bytes, 1, QLocale::DataSizeSIFormat);
    };
    return status.counts.served > 0 ? TunnelModel::tr("%1 down, %2 up")
                                          .arg(size(status.counts.down), size(status.counts.up))
                                    : QString();
}

QString cell(const TunnelStatus &status, int column)
{
    switch (column) {
    case TunnelModel::WorkerColumn: {
        const WorkerRef &worker = status.spec.worker;
        return QStringLiteral("%1:%2").arg(worker.node.name.text()).arg(worker.index);
    }
    case TunnelModel::StateColumn:
        return tunnelStateText(status.state);
    case TunnelModel::PortColumn:
        return status.spec.kind == tunnel::TunnelKind::Socks ? TunnelModel::tr("SOCKS proxy")
                                                             : QString::number(status.spec.port);
    case TunnelModel::AddressColumn:
        return addressText(status);
    case TunnelModel::TrafficColumn:
        return trafficText(status);
    case TunnelModel::NoteColumn:
        return tunnelNote(status);
    default:
        return {};
    }
}

} // namespace

QString tunnelStateText(TunnelState state)
{
    switch (state) {
    case TunnelState::Connecting:
        return TunnelModel::tr("connecting");
    case TunnelState::Open:
        return TunnelModel::tr("open");
    case TunnelState::Reconnecting:
        return TunnelModel::tr("reconnecting");
    case TunnelState::Failed:
        break;
    }
    return TunnelModel::tr("failed");
}

QString tunnelNote(const TunnelStatus &status)
{
    if (status.error) {
        return status.error->text();
    }
    return status.takenPort > 0
               ? TunnelModel::tr("Port %1 is taken on this machine.").arg(status.takenPort)
               : QString();
}

TunnelModel::TunnelModel(const tunnel::TunnelService &service, QObject *parent)
    : QAbstractTableModel(parent)
    , m_service(service)
    , m_tunnels(service.all())
{
    connect(&service, &tunnel::TunnelService::opened, this, &TunnelModel::add);
    connect(&service, &tunnel::TunnelService::changed, this, &TunnelModel::update);
    connect(&service, &tunnel::TunnelService::counted, this, &TunnelModel::update);
    connect(&service, &tunnel::TunnelService::closed, this, &TunnelModel::remove);
}

int TunnelModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_tunnels.size());
}

int TunnelModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant TunnelModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) {
        return {};
    }
    const TunnelStatus &status = tunnel(index.row());
    switch (role) {
    case Qt::DisplayRole:
        return cell(status, index.column());
    case Qt::TextAlignmentRole:
        return index.column() == PortColumn ? int(Qt::AlignRight | Qt::AlignVCenter)
                                            : int(Qt::AlignLeft | Qt::AlignVCenter);
    case MarkRole:
        return index.column() == StateColumn ? QVariant::fromValue(tunnelMark(status)) : QVariant();
    case IdRole:
        return status.id;
    default:
        return {};
    }
}

QVariant TunnelModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole) {
        return {};
    }
    switch (section) {
    case WorkerColumn:
        return tr("Worker");
    case StateColumn:
        return tr("State");
    case PortColumn:
        return tr("Its port");
    case AddressColumn:
        return tr("On this machine");
    case TrafficColumn:
        return tr("Traffic");
    case NoteColumn:
        return tr("Note");
    default:
        return {};
    }
}

int TunnelModel::rowOf(int id) const
{
    const auto found =
        std::find_if(m_tunnels.begin(), m_tunnels.end(), [id](const TunnelStatus &status) {
            return status.id == id;
        });
    return found == m_tunnels.end() ? -1 : int(found - m_tunnels.begin());
}

void TunnelModel::add(int id)
{
    const auto status = m_service.find(id);
    if (!status) {
        return;
    }
    const int row = int(m_tunnels.size());
    beginInsertRows({}, row, row);
    m_tunnels.push_back(*status);
    endInsertRows();
}

void TunnelModel::update(int id)
{
    const int row = rowOf(id);
    const auto status = m_service.find(id);
    if (row >= 0 && status) {
        m_tunnels[std::size_t(row)] = *status;
        emit dataChanged(index(row, 0), index(row, ColumnCount - 1));
    }
}

void TunnelModel::remove(int id)
{
    const int row = rowOf(id);
    if (row >= 0) {
        beginRemoveRows({}, row, row);
        m_tunnels.erase(m_tunnels.begin() + row);
        endRemoveRows();
    }
}

} // namespace podium::models
