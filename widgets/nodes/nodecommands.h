// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/inventory/snapshot.h"
#include "core/lifecycle/action/nodeaction.h"

#include <QObject>

#include <vector>

class QMenu;
class QPoint;
class QTableView;

namespace podium::inventory {
class Inventory;
}

namespace podium::ui {

class NodeDetail;
class NodeView;
class OpenMenu;

/// What can be asked for of the nodes that are selected in a list, by menu, key or call.
class NodeCommands final : public QObject
{
    Q_OBJECT

public:
    /// Both must outlive it.
    NodeCommands(const inventory::Inventory &inventory, NodeView &view, QObject *parent = nullptr);

    void run();
    void load();
    void askHolders();
    void shell(int worker); ///< its index
    void tunnel();          ///< to its first worker
    void copySsh();
    void findDetachedRuns();
    void act(lifecycle::NodeAction action);
    void createAnother();
    void showMenu(const QPoint &globalPosition);
    /// Start, stop, delete, and where one is announced, maintenance.
    void addActions(QMenu &menu);
    /// Fills the menus of the details and of their workers, and does what they wish.
    void serve(NodeDetail &detail);
    /// What opens workers outside of Podium.
    [[nodiscard]] OpenMenu &openMenu() { return *m_open; }

signals:
    void runRequested(const std::vector<podium::NodeRef> &nodes);
    void loadRequested(const std::vector<podium::NodeRef> &nodes);
    /// Who holds their TPUs is to be asked; of these something can be asked.
    void holdersRequested(const std::vector<podium::NodeRef> &nodes);
    void shellRequested(const podium::WorkerRef &worker);
    void tunnelRequested(const podium::WorkerRef &worker);
    void copySshRequested(const podium::NodeRef &node);
    void detachedRunsRequested(const podium::NodeRef &node);
    /// Another one like this is to be made.
    void anotherRequested(const podium::NodeRef &node);
    void actionRequested(
        podium::lifecycle::NodeAction action, const std::vector<podium::NodeRef> &nodes);

private:
    void addToWorker(QMenu &menu, const inventory::NodeEntry &entry, int worker);
    void fillShellMenu(QMenu &menu);
    void showWorkerMenu(const QTableView &view, const QPoint &position);
    /// On at least one of them.
    [[nodiscard]] bool canRun(const std::vector<NodeRef> &nodes) const;
    /// The selected node; null where there is none or more than one.
    [[nodiscard]] const inventory::NodeEntry *theOne() const;

    const inventory::Inventory &m_inventory;
    NodeView &m_view;
    OpenMenu *m_open;
};

} // namespace podium::ui
