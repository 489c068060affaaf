// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/models/nodes/nodemodel.h"

#include "core/models/listsync.h"
#include "core/models/nodes/nodechanges.h"
#include "core/models/problemlink.h"

#include <QMimeData>
#include <QThreadPool>

#include <algorithm>
#include <iterator>
#include <map>

namespace podium::models {

using inventory::NodeEntry;

/// The rows of one project; of all, where the model is flat.
struct NodeModel::Group
{
    ProjectId project;
    QString title;
    int position = 0; ///< in m_groups
    std::vector<NodeRow> rows;
};

NodeModel::NodeModel(const Clock &clock, QObject *parent)
    : QAbstractItemModel(parent)
    , m_clock(clock)
{
    m_snapshot = std::make_shared<const inventory::Snapshot>();
    m_groups = groupsOf({});
}

NodeModel::~NodeModel() = default;

void NodeModel::setSnapshot(inventory::SharedSnapshot snapshot)
{
    m_projects = snapshot->projects;
    std::vector<NodeRow> rows = nodeRows(*snapshot);
    for (NodeRow &row : rows) {
        const NodeEntry *entry = m_changes.isEmpty() ? nullptr : row.node();
        if (entry) {
            row.change = m_changes.value(entry->node.ref);
        }
    }
    syncGroups(std::move(rows));
    std::swap(m_snapshot, snapshot);
    // Nothing refers to the old one any more; taking it apart is no work for this thread.
    QThreadPool::globalInstance()->start([old = std::move(snapshot)] {});
}

int NodeModel::nodeCount() const
{
    return int(m_snapshot->nodes.size());
}

void NodeModel::noteEvents(const std::vector<inventory::Event> &events)
{
    for (const inventory::Event &event : events) {
        m_told.noteEvent(event);
        LastChange &change = m_changes[event.node];
        if (change.time.isValid() && event.time < change.time) {
            continue;
        }
        change = {event.time, changeWord(event.kind)};
        const QModelIndex index = indexOf(event.node);
        if (index.isValid()) {
            Group &group = *m_groups[size_t(m_grouped ? index.parent().row() : 0)];
            group.rows[size_t(index.row())].change = change;
            emit dataChanged(
                index.siblingAtColumn(int(NodeColumn::LastChange)),
                index.siblingAtColumn(int(NodeColumn::Holders)));
        }
    }
}

void NodeModel::setGrouped(bool grouped)
{
    if (grouped == m_grouped) {
        return;
    }
    beginResetModel();
    std::vector<NodeRow> rows = currentRows();
    m_grouped = grouped;
    m_groups = groupsOf(std::move(rows));
    endResetModel();
}

void NodeModel::setPrices(const SharedDayPrices &prices)
{
    m_told.setPrices(prices);
    tellColumns(NodeColumn::DayPrice, NodeColumn::DayPrice, {});
}

void NodeModel::noteHolders(const NodeRef &node, const HolderLook &look)
{
    m_told.noteHolders(node, look);
    tellColumns(NodeColumn::Holders, NodeColumn::Holders, {});
}

void NodeModel::refreshAges()
{
    tellColumns(NodeColumn::Name, NodeColumn(NodeColumnCount - 1), {Qt::DisplayRole});
}

/// That the cells of all rows have changed.
void NodeModel::tellColumns(NodeColumn first, NodeColumn last, const QVector<int> &roles)
{
    for (const auto &group : m_groups) {
        if (group->rows.empty()) {
            continue;
        }
        const QModelIndex parent = m_grouped ? indexOfGroup(*group) : QModelIndex();
        const int end = int(group->rows.size()) - 1;
        emit dataChanged(index(0, int(first), parent), index(end, int(last), parent), roles);
    }
}

QModelIndex NodeModel::indexOf(const NodeRef &node) const
{
    const NodeRow::Key key(node.project, node.zone, 1, node.name);
    for (const auto &group : m_groups) {
        const auto at = std::lower_bound(
            group->rows.begin(), group->rows.end(), key,
            [](const NodeRow &row, const NodeRow::Key &wanted) { return row.key() < wanted; });
        if (at != group->rows.end() && at->key() == key) {
            return index(
                int(at - group->rows.begin()), 0, m_grouped ? indexOfGroup(*group) : QModelIndex());
        }
    }
    return {};
}

const NodeEntry *NodeModel::nodeAt(const QModelIndex &index) const
{
    const NodeRow *row = rowAt(index);
    return row ? row->node() : nullptr;
}

QModelIndex NodeModel::index(int row, int column, const QModelIndex &parent) const
{
    if (!hasIndex(row, column, parent)) {
        return {};
    }
    // Only children of a project carry their group; it stays where it is while groups move.
    return createIndex(
        row, column, const_cast<Group *>(parent.isValid() ? groupAt(parent) : nullptr));
}

QModelIndex NodeModel::parent(const QModelIndex &child) const
{
    const auto *group = static_cast<const Group *>(child.internalPointer());
    return child.isValid() && group ? indexOfGroup(*group) : QModelIndex();
}

int NodeModel::rowCount(const QModelIndex &parent) const
{
    if (!parent.isValid()) {
        return int(m_grouped ? m_groups.size() : m_groups.front()->rows.size());
    }
    const Group *group = parent.column() == 0 ? groupAt(parent) : nullptr;
    return group ? int(group->rows.size()) : 0;
}

int NodeModel::columnCount(const QModelIndex &) const
{
    return NodeColumnCount;
}

QVariant NodeModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid()) {
        return {};
    }
    const auto column = NodeColumn(index.column());
    if (const NodeRow *row = rowAt(index)) {
        return rowData(*row, column, role);
    }
    const Group *group = groupAt(index);
    return group ? groupData(*group, column, role) : QVariant();
}

