// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/models/nodes/workermodel.h"

#include <QCryptographicHash>

namespace podium::models {

namespace {

/// The key that ssh prefers among those given.
QString bestKey(const QStringList &keys)
{
    for (const QString &key : keys) {
        if (key.startsWith(QLatin1String("ssh-ed25519 "))) {
            return key;
        }
    }
    return keys.value(0);
}

QString cell(const cloud::Worker &worker, int index, WorkerModel::Column column)
{
    switch (column) {
    case WorkerModel::Column::Index:
        return QString::number(index);
    case WorkerModel::Column::ExternalIp:
        return worker.externalIp.isEmpty() ? WorkerModel::tr("none") : worker.externalIp;
    case WorkerModel::Column::InternalIp:
        return worker.internalIp.isEmpty() ? WorkerModel::tr("none") : worker.internalIp;
    case WorkerModel::Column::HostKey:
        return worker.hostKeys.isEmpty() ? WorkerModel::tr("unknown")
                                         : hostKeyFingerprint(bestKey(worker.hostKeys));
    }
    return {};
}

QString copyText(const cloud::Worker &worker, WorkerModel::Column column)
{
    switch (column) {
    case WorkerModel::Column::ExternalIp:
        return worker.externalIp;
    case WorkerModel::Column::InternalIp:
        return worker.internalIp;
    case WorkerModel::Column::HostKey:
        return hostKeyFingerprint(bestKey(worker.hostKeys));
    case WorkerModel::Column::Index:
        break;
    }
    return {};
}

QString toolTip(const cloud::Worker &worker, WorkerModel::Column column)
{
    if (column != WorkerModel::Column::HostKey) {
        return copyText(worker, column).isEmpty() ? QString() : WorkerModel::tr("Click to copy");
    }
    if (worker.hostKeys.isEmpty()) {
        return WorkerModel::tr(
            "The node's guest attributes give no host key; the one of the first login is kept.");
    }
    QStringList lines;
    for (const QString &key : worker.hostKeys) {
        lines << key.section(QLatin1Char(' '), 0, 0) + QLatin1Char(' ') + hostKeyFingerprint(key);
    }
    return lines.join(QLatin1Char('\n'));
}

} // namespace

QString hostKeyFingerprint(const QString &key)
{
    const QByteArray base64 = key.section(QLatin1Char(' '), 1, 1).toLatin1();
    const auto blob =
        QByteArray::fromBase64Encoding(base64, QByteArray::AbortOnBase64DecodingErrors);
    if (!blob || blob.decoded.isEmpty()) {
        return {};
    }
    const QByteArray digest = QCryptographicHash::hash(blob.decoded, QCryptographicHash::Sha256);
    return QStringLiteral("SHA256:") +
           QString::fromLatin1(digest.toBase64(QByteArray::OmitTrailingEquals));
}

void WorkerModel::setNode(const std::optional<cloud::Node> &node)
{
    const std::optional<NodeRef> ref = node ? std::optional(node->ref) : std::nullopt;
    static const std::vector<cloud::Worker> none;
    const std::vector<cloud::Worker> &workers = node ? node->workers : none;
    if (ref == m_node) {
        setWorkers(workers);
        return;
    }
    beginResetModel();
    m_node = ref;
    m_workers = workers;
    endResetModel();
}

void WorkerModel::setWorkers(const std::vector<cloud::Worker> &workers)
{
    const int before = int(m_workers.size());
    const int after = int(workers.size());
    if (after < before) {
        beginRemoveRows({}, after, before - 1);
        m_workers.resize(size_t(after));
        endRemoveRows();
    } else if (after > before) {
        beginInsertRows({}, before, after - 1);
        m_workers.insert(m_workers.end(), workers.begin() + before, workers.end());
        endInsertRows();
    }
    for (int row = 0; row < qMin(before, after); ++row) {
        if (m_workers[size_t(row)] != workers[size_t(row)]) {
            m_workers[size_t(row)] = workers[size_t(row)];
            emit dataChanged(index(row, 0), index(row, ColumnCount - 1));
        }
    }
}

QVariant WorkerModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid()) {
        return {};
    }
    const auto column = Column(index.column());
    const cloud::Worker &worker = m_workers[size_t(index.row())];
    switch (role) {
    case Qt::DisplayRole:
        return cell(worker, index.row(), column);
    case Qt::ToolTipRole:
        return toolTip(worker, column);
    case Qt::TextAlignmentRole:
        return int((column == Column::Index ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    case CopyRole:
        return copyText(worker, column);
    default:
        return {};
    }
}

QStringList WorkerModel::titles() const
{
    return {tr("#"), tr("External IP"), tr("Internal IP"), tr("Host key")};
}

} // namespace podium::models
