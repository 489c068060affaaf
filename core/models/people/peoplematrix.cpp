// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/models/people/peoplematrix.h"

#include <algorithm>
#include <utility>

namespace podium::models {

using namespace podium::people;

PeopleMatrix::PeopleMatrix(
    PeopleService &service, const inventory::Inventory &inventory, const Clock &clock,
    QObject *parent)
    : QAbstractTableModel(parent)
    , m_service(service)
    , m_inventory(inventory)
    , m_clock(clock)
{
    connect(&m_service, &PeopleService::rosterChanged, this, &PeopleMatrix::rebuild);
    connect(&m_service, &PeopleService::planned, this, &PeopleMatrix::rebuild);
    rebuild();
}

int PeopleMatrix::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_shown.rows.size());
}

int PeopleMatrix::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_shown.columns.size()) + 1;
}

std::vector<PeopleMatrix::Column> PeopleMatrix::columns() const
{
    std::vector<Column> columns;
    for (const inventory::NodeEntry &entry : m_inventory.snapshot().nodes) {
        const int workers = int(entry.node.workers.size());
        columns.push_back({entry.node.ref, -1, workers});
        for (int i = 0; m_opened.contains(entry.node.ref) && i < workers; ++i) {
            columns.push_back({entry.node.ref, i, workers});
        }
    }
    return columns;
}

PersonCell PeopleMatrix::cellOf(int row, const Column &column) const
{
    const PersonRow &person = m_people[size_t(row)];
    const NodeFacts node = m_nodes.value(column.node);
    std::vector<PersonCell> cells;
    std::vector<int> indexes;
    for (int i = column.first(); i <= column.last(); ++i) {
        const WorkerCheck *check = m_service.check({column.node, i});
        cells.push_back(personCell(
            person, node.desired, node.plans[size_t(i)],
            check && check->error ? check->error->text() : QString()));
        indexes.push_back(i);
    }
    return cells.empty() ? personCell(person, node.desired, nullptr, {})
                         : mergedCell(cells, indexes);
}

PersonState PeopleMatrix::workedOutState(int row, const Column &column) const
{
    const PersonRow &person = m_people[size_t(row)];
    const auto node = m_nodes.constFind(column.node);
    PersonState gravest = PersonState::Nothing;
    for (int i = column.first(); i <= column.last(); ++i) {
        gravest = std::max(gravest, personState(person, node->desired, node->plans[size_t(i)]));
    }
    return column.workers == 0 ? personState(person, node->desired, nullptr) : gravest;
}

PersonState PeopleMatrix::stateOf(int row, int column) const
{
    signed char &known = m_states[size_t(row) * m_columns.size() + size_t(column)];
    if (known < 0) {
        known = static_cast<signed char>(workedOutState(row, m_columns[size_t(column)]));
    }
    return PersonState(known);
}

PersonState PeopleMatrix::gravestOf(int row) const
{
    PersonState gravest = PersonState::Nothing;
    for (int i = 0; i < int(m_columns.size()); ++i) {
        if (m_columns[size_t(i)].worker < 0) {
            gravest = std::max(gravest, stateOf(row, i));
        }
    }
    return gravest;
}

void PeopleMatrix::rebuild()
{
    std::vector<PersonRow> rows = personRows(m_service.roster(), m_clock.now());
    std::vector<Column> fresh = columns();
    std::shared_ptr<const Planning> planning = m_service.planning();
    Nodes nodes = nodesOf(fresh, *planning);
    Shown shown = shownOf(rows, fresh, nodes);
    const bool sameRows = std::equal(
        rows.begin(), rows.end(), m_people.begin(), m_people.end(),
        [](const PersonRow &a, const PersonRow &b) {
            return a.login == b.login && a.hasLeft == b.hasLeft;
        });
    const bool isSame = sameRows && fresh == m_columns && shown == m_shown;
    // Selection and scroll stay where only states have changed.
    if (!isSame) {
        beginResetModel();
    }
    m_people = std::move(rows);
    m_columns = std::move(fresh);
    m_planning = std::move(planning);
    m_nodes = std::move(nodes);
    m_shown = std::move(shown);
    m_states.assign(m_people.size() * m_columns.size(), -1);
    if (!isSame) {
        endResetModel();
    } else if (rowCount() > 0) {
        emit dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
    }
    count();
}

