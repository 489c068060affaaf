// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/models/tunnel/servermodel.h"

namespace podium::models {

using tunnel::Server;

namespace {

QString nameOf(const Server &server)
{
    if (!server.kind.isEmpty()) {
        return server.kind;
    }
    return server.command.isEmpty() ? ServerModel::tr("not known") : server.command;
}

QString noteOf(const Server &server)
{
    if (!server.isReachable) {
        return ServerModel::tr(
                   "listens on %1 only: the tunnel of a port does not reach it, a SOCKS "
                   "proxy does")
            .arg(server.address);
    }
    if (server.isGuess) {
        return ServerModel::tr("by its port; the process cannot be seen");
    }
    return server.kind.isEmpty() ? QString() : server.command;
}

} // namespace

void ServerModel::clear()
{
    beginResetModel();
    m_rows.clear();
    endResetModel();
}

void ServerModel::add(const WorkerRef &worker, const std::vector<Server> &servers)
{
    if (servers.empty()) {
        return;
    }
    const int first = int(m_rows.size());
    beginInsertRows({}, first, first + int(servers.size()) - 1);
    for (const Server &server : servers) {
        m_rows.push_back({worker, server});
    }
    endInsertRows();
}

QString ServerModel::cell(const Row &row, int column)
{
    switch (column) {
    case ServerColumn:
        return nameOf(row.server);
    case WorkerColumn:
        return QStringLiteral("%1:%2").arg(row.worker.node.name.text()).arg(row.worker.index);
    case PortColumn:
        return QString::number(row.server.port);
    case UserColumn:
        return row.server.user;
    case NoteColumn:
        return noteOf(row.server);
    default:
        return {};
    }
}

QVariant ServerModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) {
        return {};
    }
    const Row &row = m_rows[std::size_t(index.row())];
    switch (role) {
    case Qt::DisplayRole:
        return cell(row, index.column());
    case Qt::TextAlignmentRole:
        return index.column() == PortColumn ? int(Qt::AlignRight | Qt::AlignVCenter)
                                            : int(Qt::AlignLeft | Qt::AlignVCenter);
    case MarkRole:
        return index.column() == ServerColumn
                   ? QVariant::fromValue(row.server.isReachable ? Mark::Good : Mark::Off)
                   : QVariant();
    default:
        return {};
    }
}

QStringList ServerModel::titles() const
{
    return {tr("Server"), tr("Worker"), tr("Its port"), tr("User"), tr("Note")};
}

} // namespace podium::models
