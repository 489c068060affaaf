// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/models/load/loadgroups.h"

#include <algorithm>
#include <array>
#include <utility>

namespace podium::models {

LoadGroups::LoadGroups(const LoadModel &workers, QObject *parent)
    : QAbstractListModel(parent)
    , m_workers(workers)
{
    connect(&workers, &LoadModel::modelAboutToBeReset, this, [this] { beginResetModel(); });
    connect(&workers, &LoadModel::modelReset, this, [this] {
        regroup();
        endResetModel();
    });
    connect(
        &workers, &LoadModel::dataChanged, this,
        [this](const QModelIndex &first, const QModelIndex &last) {
            tellRows(first.row(), last.row());
        });
    connect(&workers, &LoadModel::updated, this, &LoadGroups::tellHeadings);
    regroup();
}

void LoadGroups::regroup()
{
    m_nodes.clear();
    m_oldHeadings.clear();
    for (const std::vector<int> &rows : m_workers.nodes()) {
        m_nodes.push_back({m_workers.worker(rows.front()).worker.node, rows});
    }
    makeLines();
}

void LoadGroups::makeLines()
{
    m_lines.clear();
    m_headings.clear();
    m_lineOf.assign(std::size_t(m_workers.rowCount()), -1);
    for (int node = 0; node < int(m_nodes.size()); ++node) {
        m_headings.push_back(int(m_lines.size()));
        m_lines.push_back({node, -1});
        if (!isFolded(m_nodes[std::size_t(node)])) {
            for (const int worker : m_nodes[std::size_t(node)].workers) {
                m_lineOf[std::size_t(worker)] = int(m_lines.size());
                m_lines.push_back({node, worker});
            }
        }
    }
}

void LoadGroups::tellAll()
{
    if (!m_lines.empty()) {
        emit dataChanged(index(0), index(int(m_lines.size()) - 1));
    }
}

/// Each by itself, as LoadModel does. Headings follow once all workers are told.
void LoadGroups::tellRows(int first, int last)
{
    if (last - first + 1 == m_workers.rowCount()) {
        tellAll();
        return;
    }
    for (int row = first; row <= last; ++row) {
        m_oldHeadings.insert(m_workers.nodeOf(row));
        if (const int line = m_lineOf[std::size_t(row)]; line >= 0) {
            emit dataChanged(index(line), index(line));
        }
    }
}

void LoadGroups::tellHeadings()
{
    for (const int node : std::exchange(m_oldHeadings, {})) {
        const QModelIndex heading = index(m_headings[std::size_t(node)]);
        emit dataChanged(heading, heading);
    }
}

int LoadGroups::workerAt(const QModelIndex &index) const
{
    return index.isValid() ? m_lines.at(std::size_t(index.row())).worker : -1;
}

QModelIndex LoadGroups::headingOf(const QModelIndex &index) const
{
    int row = index.isValid() ? index.row() : -1;
    while (row >= 0 && m_lines[std::size_t(row)].worker >= 0) {
        --row;
    }
    return row >= 0 ? this->index(row) : QModelIndex();
}

QModelIndex LoadGroups::firstWorker() const
{
    const auto first = std::find_if(
        m_lines.begin(), m_lines.end(), [](const Line &line) { return line.worker >= 0; });
    return first == m_lines.end() ? QModelIndex() : index(int(first - m_lines.begin()));
}

void LoadGroups::setFolded(const QModelIndex &heading, bool isFolded)
{
    if (workerAt(heading) >= 0 || !heading.isValid()) {
        return;
    }
    const Node &node = m_nodes[std::size_t(m_lines[std::size_t(heading.row())].node)];
    if (this->isFolded(node) == isFolded) {
        return;
    }
    const int first = heading.row() + 1;
    const int last = heading.row() + int(node.workers.size());
    if (isFolded) {
        beginRemoveRows({}, first, last);
        m_folded.insert(node.ref);
        makeLines();
        endRemoveRows();
    } else {
        beginInsertRows({}, first, last);
        m_folded.erase(node.ref);
        makeLines();
        endInsertRows();
    }
    emit dataChanged(heading, heading);
}

void LoadGroups::setAllFolded(bool areFolded)
{
    for (int row = 0; row < rowCount(); ++row) {
        setFolded(index(row), areFolded);
    }
}

std::vector<NodeRef> LoadGroups::nodes() const
{
    std::vector<NodeRef> refs;
    refs.reserve(m_nodes.size());
    for (const Node &node : m_nodes) {
        refs.push_back(node.ref);
    }
    return refs;
}

void LoadGroups::setCloudIdle(std::function<QString(const NodeRef &)> idleOf)
{
    m_cloudIdle = std::move(idleOf);
    tellAll();
}

tpu::NodeLoad LoadGroups::loadOf(const Node &node) const
{
    tpu::NodeWorkers workers;
    workers.reserve(node.workers.size());
    for (const int row : node.workers) {
        workers.push_back(&m_workers.worker(row));
    }
    return tpu::nodeLoad(workers, m_workers.shownValue());
}

int LoadGroups::oddOf(const Node &node) const
{
    return int(std::count_if(node.workers.begin(), node.workers.end(), [this](int row) {
        return !m_workers.oddities(row).isEmpty();
    }));
}

QString LoadGroups::sumOf(const Node &node) const
{
    const tpu::NodeLoad load = loadOf(node);
    QStringList parts{load.workers == 1 ? tr("1 worker") : tr("%1 workers").arg(load.workers)};
    if (const int odd = oddOf(node); odd > 0) { // first: the end may have no room
        parts << tr("%1 unlike the others").arg(odd);
    }
    if (load.idle > 0) {
        parts << tr("%1 idle").arg(load.idle);
    }
    if (load.noData > 0) {
        parts << tr("%1 without data").arg(load.noData);
    }
    return parts.join(QStringLiteral(" · "));
}

/// The worst of its workers'.
Mark LoadGroups::markOf(const Node &node) const
{
    constexpr std::array worstFirst{Mark::Bad, Mark::Warning, Mark::Unknown, Mark::Busy};
    for (const Mark mark : worstFirst) {
        const bool has = std::any_of(node.workers.begin(), node.workers.end(), [&](int row) {
            return m_workers.index(row).data(LoadModel::MarkRole).value<Mark>() == mark;
        });
        if (has) {
            return mark;
        }
    }
    return oddOf(node) > 0 ? Mark::Warning : Mark::Good;
}

/// An average says of how many it is, where it is not of all.
QString LoadGroups::meanOf(const tpu::NodeLoad &load) const
{
    if (!load.mean) {
        return {};
    }
    const QString text = loadValueText(m_workers.shownValue(), load.mean);
    if (load.known == load.workers) {
        return load.workers == 1 ? text : tr("avg %1").arg(text);
    }
    return load.known == 1 ? tr("%1 on 1 of %2").arg(text).arg(load.workers)
                           : tr("avg %1 on %2 of %3").arg(text).arg(load.known).arg(load.workers);
}

QString LoadGroups::wordsOf(const Node &node) const
{
    const tpu::NodeLoad load = loadOf(node);
    const QString mean = meanOf(load);
    const QString value = loadValueName(m_workers.shownValue());
    QStringList lines{
        sumOf(node), mean.isEmpty() ? tr("%1: unknown").arg(value) : tr("%1: %2").arg(value, mean)};
    if (m_cloudIdle && load.noData > 0) {
        lines << m_cloudIdle(node.ref);
    }
    for (const int row : node.workers) {
        if (const QStringList odd = m_workers.oddities(row); !odd.isEmpty()) {
            const QString name = m_workers.index(row).data(Qt::DisplayRole).toString();
            lines << tr("%1 is unlike the others. %2").arg(name, odd.join(QLatin1Char(' ')));
        }
    }
    return lines.join(QLatin1Char('\n'));
}

QVariant LoadGroups::headingData(const Node &node, int role) const
{
    switch (role) {
    case Qt::DisplayRole:
        return node.ref.name.text();
    case Qt::ToolTipRole:
    case Qt::AccessibleTextRole:
        return (isFolded(node) ? tr("%1, node, folded: %2") : tr("%1, node, unfolded: %2"))
            .arg(node.ref.text(), wordsOf(node));
    case LoadModel::ValueRole: {
        return meanOf(loadOf(node));
    }
    case LoadModel::MarkRole:
        return QVariant::fromValue(markOf(node));
    case LoadModel::OddRole:
        return oddOf(node) > 0;
    case HeadingRole:
        return true;
    case FoldedRole:
        return isFolded(node);
    case SumRole:
        return sumOf(node);
    case ZoneRole:
        return node.ref.zone.text();
    case WordsRole:
        return wordsOf(node);
    default:
        return {};
    }
}

int LoadGroups::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_lines.size());
}

QVariant LoadGroups::data(const QModelIndex &index, int role) const
{
    if (!index.isValid()) {
        return {};
    }
    const Line &line = m_lines.at(std::size_t(index.row()));
    if (line.worker < 0) {
        return headingData(m_nodes[std::size_t(line.node)], role);
    }
    return role == HeadingRole ? QVariant(false) : m_workers.index(line.worker).data(role);
}

} // namespace podium::models
