// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/models/projects/projectlistmodel.h"

#include "core/models/listsync.h"

namespace podium::models {

void ProjectListModel::setRows(std::vector<ProjectRow> rows)
{
    struct Hooks
    {
        ProjectListModel &model;
        void beginRemove(int first, int last) { model.beginRemoveRows({}, first, last); }
        void endRemove() { model.endRemoveRows(); }
        void beginInsert(int first, int last) { model.beginInsertRows({}, first, last); }
        void endInsert() { model.endInsertRows(); }
        void changed(int first, int last)
        {
            emit model.dataChanged(model.index(first), model.index(last));
        }
    };
    syncRows(
        m_rows, std::move(rows), [](const ProjectRow &row) { return row.project; },
        [](const ProjectRow &a, const ProjectRow &b) { return a == b; }, Hooks{*this});
}

const ProjectRow *ProjectListModel::rowAt(int row) const
{
    return row >= 0 && row < int(m_rows.size()) ? &m_rows[std::size_t(row)] : nullptr;
}

QModelIndex ProjectListModel::indexOf(const ProjectId &project) const
{
    for (int row = 0; row < int(m_rows.size()); ++row) {
        if (m_rows[std::size_t(row)].project == project) {
            return index(row);
        }
    }
    return {};
}

int ProjectListModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_rows.size());
}

QVariant ProjectListModel::data(const QModelIndex &index, int role) const
{
    const ProjectRow *row = rowAt(index.row());
    if (!row || !index.isValid()) {
        return {};
    }
    switch (role) {
    case Qt::DisplayRole:
        return row->project.text();
    case Qt::ToolTipRole:
        return row->help;
    case Qt::AccessibleTextRole:
        return tr("%1, %2").arg(row->project.text(), row->status);
    case MarkRole:
        return QVariant::fromValue(row->mark);
    case StatusRole:
        return row->status;
    default:
        return {};
    }
}

} // namespace podium::models
