// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/models/sshconfig/aliaschangemodel.h"

#include <algorithm>
#include <utility>

namespace podium::models {

namespace {

QString kindText(AliasChange::Kind kind)
{
    switch (kind) {
    case AliasChange::Kind::Removed:
        return AliasChangeModel::tr("− removed");
    case AliasChange::Kind::Changed:
        return AliasChangeModel::tr("~ changed");
    case AliasChange::Kind::Added:
        break;
    }
    return AliasChangeModel::tr("+ added");
}

QString cellText(const AliasChange &change, AliasChangeModel::Column column)
{
    switch (column) {
    case AliasChangeModel::Column::Change:
        return kindText(change.kind);
    case AliasChangeModel::Column::Alias:
        return change.aliases;
    case AliasChangeModel::Column::OldAddress:
        return change.oldAddress;
    case AliasChangeModel::Column::NewAddress:
        return change.newAddress;
    case AliasChangeModel::Column::HostKey:
        return change.hostKey;
    case AliasChangeModel::Column::Others:
        break;
    }
    return change.others.join(QStringLiteral(", "));
}

} // namespace

void AliasChangeModel::setChanges(AliasChanges changes)
{
    if (changes == m_changes) {
        return;
    }
    beginResetModel();
    m_changes = std::move(changes);
    endResetModel();
}

bool AliasChangeModel::isUsed(Column column) const
{
    return std::any_of(
        m_changes.changes.begin(), m_changes.changes.end(),
        [column](const AliasChange &change) { return !cellText(change, column).isEmpty(); });
}

QVariant AliasChangeModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) {
        return {};
    }
    const AliasChange &change = m_changes.changes[size_t(index.row())];
    const auto column = Column(index.column());
    switch (role) {
    case Qt::DisplayRole:
        return cellText(change, column);
    case KindRole:
        return int(change.kind);
    case DiffersRole:
        return (column == Column::OldAddress || column == Column::NewAddress) &&
               change.kind == AliasChange::Kind::Changed && change.oldAddress != change.newAddress;
    default:
        return {};
    }
}

QStringList AliasChangeModel::titles() const
{
    const bool isMove = isUsed(Column::OldAddress);
    return {tr("Change"),      tr("Alias"),
            tr("Old address"), isMove ? tr("New address") : tr("Address"),
            tr("Host key"),    isMove ? tr("Also changed") : tr("Note")};
}

} // namespace podium::models
