// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/models/tunnel/tunnelmodel.h"

#include <QLocale>

#include <algorithm>

namespace podium::models {

using tunnel::TunnelRecord;
using tunnel::TunnelState;
using tunnel::TunnelStatus;

namespace {

Mark tunnelMark(TunnelState state, bool hasError)
{
    switch (state) {
    case TunnelState::Connecting:
        return Mark::Busy;
    case TunnelState::Open:
        return hasError ? Mark::Warning : Mark::Good;
    case TunnelState::Reconnecting:
        return Mark::Warning;
    case TunnelState::Failed:
        break;
    }
    return Mark::Bad;
}

QString nodeWorkerText(const WorkerRef &worker)
{
    return QStringLiteral("%1:%2").arg(worker.node.name.text()).arg(worker.index);
}

QString portText(tunnel::TunnelKind kind, quint16 port)
{
    return kind == tunnel::TunnelKind::Socks ? TunnelModel::tr("SOCKS proxy")
                                             : QString::number(port);
}

QString listenText(quint16 localPort)
{
    return localPort > 0 ? QStringLiteral("localhost:%1").arg(localPort) : QString();
}

QString trafficText(qint64 down, qint64 up)
{
    const auto size = [](qint64 bytes) {
        return QLocale().formattedDataSize(bytes, 1, QLocale::DataSizeSIFormat);
    };
    return TunnelModel::tr("%1 down, %2 up").arg(size(down), size(up));
}

QString cell(const TunnelStatus &status, int column)
{
    switch (column) {
    case TunnelModel::WorkerColumn:
        return nodeWorkerText(status.spec.worker);
    case TunnelModel::StateColumn:
        return tunnelStateText(status.state);
    case TunnelModel::PortColumn:
        return portText(status.spec.kind, status.spec.port);
    case TunnelModel::AddressColumn:
        return listenText(status.localPort);
    case TunnelModel::TrafficColumn:
        return status.counts.served > 0 ? trafficText(status.counts.down, status.counts.up)
                                        : QString();
    case TunnelModel::NoteColumn:
        return tunnelNote(status);
    default:
        return {};
    }
}

QString otherNote(const TunnelRecord &record)
{
    const QString whose =
        TunnelModel::tr("Of %1, process %2.").arg(record.program, QString::number(record.pid));
    return record.error.isEmpty() ? whose : whose + QLatin1Char(' ') + record.error;
}

QString cell(const TunnelRecord &record, int column)
{
    switch (column) {
    case TunnelModel::WorkerColumn: {
        const auto worker = WorkerRef::parse(record.worker);
        return worker ? nodeWorkerText(*worker) : QString();
    }
    case TunnelModel::StateColumn:
        return tunnelStateText(tunnel::tunnelStateOf(record.state));
    case TunnelModel::PortColumn:
        return portText(record.kind, record.port);
    case TunnelModel::AddressColumn:
        return listenText(record.localPort);
    case TunnelModel::TrafficColumn:
        return record.down + record.up > 0 ? trafficText(record.down, record.up) : QString();
    case TunnelModel::NoteColumn:
        return otherNote(record);
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
    : TableModel(ColumnCount, parent)
    , m_service(service)
    , m_tunnels(service.all())
{
    connect(&service, &tunnel::TunnelService::opened, this, &TunnelModel::add);
    connect(&service, &tunnel::TunnelService::changed, this, &TunnelModel::update);
    connect(&service, &tunnel::TunnelService::counted, this, &TunnelModel::update);
    connect(&service, &tunnel::TunnelService::closed, this, &TunnelModel::remove);
}

QVariant TunnelModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) {
        return {};
    }
    const int row = index.row();
    switch (role) {
    case Qt::DisplayRole:
        return isOwn(row) ? cell(tunnel(row), index.column()) : cell(other(row), index.column());
    case Qt::TextAlignmentRole:
        return index.column() == PortColumn ? int(Qt::AlignRight | Qt::AlignVCenter)
                                            : int(Qt::AlignLeft | Qt::AlignVCenter);
    case MarkRole:
        return index.column() == StateColumn ? QVariant::fromValue(markOf(row)) : QVariant();
    case IdRole:
        return isOwn(row) ? tunnel(row).id : 0;
    default:
        return {};
    }
}

QStringList TunnelModel::titles() const
{
    return {tr("Worker"),          tr("State"),   tr("Its port"),
            tr("On this machine"), tr("Traffic"), tr("Note")};
}

Mark TunnelModel::markOf(int row) const
{
    if (isOwn(row)) {
        return tunnelMark(tunnel(row).state, tunnel(row).error.has_value());
    }
    return tunnelMark(tunnel::tunnelStateOf(other(row).state), !other(row).error.isEmpty());
}

QString TunnelModel::addressOf(int row) const
{
    const quint16 port = isOwn(row) ? tunnel(row).localPort : other(row).localPort;
    return port > 0 ? tunnel::tunnelAddress(kindOf(row), port) : QString();
}

tunnel::TunnelKind TunnelModel::kindOf(int row) const
{
    return isOwn(row) ? tunnel(row).spec.kind : other(row).kind;
}

void TunnelModel::setOthers(const std::vector<TunnelRecord> &others)
{
    const int first = int(m_tunnels.size());
    const auto isSameRow = [](const TunnelRecord &a, const TunnelRecord &b) {
        return a.pid == b.pid && a.worker == b.worker && a.port == b.port && a.kind == b.kind;
    };
    const bool areSameRows =
        std::equal(m_others.begin(), m_others.end(), others.begin(), others.end(), isSameRow);
    if (areSameRows) {
        if (m_others != others) {
            m_others = others;
            emit dataChanged(index(first, 0), index(rowCount() - 1, ColumnCount - 1));
        }
        return;
    }
    if (!m_others.empty()) {
        beginRemoveRows({}, first, rowCount() - 1);
        m_others.clear();
        endRemoveRows();
    }
    if (!others.empty()) {
        beginInsertRows({}, first, first + int(others.size()) - 1);
        m_others = others;
        endInsertRows();
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
