// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/clock.h"
#include "core/inventory/inventory.h"
#include "core/models/nodes/nodecells.h"
#include "core/models/nodes/toldcells.h"

#include <QAbstractItemModel>
#include <QHash>

#include <memory>
#include <vector>

namespace podium::models {

/// Nodes and silent zones as rows, flat or under their projects. A new snapshot changes only the
/// stretches of rows that differ. Used on the GUI thread.
class NodeModel final : public QAbstractItemModel
{
    Q_OBJECT

public:
    enum class RowKind { Project, Node, Problem };
    enum Role {
        KindRole = Qt::UserRole + 1, ///< int(RowKind)
        NodeRole,                    ///< NodeRef
        MarkRole,                    ///< Mark
        StaleRole,                   ///< bool: kept from before, its zone did not answer
        SortRole,
        SearchRole, ///< lower case, lines
        CopyRole,   ///< what a click on the cell copies; empty: nothing
        TextRole,   ///< of a problem: the whole error, for the screen
        LinkRole,   ///< of a problem: ProblemLink
    };

    /// What kind of row an index of this model, or of a proxy over it, stands in.
    [[nodiscard]] static RowKind kindOf(const QModelIndex &index)
    {
        return RowKind(index.data(KindRole).toInt());
    }

    explicit NodeModel(const Clock &clock, QObject *parent = nullptr);
    ~NodeModel() override;

    void setSnapshot(inventory::SharedSnapshot snapshot);
    /// All of them, in whatever rows.
    [[nodiscard]] int nodeCount() const;
    /// Remembers what happened last to each node; the newest counts, whatever the order.
    void noteEvents(const std::vector<inventory::Event> &events);
    /// What the nodes cost.
    void setPrices(const SharedDayPrices &prices);
    /// Who held the TPU of a node, just now.
    void noteHolders(const NodeRef &node, const HolderLook &look);
    /// Without a time where nobody has asked.
    [[nodiscard]] HolderLook holdersOf(const NodeRef &node) const { return m_told.holdersOf(node); }
    /// Under their projects, or one flat list.
    void setGrouped(bool grouped);
    [[nodiscard]] bool isGrouped() const { return m_grouped; }
    /// The ages that are shown have grown: call now and then.
    void refreshAges();

    [[nodiscard]] QModelIndex indexOf(const NodeRef &node) const;
    /// Null for rows that are not nodes. Valid until the model changes.
    [[nodiscard]] const inventory::NodeEntry *nodeAt(const QModelIndex &index) const;

    [[nodiscard]] QModelIndex
    index(int row, int column, const QModelIndex &parent = {}) const override;
    [[nodiscard]] QModelIndex parent(const QModelIndex &child) const override;
    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role) const override;
    [[nodiscard]] QVariant
    headerData(int section, Qt::Orientation orientation, int role) const override;

    /// Nodes can be dragged.
    [[nodiscard]] Qt::ItemFlags flags(const QModelIndex &index) const override;
    /// The nodes as target words (PROJECT/ZONE/NODE), a line each.
    [[nodiscard]] QMimeData *mimeData(const QModelIndexList &indexes) const override;

private:
    struct Group;

    [[nodiscard]] std::vector<std::unique_ptr<Group>> groupsOf(std::vector<NodeRow> rows) const;
    void syncGroups(std::vector<NodeRow> rows);
    void syncGroup(Group &group, std::vector<NodeRow> rows);
    [[nodiscard]] std::vector<NodeRow> currentRows() const;
    [[nodiscard]] QModelIndex indexOfGroup(const Group &group, int column = 0) const;
    [[nodiscard]] const Group *groupAt(const QModelIndex &index) const;
    [[nodiscard]] const NodeRow *rowAt(const QModelIndex &index) const;
    [[nodiscard]] QVariant groupData(const Group &group, NodeColumn column, int role) const;
    void tellColumns(NodeColumn first, NodeColumn last, const QVector<int> &roles);
    [[nodiscard]] QVariant rowData(const NodeRow &row, NodeColumn column, int role) const;

    const Clock &m_clock;
    inventory::SharedSnapshot m_snapshot; ///< the rows refer to it
    bool m_grouped = false;
    std::vector<cloud::Project> m_projects;
    std::vector<std::unique_ptr<Group>> m_groups; ///< sorted by project; flat: exactly one
    QHash<NodeRef, LastChange> m_changes;
    ToldCells m_told;
};

} // namespace podium::models
