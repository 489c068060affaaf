// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/clock.h"
#include "core/models/people/peoplecells.h"
#include "core/people/peopleservice.h"

#include <QAbstractTableModel>
#include <QHash>
#include <QSet>

#include <memory>
#include <vector>

namespace podium::models {

/// People × nodes: column 0 is the roster, the others are nodes; an opened node has a column for
/// each of its workers behind its own. Without showing all, only nodes where somebody is granted,
/// differs or may be. Follows the service. A cell is worked out when it is asked
/// for: of many people on many workers only a few are ever seen.
class PeopleMatrix final : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Role {
        StateRole = Qt::UserRole, ///< int of PersonState; of column 0 the gravest of the row
        LoginRole,                ///< QString
        HasLeftRole,              ///< bool
        ProblemRole,              ///< column 0: a sentence, or empty
        FactsRole,                ///< column 0: the second line
        NodeRole,                 ///< header of a node's column: NodeRef
        OpenedRole,               ///< header: bool; invalid where there is nothing to open
        IsWorkerRole,             ///< header: bool
    };

    /// How much of the plan is what; for the bar and the badge.
    struct Counts : people::PlanCounts
    {
        int people = 0;
        int unchecked = 0; ///< workers that were not checked, and where somebody is or may be
        bool operator==(const Counts &) const = default;
    };

    /// All references must outlive it.
    PeopleMatrix(
        people::PeopleService &service, const inventory::Inventory &inventory, const Clock &clock,
        QObject *parent = nullptr);

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role) const override;
    [[nodiscard]] QVariant
    headerData(int section, Qt::Orientation orientation, int role) const override;

    void setOpened(const NodeRef &node, bool opened);
    /// Also nodes where nobody is and should be.
    void setShowsAll(bool showsAll);
    /// Only people and nodes that hold this text; where it is in none of the ones, all of them.
    void setFilter(const QString &text);
    [[nodiscard]] int nodeCount() const;
    [[nodiscard]] int shownNodeCount() const;
    [[nodiscard]] const Counts &counts() const { return m_counts; }
    [[nodiscard]] int rowOf(const QString &login) const; ///< -1: none

signals:
    void countsChanged();

private:
    struct Column
    {
        NodeRef node;
        int worker = -1; ///< -1: the node itself
        int workers = 0;
        bool operator==(const Column &) const = default;

        [[nodiscard]] int first() const { return worker < 0 ? 0 : worker; }
        [[nodiscard]] int last() const { return worker < 0 ? workers - 1 : worker; }
    };
    /// Of the planning that is kept with it.
    struct NodeFacts
    {
        const people::DesiredAccounts *desired = nullptr;
        std::vector<const people::WorkerPlan *> plans; ///< of each worker; null: it does not run
    };
    struct Shown
    {
        std::vector<int> rows;    ///< of m_people
        std::vector<int> columns; ///< of m_columns
        bool operator==(const Shown &) const = default;
    };
    using Nodes = QHash<NodeRef, NodeFacts>;
    void rebuild();
    void count();
    [[nodiscard]] static Nodes
    nodesOf(const std::vector<Column> &columns, const people::Planning &planning);
    [[nodiscard]] bool isOfInterest(const NodeFacts &node) const;
    [[nodiscard]] Shown shownOf(
        const std::vector<PersonRow> &people, const std::vector<Column> &columns,
        const Nodes &nodes) const;
    [[nodiscard]] std::vector<Column> columns() const;
    [[nodiscard]] PersonCell cellOf(int row, const Column &column) const;
    [[nodiscard]] PersonState stateOf(int row, int column) const;
    [[nodiscard]] PersonState workedOutState(int row, const Column &column) const;
    [[nodiscard]] PersonState gravestOf(int row) const;
    [[nodiscard]] QVariant personData(int row, int role) const;

    people::PeopleService &m_service;
    const inventory::Inventory &m_inventory;
    const Clock &m_clock;
    QSet<NodeRef> m_opened;
    QString m_filter;
    bool m_showsAll = false;
    Shown m_shown;
    std::vector<PersonRow> m_people;
    std::vector<Column> m_columns;
    std::shared_ptr<const people::Planning> m_planning;
    Nodes m_nodes;
    /// As rows and columns, without column 0; -1: not worked out yet.
    mutable std::vector<signed char> m_states;
    Counts m_counts;
};

} // namespace podium::models