PeopleMatrix::Nodes
PeopleMatrix::nodesOf(const std::vector<Column> &columns, const Planning &planning)
{
    Nodes nodes;
    for (const Column &column : columns) {
        if (column.worker >= 0) {
            continue;
        }
        NodeFacts &facts = nodes[column.node];
        facts.desired = planning.desired.value(column.node).get();
        for (int i = 0; i < column.workers; ++i) {
            facts.plans.push_back(planning.find({column.node, i}));
        }
    }
    return nodes;
}

/// Somebody is granted, differs, or is not known to be gone.
bool PeopleMatrix::isOfInterest(const NodeFacts &node) const
{
    const bool mayHaveLeavers = !m_service.roster().formerMembers.empty();
    return (node.desired && !node.desired->empty()) ||
           std::any_of(node.plans.begin(), node.plans.end(), [&](const WorkerPlan *plan) {
               return plan && (!plan->accounts.empty() || (!plan->isKnown && mayHaveLeavers));
           });
}

PeopleMatrix::Shown PeopleMatrix::shownOf(
    const std::vector<PersonRow> &people, const std::vector<Column> &columns,
    const Nodes &nodes) const
{
    Shown all;
    Shown matching;
    std::vector<int> ofInterest;
    const auto holds = [this](const QString &text) {
        return text.contains(m_filter, Qt::CaseInsensitive);
    };
    for (int row = 0; row < int(people.size()); ++row) {
        const PersonRow &person = people[size_t(row)];
        all.rows.push_back(row);
        if (holds(person.login.text()) || holds(person.fullName) || holds(person.facts)) {
            matching.rows.push_back(row);
        }
    }
    for (int i = 0; i < int(columns.size()); ++i) {
        const NodeRef &node = columns[size_t(i)].node;
        all.columns.push_back(i);
        if (isOfInterest(nodes[node])) {
            ofInterest.push_back(i);
        }
        if (holds(node.text())) {
            matching.columns.push_back(i); // who looks for a node finds it, of interest or not
        }
    }
    if (!m_showsAll && !ofInterest.empty()) {
        all.columns = std::move(ofInterest);
    }
    if (m_filter.isEmpty()) {
        return all;
    }
    const bool isNowhere = matching.rows.empty() && matching.columns.empty();
    return {
        matching.rows.empty() && !isNowhere ? all.rows : matching.rows,
        matching.columns.empty() ? all.columns : matching.columns};
}

void PeopleMatrix::setShowsAll(bool showsAll)
{
    if (std::exchange(m_showsAll, showsAll) != showsAll) {
        rebuild();
    }
}

void PeopleMatrix::setFilter(const QString &text)
{
    if (std::exchange(m_filter, text.trimmed()) != text.trimmed()) {
        rebuild();
    }
}

int PeopleMatrix::nodeCount() const
{
    return m_nodes.size();
}

int PeopleMatrix::shownNodeCount() const
{
    return int(std::count_if(m_shown.columns.begin(), m_shown.columns.end(), [this](int column) {
        return m_columns[size_t(column)].worker < 0;
    }));
}

void PeopleMatrix::count()
{
    const people::Roster &roster = m_service.roster();
    Counts counts{m_planning->counts, int(roster.people.size())};
    for (const people::WorkerPlan &plan : m_planning->plans) {
        const auto desired = m_planning->desired.constFind(plan.worker.node);
        const bool isGranted =
            desired != m_planning->desired.constEnd() && *desired && !(*desired)->empty();
        // Who left may still be anywhere.
        counts.unchecked += !plan.isKnown && (isGranted || !roster.formerMembers.empty()) ? 1 : 0;
    }
    if (!(std::exchange(m_counts, counts) == counts)) {
        emit countsChanged();
    }
}