QVariant NodeModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= NodeColumnCount) {
        return {};
    }
    if (role == Qt::DisplayRole) {
        return columnTitle(NodeColumn(section));
    }
    if (role == Qt::TextAlignmentRole) {
        return alignmentOf(NodeColumn(section));
    }
    return {};
}

Qt::ItemFlags NodeModel::flags(const QModelIndex &index) const
{
    const Qt::ItemFlags flags = QAbstractItemModel::flags(index);
    return nodeAt(index) ? flags | Qt::ItemIsDragEnabled : flags;
}

QMimeData *NodeModel::mimeData(const QModelIndexList &indexes) const
{
    QStringList words;
    for (const QModelIndex &index : indexes) {
        const NodeEntry *entry = index.column() == 0 ? nodeAt(index) : nullptr;
        if (entry) {
            words << entry->node.ref.text();
        }
    }
    auto *data = new QMimeData;
    data->setText(words.join(QLatin1Char('\n')));
    return data;
}

std::vector<std::unique_ptr<NodeModel::Group>> NodeModel::groupsOf(std::vector<NodeRow> rows) const
{
    std::vector<std::unique_ptr<Group>> groups;
    if (!m_grouped) {
        groups.push_back(std::make_unique<Group>());
        groups.front()->rows = std::move(rows);
        return groups;
    }
    std::map<ProjectId, std::unique_ptr<Group>> byProject;
    const auto groupFor = [&byProject](const ProjectId &project) -> Group & {
        std::unique_ptr<Group> &group = byProject[project];
        if (!group) {
            group = std::make_unique<Group>();
            group->project = project;
            group->title = project.text();
        }
        return *group;
    };
    for (const cloud::Project &project : m_projects) {
        groupFor(project.id).title = projectTitle(project);
    }
    for (NodeRow &row : rows) {
        groupFor(std::get<0>(row.key())).rows.push_back(std::move(row));
    }
    for (auto &[project, group] : byProject) {
        group->position = int(groups.size());
        groups.push_back(std::move(group));
    }
    return groups;
}

void NodeModel::syncGroups(std::vector<NodeRow> rows)
{
    auto fresh = groupsOf(std::move(rows));
    if (!m_grouped) {
        syncGroup(*m_groups.front(), std::move(fresh.front()->rows));
        return;
    }
    const auto renumber = [this] {
        for (size_t i = 0; i < m_groups.size(); ++i) {
            m_groups[i]->position = int(i);
        }
    };
    const auto isIn = [](const auto &groups, const Group &group) {
        return std::any_of(groups.begin(), groups.end(), [&group](const auto &other) {
            return other->project == group.project;
        });
    };
    for (int i = int(m_groups.size()) - 1; i >= 0; --i) {
        if (!isIn(fresh, *m_groups[size_t(i)])) {
            beginRemoveRows({}, i, i);
            m_groups.erase(m_groups.begin() + i);
            renumber();
            endRemoveRows();
        }
    }
    for (int i = 0; i < int(fresh.size()); ++i) {
        std::unique_ptr<Group> &wanted = fresh[size_t(i)];
        if (i == int(m_groups.size()) || m_groups[size_t(i)]->project != wanted->project) {
            beginInsertRows({}, i, i);
            m_groups.insert(m_groups.begin() + i, std::move(wanted));
            renumber();
            endInsertRows();
            continue;
        }
        Group &group = *m_groups[size_t(i)];
        group.title = wanted->title;
        syncGroup(group, std::move(wanted->rows));
        emit dataChanged(indexOfGroup(group), indexOfGroup(group, NodeColumnCount - 1));
    }
}

