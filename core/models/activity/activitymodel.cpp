// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/models/activity/activitymodel.h"

#include "core/models/relativetime.h"

#include <algorithm>

namespace podium::models {

/// Stays where it is in memory, so that its parts find it.
struct ActivityModel::Row
{
    ActivityEntry entry;
    mutable QString search = {}; ///< lower case; made when somebody filters
};

namespace {

QString withSpoken(const QString &text, const QString &more)
{
    return more.isEmpty() ? text : text + QStringLiteral(", ") + more;
}

/// All of a name that is short in its row.
QString placeToolTip(const std::optional<NodeRef> &node, int worker, const QString &shown)
{
    if (!node) {
        return shown;
    }
    const QString place = worker < 0 ? node->text() : WorkerRef{*node, worker}.text();
    return shown == node->name.text() || shown.startsWith(node->name.text() + QLatin1Char(':'))
               ? place
               : shown + QLatin1Char('\n') + place;
}

} // namespace

ActivityModel::ActivityModel(const Clock &clock, QObject *parent)
    : QAbstractItemModel(parent)
    , m_clock(clock)
{}

ActivityModel::~ActivityModel() = default;

void ActivityModel::add(const std::vector<ActivityEntry> &entries)
{
    if (m_rows.empty()) {
        fill(entries);
    } else {
        for (const ActivityEntry &entry : entries) {
            insert(entry);
        }
    }
    if (const int count = int(m_rows.size()); count > Limit) {
        remove(Limit, count - 1);
    }
}

void ActivityModel::fill(const std::vector<ActivityEntry> &entries)
{
    if (entries.empty()) {
        return;
    }
    beginInsertRows({}, 0, int(entries.size()) - 1);
    for (const ActivityEntry &entry : entries) {
        m_rows.push_back(makeRow(entry));
    }
    std::stable_sort(m_rows.begin(), m_rows.end(), [](const auto &a, const auto &b) {
        return a->entry.time > b->entry.time;
    });
    endInsertRows();
}

std::unique_ptr<ActivityModel::Row> ActivityModel::makeRow(const ActivityEntry &entry)
{
    auto row = std::make_unique<Row>(Row{entry});
    if (!entry.action.isEmpty()) {
        m_byAction.insert(entry.action, row.get());
    }
    return row;
}

void ActivityModel::insert(const ActivityEntry &entry)
{
    if (replace(entry)) {
        return;
    }
    const auto at = std::lower_bound(
        m_rows.begin(), m_rows.end(), entry.time,
        [](const auto &row, const QDateTime &time) { return row->entry.time > time; });
    for (auto same = at; same != m_rows.end() && (*same)->entry.time == entry.time; ++same) {
        if ((*same)->entry == entry) {
            return;
        }
    }
    const int row = int(at - m_rows.begin());
    beginInsertRows({}, row, row);
    m_rows.insert(at, makeRow(entry));
    endInsertRows();
}

/// The row of the same action, where there is one: its parts grow, its row stays where it is.
bool ActivityModel::replace(const ActivityEntry &entry)
{
    Row *found = m_byAction.value(entry.action);
    if (!found) {
        return false;
    }
    Row &kept = *found;
    if (kept.entry == entry) {
        return true;
    }
    const int row = rowOf(kept);
    if (kept.entry.time != entry.time) {
        remove(row, row);
        return false; // it goes where its time is
    }
    const QModelIndex parent = index(row, 0);
    const int before = int(kept.entry.parts.size());
    const int after = int(entry.parts.size());
    if (after > before) {
        beginInsertRows(parent, before, after - 1);
    } else if (after < before) {
        beginRemoveRows(parent, after, before - 1);
    }
    kept = Row{entry};
    if (after > before) {
        endInsertRows();
    } else if (after < before) {
        endRemoveRows();
    }
    emit dataChanged(index(row, 0), index(row, ColumnCount - 1));
    if (const int same = std::min(before, after); same > 0) {
        emit dataChanged(index(0, 0, parent), index(same - 1, ColumnCount - 1, parent));
    }
    return true;
}

void ActivityModel::remove(int first, int last)
{
    beginRemoveRows({}, first, last);
    for (int row = first; row <= last; ++row) {
        m_byAction.remove(entry(row).action);
    }
    m_rows.erase(m_rows.begin() + first, m_rows.begin() + last + 1);
    endRemoveRows();
}

const ActivityEntry &ActivityModel::entry(int row) const
{
    return m_rows[std::size_t(row)]->entry;
}

const ActivityEntry &ActivityModel::entryOf(const QModelIndex &index) const
{
    const auto *whole = static_cast<const Row *>(index.internalPointer());
    return whole ? whole->entry : entry(index.row());
}

const ActivityPart *ActivityModel::partOf(const QModelIndex &index) const
{
    const auto *whole = static_cast<const Row *>(index.internalPointer());
    return whole ? &whole->entry.parts[std::size_t(index.row())] : nullptr;
}

int ActivityModel::rowOf(const Row &row) const
{
    auto at = std::lower_bound(
        m_rows.begin(), m_rows.end(), row.entry.time,
        [](const auto &other, const QDateTime &time) { return other->entry.time > time; });
    while (at->get() != &row) {
        ++at;
    }
    return int(at - m_rows.begin());
}

void ActivityModel::setSeenUntil(const QDateTime &time)
{
    if (time != m_seenUntil) {
        m_seenUntil = time;
        if (!m_rows.empty()) {
            emit dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
        }
    }
}

bool ActivityModel::isNew(const ActivityEntry &entry) const
{
    return m_seenUntil.isValid() && entry.time > m_seenUntil;
}

int ActivityModel::newCount() const
{
    return int(
        std::find_if(
            m_rows.begin(), m_rows.end(), [this](const auto &row) { return !isNew(row->entry); }) -
        m_rows.begin());
}

void ActivityModel::refreshAges()
{
    if (!m_rows.empty()) {
        emit dataChanged(
            index(0, int(Column::When)), index(rowCount() - 1, int(Column::When)),
            {Qt::DisplayRole});
    }
}

QModelIndex ActivityModel::index(int row, int column, const QModelIndex &parent) const
{
    if (!hasIndex(row, column, parent)) {
        return {};
    }
    return createIndex(
        row, column, parent.isValid() ? m_rows[std::size_t(parent.row())].get() : nullptr);
}

QModelIndex ActivityModel::parent(const QModelIndex &child) const
{
    const auto *whole = static_cast<const Row *>(child.internalPointer());
    return whole ? createIndex(rowOf(*whole), 0) : QModelIndex();
}

int ActivityModel::rowCount(const QModelIndex &parent) const
{
    if (!parent.isValid()) {
        return int(m_rows.size());
    }
    return parent.internalPointer() || parent.column() > 0 ? 0
                                                           : int(entry(parent.row()).parts.size());
}

int ActivityModel::columnCount(const QModelIndex & /*parent*/) const
{
    return ColumnCount;
}

QVariant ActivityModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid()) {
        return {};
    }
    const auto column = Column(index.column());
    const auto *whole = static_cast<const Row *>(index.internalPointer());
    return whole ? partData(*whole, index.row(), column, role)
                 : entryData(*m_rows[std::size_t(index.row())], column, role);
}

