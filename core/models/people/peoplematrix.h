// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/clock.h"
#include "core/models/people/peoplecells.h"
#include "core/people/peopleservice.h"

#include <QAbstractTableModel>
#include <QSet>

#include <vector>

namespace podium::models {

/// People × nodes: column 0 is the roster, the others are nodes; an opened node has a column for
/// each of its workers behind its own. Follows the service.
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
    struct Counts
    {
        int people = 0;
        int workers = 0;
        int unknownWorkers = 0; ///< not looked at
        int steps = 0;
        int changedWorkers = 0; ///< with steps
        int blocked = 0;        ///< accounts that need a decision
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
    };
    void rebuild();
    [[nodiscard]] std::vector<Column> columns() const;
    [[nodiscard]] std::vector<PersonCell> cellsOf(const PersonRow &person) const;
    [[nodiscard]] PersonCell cellOf(const PersonRow &person, const Column &column) const;
    void count();
    [[nodiscard]] QVariant personData(int row, int role) const;

    people::PeopleService &m_service;
    const inventory::Inventory &m_inventory;
    const Clock &m_clock;
    QSet<NodeRef> m_opened;
    std::vector<PersonRow> m_people;
    std::vector<Column> m_columns;
    std::vector<std::vector<PersonCell>> m_cells; ///< as rows and columns, without column 0
    Counts m_counts;
};

} // namespace podium::models