void NodeModel::syncGroup(Group &group, std::vector<NodeRow> rows)
{
    struct Hooks
    {
        NodeModel &model;
        QPersistentModelIndex parent;
        void beginRemove(int first, int last) { model.beginRemoveRows(parent, first, last); }
        void endRemove() { model.endRemoveRows(); }
        void beginInsert(int first, int last) { model.beginInsertRows(parent, first, last); }
        void endInsert() { model.endInsertRows(); }
        void changed(int first, int last)
        {
            emit model.dataChanged(
                model.index(first, 0, parent), model.index(last, NodeColumnCount - 1, parent));
        }
    };
    syncRows(
        group.rows, std::move(rows), [](const NodeRow &row) { return row.key(); }, &looksSame,
        Hooks{*this, m_grouped ? indexOfGroup(group) : QModelIndex()});
}

std::vector<NodeRow> NodeModel::currentRows() const
{
    std::vector<NodeRow> rows;
    for (const auto &group : m_groups) {
        std::copy(group->rows.begin(), group->rows.end(), std::back_inserter(rows));
    }
    return rows;
}

QModelIndex NodeModel::indexOfGroup(const Group &group, int column) const
{
    return createIndex(group.position, column, nullptr);
}

const NodeModel::Group *NodeModel::groupAt(const QModelIndex &index) const
{
    const bool isGroup = m_grouped && index.isValid() && !index.internalPointer();
    return isGroup ? m_groups[size_t(index.row())].get() : nullptr;
}

const NodeRow *NodeModel::rowAt(const QModelIndex &index) const
{
    if (!index.isValid() || groupAt(index)) {
        return nullptr;
    }
    const auto *group = static_cast<const Group *>(index.internalPointer());
    return &(group ? *group : *m_groups.front()).rows[size_t(index.row())];
}

QVariant NodeModel::groupData(const Group &group, NodeColumn column, int role) const
{
    switch (role) {
    case Qt::DisplayRole:
        if (column == NodeColumn::Name) {
            return group.title;
        }
        return column == NodeColumn::State ? groupText(group.rows) : QVariant();
    case KindRole:
        return int(RowKind::Project);
    case SortRole:
        return group.title;
    case SearchRole:
        return group.title.toLower();
    default:
        return {};
    }
}

QVariant NodeModel::rowData(const NodeRow &row, NodeColumn column, int role) const
{
    const NodeEntry *entry = row.node();
    const QVariant told =
        entry ? m_told.data(entry->node.ref, column, role, m_clock.now()) : QVariant();
    if (told.isValid()) {
        return told;
    }
    switch (role) {
    case Qt::DisplayRole:
        return cellText(row, column, m_clock.now());
    case Qt::ToolTipRole:
        return cellToolTip(row, column);
    case Qt::TextAlignmentRole:
        return alignmentOf(column);
    case KindRole:
        return int(entry ? RowKind::Node : RowKind::Problem);
    case NodeRole:
        return entry ? QVariant::fromValue(entry->node.ref) : QVariant();
    case MarkRole:
        return QVariant::fromValue(entry ? markOf(entry->node) : Mark::Bad);
    case StaleRole:
        return entry && entry->stale;
    case SortRole:
        return cellSortValue(row, column);
    case SearchRole:
        return searchText(row);
    case CopyRole:
        return entry && column == NodeColumn::Address ? firstAddress(entry->node) : QString();
    case TextRole:
        return entry ? QString() : windowText(row.problem()->error);
    case LinkRole:
        return entry ? QVariant() : QVariant::fromValue(problemLink(*row.problem()));
    default:
        return {};
    }
}

} // namespace podium::models
