// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/models/activity/activitymodel.h"

#include "core/models/relativetime.h"

#include <algorithm>

namespace podium::models {

ActivityModel::ActivityModel(const Clock &clock, QObject *parent)
    : QAbstractTableModel(parent)
    , m_clock(clock)
{}

void ActivityModel::add(const std::vector<ActivityEntry> &entries)
{
    if (m_entries.empty()) {
        fill(entries);
    } else {
        for (const ActivityEntry &entry : entries) {
            insert(entry);
        }
    }
    if (const int count = int(m_entries.size()); count > Limit) {
        beginRemoveRows({}, Limit, count - 1);
        m_entries.resize(Limit);
        endRemoveRows();
    }
}

void ActivityModel::fill(const std::vector<ActivityEntry> &entries)
{
    if (entries.empty()) {
        return;
    }
    beginInsertRows({}, 0, int(entries.size()) - 1);
    m_entries.assign(entries.begin(), entries.end());
    std::stable_sort(m_entries.begin(), m_entries.end(), [](const auto &a, const auto &b) {
        return a.time > b.time;
    });
    endInsertRows();
}

void ActivityModel::insert(ActivityEntry entry)
{
    const auto [at, sameTimeEnd] = std::equal_range(
        m_entries.begin(), m_entries.end(), entry,
        [](const ActivityEntry &a, const ActivityEntry &b) { return a.time > b.time; });
    if (std::find(at, sameTimeEnd, entry) != sameTimeEnd) {
        return;
    }
    const int row = int(at - m_entries.begin());
    beginInsertRows({}, row, row);
    m_entries.insert(at, std::move(entry));
    endInsertRows();
}

void ActivityModel::refreshAges()
{
    if (!m_entries.empty()) {
        emit dataChanged(
            index(0, int(Column::When)), index(rowCount() - 1, int(Column::When)),
            {Qt::DisplayRole});
    }
}

int ActivityModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_entries.size());
}

int ActivityModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QString ActivityModel::cell(const ActivityEntry &entry, Column column) const
{
    switch (column) {
    case Column::When:
        return agoText(entry.time, m_clock.now());
    case Column::Kind:
        return activityKindText(entry.kind);
    case Column::Subject:
        return entry.subject;
    case Column::What:
        return entry.summary;
    }
    return {};
}

QVariant ActivityModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid()) {
        return {};
    }
    const ActivityEntry &e = entry(index.row());
    switch (role) {
    case Qt::DisplayRole:
        return cell(e, Column(index.column()));
    case Qt::ToolTipRole:
        return Column(index.column()) == Column::When ? fullTimeText(e.time) : QString();
    case KindRole:
        return int(e.kind);
    case NodeRole:
        return e.node ? QVariant::fromValue(*e.node) : QVariant();
    case MarkRole:
        return QVariant::fromValue(e.mark);
    case SearchRole:
        return QStringList{activityKindText(e.kind), e.subject, e.summary, e.detail}
            .join(QLatin1Char('\n'))
            .toLower();
    case TimeRole:
        return e.time;
    default:
        return {};
    }
}

QVariant ActivityModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole) {
        return {};
    }
    switch (Column(section)) {
    case Column::When:
        return tr("When");
    case Column::Kind:
        return tr("Kind");
    case Column::Subject:
        return tr("About");
    case Column::What:
        return tr("What happened");
    }
    return {};
}

} // namespace podium::models
