// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/models/load/loadmodel.h"

#include <functional>
#include <set>

namespace podium::models {

/// The workers of a LoadModel under a heading for each node, which can be folded. A list of its
/// own, not a tree, as a view of small pictures shows one. Workers have LoadModel's roles, and a
/// heading those that make sense for a node.
class LoadGroups final : public QAbstractListModel
{
    Q_OBJECT

public:
    enum Role {
        HeadingRole = Qt::UserRole + 100, ///< bool: a node, not a worker
        FoldedRole,                       ///< bool, of a heading
        SumRole,                          ///< "8 workers · 2 idle", of a heading
        ZoneRole,                         ///< of a heading
        WordsRole,                        ///< all that is said of a node, lines, of a heading
    };

    /// `workers` must outlive it.
    explicit LoadGroups(const LoadModel &workers, QObject *parent = nullptr);

    /// LoadModel's row; -1: a heading.
    [[nodiscard]] int workerAt(const QModelIndex &index) const;
    /// The heading that an index stands under, itself for a heading.
    [[nodiscard]] QModelIndex headingOf(const QModelIndex &index) const;
    /// The first worker that is not folded away; invalid: there is none.
    [[nodiscard]] QModelIndex firstWorker() const;
    /// Of a heading; what was folded stays so when the workers are other ones.
    void setFolded(const QModelIndex &heading, bool isFolded);
    void setAllFolded(bool areFolded);
    /// The nodes, in their order.
    [[nodiscard]] std::vector<NodeRef> nodes() const;
    /// What Cloud Monitoring says of a node, a sentence; said where workers do not tell.
    void setCloudIdle(std::function<QString(const NodeRef &)> idleOf);

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role) const override;

private:
    /// In LoadModel's order.
    struct Node
    {
        NodeRef ref;
        std::vector<int> workers; ///< LoadModel's rows
    };
    struct Line
    {
        int node = 0;
        int worker = -1; ///< LoadModel's row; -1: the heading
    };
    void regroup();
    void makeLines();
    void tellRows(int first, int last);
    void tellHeadings();
    void tellAll();
    [[nodiscard]] bool isFolded(const Node &node) const { return m_folded.contains(node.ref); }
    [[nodiscard]] QVariant headingData(const Node &node, int role) const;
    [[nodiscard]] tpu::NodeLoad loadOf(const Node &node) const;
    [[nodiscard]] QString sumOf(const Node &node) const;
    [[nodiscard]] QString meanOf(const tpu::NodeLoad &load) const;
    [[nodiscard]] QString wordsOf(const Node &node) const;
    [[nodiscard]] Mark markOf(const Node &node) const;
    [[nodiscard]] int oddOf(const Node &node) const;

    const LoadModel &m_workers;
    std::vector<Node> m_nodes;
    std::vector<Line> m_lines;
    std::vector<int> m_headings; ///< their lines, node by node
    std::vector<int> m_lineOf;   ///< of LoadModel's rows; -1: folded away
    std::set<int> m_oldHeadings; ///< of nodes whose workers have changed, and which is not told yet
    std::set<NodeRef> m_folded;
    std::function<QString(const NodeRef &)> m_cloudIdle;
};

} // namespace podium::models