QVariant ActivityModel::entryData(const Row &row, Column column, int role) const
{
    const ActivityEntry &e = row.entry;
    const QString texts[] = {
        e.subject, e.text, activityKindText(e.kind), agoText(e.time, m_clock.now())};
    switch (role) {
    case Qt::DisplayRole:
        return texts[int(column)];
    case Qt::AccessibleTextRole:
        return column == Column::Kind ? withSpoken(texts[int(column)], outcomeText(e.outcome))
               : column == Column::When && isNew(e) ? withSpoken(texts[int(column)], tr("new"))
                                                    : texts[int(column)];
    case Qt::ToolTipRole:
        return column == Column::When      ? fullTimeText(e.time)
               : column == Column::Subject ? placeToolTip(e.node, e.worker, e.subject)
                                           : texts[int(column)];
    case KindRole:
        return int(e.kind);
    case MarkRole:
        return QVariant::fromValue(markOf(e.outcome));
    case SearchRole:
        if (row.search.isEmpty()) {
            row.search = activitySearchText(e);
        }
        return row.search;
    case NewRole:
        return isNew(e);
    default:
        return {};
    }
}

QVariant ActivityModel::partData(const Row &row, int number, Column column, int role) const
{
    const ActivityPart &part = row.entry.parts[std::size_t(number)];
    const QString place = partPlace(part);
    switch (role) {
    case Qt::DisplayRole:
        return column == Column::Subject ? place : column == Column::What ? part.text : QString();
    case Qt::AccessibleTextRole:
        return column == Column::Subject ? place
               : column == Column::What  ? withSpoken(part.text, outcomeText(part.outcome))
                                         : QString();
    case Qt::ToolTipRole:
        return column == Column::Subject ? placeToolTip(part.node, part.worker, place) : part.text;
    case KindRole:
        return int(row.entry.kind);
    case MarkRole:
        return QVariant::fromValue(markOf(part.outcome));
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
    case Column::Subject:
        return tr("About");
    case Column::What:
        return tr("What happened");
    case Column::Kind:
        return tr("Kind");
    case Column::When:
        return tr("When");
    }
    return {};
}

} // namespace podium::models
