// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/ids.h"

#include <QTimer>
#include <QTreeView>

#include <vector>

namespace podium::ui {

/// The list of nodes. Silent zones are drawn over the whole row, with what can be done about them
/// at its end; a click on an address copies it.
class NodeView final : public QTreeView
{
    Q_OBJECT

public:
    explicit NodeView(QWidget *parent = nullptr);

    void setModel(QAbstractItemModel *model) override;
    /// The nodes of the selected rows, from top to bottom; a selected project stands for its own.
    [[nodiscard]] std::vector<NodeRef> selectedNodes() const;
    /// The first one that is shown is the current one, if there is any.
    void selectFirstNode();
    /// The column of who holds the TPUs is shown, whatever was chosen before.
    void showHolders();
    /// Opens all projects, and lets their rows take the whole width.
    void showGroups();
    /// Column widths that fit usual names, and then what the rows hold as they come, less important
    /// columns only where there is room, until the person sets one by hand; for when nobody has
    /// chosen widths before.
    void fitColumnsUntilChosen();
    [[nodiscard]] bool fitsColumns() const { return m_fits; } ///< nobody has chosen yet

signals:
    void selectedNodesChanged();
    /// Enter or a double click on a node.
    void nodeActivated();
    /// A click on what can be done about a silent zone or project, or Enter on its row.
    void problemActivated(const QModelIndex &index);
    void contextMenuWanted(const QPoint &globalPosition);

protected:
    void rowsInserted(const QModelIndex &parent, int start, int end) override;
    void drawRow(QPainter *painter, const QStyleOptionViewItem &options, const QModelIndex &index)
        const override;
    void mouseReleaseEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void
    selectionChanged(const QItemSelection &selected, const QItemSelection &deselected) override;
    void contextMenuEvent(QContextMenuEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    void setUsualWidths();
    void fitColumns();
    void foldColumns();
    [[nodiscard]] int headerWidth(int column) const;
    [[nodiscard]] int leastWidth(int column) const;
    [[nodiscard]] int lastShown() const; ///< the column at the right
    void showGroup(int row);
    void showColumnMenu(const QPoint &position);
    /// Where a problem's row says what can be done, in the viewport; empty for other rows.
    [[nodiscard]] QRect linkRect(const QModelIndex &index) const;
    void drawProblem(
        QPainter *painter, const QStyleOptionViewItem &options, const QModelIndex &index) const;

    QTimer m_fitSoon;
    std::vector<int> m_wanted; ///< the widths that the columns have needed so far
    bool m_fits = false;       ///< nobody has chosen widths
    bool m_isFitted = false;   ///< from then on columns only grow
};

} // namespace podium::ui