void PeopleMatrix::setOpened(const NodeRef &node, bool opened)
{
    if (m_opened.contains(node) != opened) {
        opened ? void(m_opened.insert(node)) : void(m_opened.remove(node));
        rebuild();
    }
}

int PeopleMatrix::rowOf(const QString &login) const
{
    const auto found =
        std::find_if(m_shown.rows.begin(), m_shown.rows.end(), [this, &login](int row) {
            return m_people[size_t(row)].login.text() == login;
        });
    return found == m_shown.rows.end() ? -1 : int(found - m_shown.rows.begin());
}

QVariant PeopleMatrix::personData(int row, int role) const
{
    const PersonRow &person = m_people[size_t(row)];
    switch (role) {
    case Qt::DisplayRole:
        return person.fullName.isEmpty()
                   ? person.login.text()
                   : QString(person.login.text() + QStringLiteral(" · ") + person.fullName);
    case Qt::ToolTipRole:
        return person.problem.isEmpty()
                   ? person.facts
                   : QString(person.facts + QLatin1Char('\n') + person.problem);
    case Qt::AccessibleTextRole:
        return tr("%1, %2, %3")
            .arg(
                personData(row, Qt::DisplayRole).toString(), person.facts,
                person.problem.isEmpty() ? personStateText(gravestOf(row)) : person.problem);
    case FactsRole:
        return person.facts;
    case ProblemRole:
        return person.problem;
    case HasLeftRole:
        return person.hasLeft;
    case LoginRole:
        return person.login.text();
    case StateRole:
        return int(gravestOf(row));
    default:
        return {};
    }
}

QVariant PeopleMatrix::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) {
        return {};
    }
    const int row = m_shown.rows[size_t(index.row())];
    const PersonRow &person = m_people[size_t(row)];
    if (index.column() == 0) {
        return personData(row, role);
    }
    const int column = m_shown.columns[size_t(index.column() - 1)];
    switch (role) {
    case Qt::DisplayRole:
        return personStateSign(stateOf(row, column));
    case Qt::ToolTipRole:
        return cellOf(row, m_columns[size_t(column)]).text;
    case Qt::TextAlignmentRole:
        return int(Qt::AlignCenter);
    case Qt::AccessibleTextRole:
        return tr("%1 on %2: %3")
            .arg(
                person.login.text(),
                headerData(index.column(), Qt::Horizontal, Qt::DisplayRole).toString(),
                personStateText(stateOf(row, column)));
    case StateRole:
        return int(stateOf(row, column));
    case LoginRole:
        return person.login.text();
    case HasLeftRole:
        return person.hasLeft;
    default:
        return {};
    }
}

QVariant PeopleMatrix::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= columnCount()) {
        return {};
    }
    if (section == 0) {
        return role == Qt::DisplayRole ? QVariant(tr("People")) : QVariant();
    }
    const Column &column = m_columns[size_t(m_shown.columns[size_t(section - 1)])];
    const QString name = column.node.name.text();
    switch (role) {
    case Qt::DisplayRole:
        return column.worker < 0 ? name : QString(name + QStringLiteral(":%1").arg(column.worker));
    case Qt::ToolTipRole:
        return column.worker < 0 && column.workers > 1
                   ? QString(
                         column.node.text() + QLatin1Char('\n') +
                         tr("%1 workers; click to see each").arg(column.workers))
                   : column.node.text();
    case NodeRole:
        return QVariant::fromValue(column.node);
    case OpenedRole:
        return column.worker < 0 && column.workers > 1 ? QVariant(m_opened.contains(column.node))
                                                       : QVariant();
    case IsWorkerRole:
        return column.worker >= 0;
    default:
        return {};
    }
}

} // namespace podium::models
