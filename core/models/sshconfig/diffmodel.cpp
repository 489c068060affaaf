// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/models/sshconfig/diffmodel.h"

namespace podium::models {

namespace {

QString gapText(const DiffRow &row, DiffModel::Column column)
{
    if (column != DiffModel::Column::Before && column != DiffModel::Column::After) {
        return {};
    }
    return row.hidden == 1 ? DiffModel::tr("1 unchanged line")
                           : DiffModel::tr("%1 unchanged lines").arg(row.hidden);
}

QString accessibleText(const DiffRow &row, const DiffSide &side, bool isAfter)
{
    if (row.kind == DiffRow::Kind::Same || side.number == 0) {
        return side.text;
    }
    return isAfter ? DiffModel::tr("added: %1").arg(side.text)
                   : DiffModel::tr("removed: %1").arg(side.text);
}

} // namespace

void DiffModel::setRows(std::vector<DiffRow> rows)
{
    if (rows == m_rows) {
        return;
    }
    beginResetModel();
    m_rows = std::move(rows);
    endResetModel();
}

QVariant DiffModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid()) {
        return {};
    }
    const DiffRow &row = m_rows[size_t(index.row())];
    const auto column = Column(index.column());
    const bool isAfter = column == Column::AfterNumber || column == Column::After;
    const bool isNumber = column == Column::BeforeNumber || column == Column::AfterNumber;
    const DiffSide &side = isAfter ? row.after : row.before;
    switch (role) {
    case Qt::DisplayRole:
        if (row.kind == DiffRow::Kind::Gap) {
            return gapText(row, column);
        }
        if (isNumber) {
            return side.number > 0 ? QString::number(side.number) : QString();
        }
        return side.text;
    case Qt::AccessibleTextRole:
        return isNumber || row.kind == DiffRow::Kind::Gap ? QVariant()
                                                          : accessibleText(row, side, isAfter);
    case Qt::TextAlignmentRole:
        return int((isNumber ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    case KindRole:
        return int(row.kind);
    case ChangedStartRole:
        return side.changed.start;
    case ChangedLengthRole:
        return isNumber ? 0 : side.changed.length;
    case MissingRole:
        return row.kind != DiffRow::Kind::Gap && side.number == 0;
    default:
        return {};
    }
}

QStringList DiffModel::titles() const
{
    return {QString(), tr("In the file"), QString(), tr("After writing")};
}

} // namespace podium::models
