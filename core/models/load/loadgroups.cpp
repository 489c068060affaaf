// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/models/load/loadgroups.h"

#include <algorithm>
#include <array>
#include <map>

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
    connect(&workers, &LoadModel::dataChanged, this, [this] {
        if (!m_lines.empty()) {
            emit dataChanged(index(0), index(int(m_lines.size()) - 1));
        }
    });
    regroup();
}

void LoadGroups::regroup()
{
    m_nodes.clear();
    std::map<NodeRef, std::size_t> places;
    for (int row = 0; row < m_workers.rowCount(); ++row) {
        const NodeRef &ref = m_workers.worker(row).worker.node;
        const auto [place, isNew] = places.try_emplace(ref, m_nodes.size());
        if (isNew) {
            m_nodes.push_back({ref, {}});
        }
        m_nodes[place->second].workers.push_back(row);
    }
    makeLines();
}

void LoadGroups::makeLines()
{
    m_lines.clear();
    for (int node = 0; node < int(m_nodes.size()); ++node) {
        m_lines.push_back({node, -1});
        if (!isFolded(m_nodes[std::size_t(node)])) {
            for (const int worker : m_nodes[std::size_t(node)].workers) {
                m_lines.push_back({node, worker});
            }
        }
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
    if (!m_lines.empty()) {
        emit dataChanged(index(0), index(int(m_lines.size()) - 1));
    }
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

QString LoadGroups::wordsOf(const Node &node) const
{
    const auto mean = loadOf(node).mean;
    const QString value = loadValueName(m_workers.shownValue());
    QStringList lines{
        sumOf(node),
        mean ? tr("%1: %2 on average").arg(value, loadValueText(m_workers.shownValue(), mean))
             : tr("%1: unknown").arg(value)};
    if (m_cloudIdle && loadOf(node).noData > 0) {
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
        const auto mean = loadOf(node).mean;
        return mean ? tr("avg %1").arg(loadValueText(m_workers.shownValue(), mean)) : QString();
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
