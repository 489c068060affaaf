// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/nodes/nodecommands.h"

#include "core/inventory/inventory.h"
#include "widgets/common/controls.h"
#include "widgets/common/icons.h"
#include "widgets/nodes/nodedetail.h"
#include "widgets/nodes/nodefacts.h"
#include "widgets/nodes/nodeview.h"
#include "widgets/open/openmenu.h"

#include <QMenu>
#include <QShortcut>
#include <QTableView>

#include <algorithm>

namespace podium::ui {

using lifecycle::NodeAction;

NodeCommands::NodeCommands(const inventory::Inventory &inventory, NodeView &view, QObject *parent)
    : QObject(parent)
    , m_inventory(inventory)
    , m_view(view)
    , m_open(new OpenMenu(this))
{
    connect(&view, &NodeView::nodeActivated, this, &NodeCommands::run);
    connect(&view, &NodeView::contextMenuWanted, this, &NodeCommands::showMenu);
    auto *remove = new QShortcut(QKeySequence::Delete, &view);
    remove->setContext(Qt::WidgetShortcut);
    connect(remove, &QShortcut::activated, this, [this] { act(NodeAction::Delete); });
}

const inventory::NodeEntry *NodeCommands::theOne() const
{
    const std::vector<NodeRef> nodes = m_view.selectedNodes();
    return nodes.size() == 1 ? m_inventory.snapshot().find(nodes.front()) : nullptr;
}

bool NodeCommands::canRun(const std::vector<NodeRef> &nodes) const
{
    return std::any_of(nodes.begin(), nodes.end(), [this](const NodeRef &ref) {
        const auto *entry = m_inventory.snapshot().find(ref);
        return entry && whyNoRun(entry->node).isEmpty();
    });
}

void NodeCommands::run()
{
    const std::vector<NodeRef> nodes = m_view.selectedNodes();
    if (canRun(nodes)) {
        emit runRequested(nodes);
    }
}

void NodeCommands::load()
{
    const std::vector<NodeRef> nodes = m_view.selectedNodes();
    if (!nodes.empty()) {
        emit loadRequested(nodes);
    }
}

void NodeCommands::askHolders()
{
    std::vector<NodeRef> nodes = m_view.selectedNodes();
    nodes.erase(
        std::remove_if(
            nodes.begin(), nodes.end(), [this](const NodeRef &node) { return !canRun({node}); }),
        nodes.end());
    if (!nodes.empty()) {
        m_view.showHolders();
        emit holdersRequested(nodes);
    }
}

void NodeCommands::shell(int worker)
{
    if (const auto *entry = theOne()) {
        emit shellRequested({entry->node.ref, worker});
    }
}

void NodeCommands::tunnel()
{
    if (const auto *entry = theOne()) {
        emit tunnelRequested({entry->node.ref, 0});
    }
}

void NodeCommands::copySsh()
{
    if (const auto *entry = theOne()) {
        emit copySshRequested(entry->node.ref);
    }
}

void NodeCommands::findDetachedRuns()
{
    if (const auto *entry = theOne()) {
        emit detachedRunsRequested(entry->node.ref);
    }
}

void NodeCommands::act(NodeAction action)
{
    const std::vector<NodeRef> nodes = m_view.selectedNodes();
    if (!nodes.empty()) {
        emit actionRequested(action, nodes);
    }
}

void NodeCommands::createAnother()
{
    if (const auto *entry = theOne()) {
        emit anotherRequested(entry->node.ref);
    }
}

void NodeCommands::showMenu(const QPoint &globalPosition)
{
    const std::vector<NodeRef> nodes = m_view.selectedNodes();
    auto *menu = new QMenu(&m_view);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    QAction *run = menu->addAction(
        themedIcon(QStringLiteral("run")),
        nodes.size() == 1 ? tr("Run on this") : tr("Run on these"), this, &NodeCommands::run);
    run->setEnabled(canRun(nodes));
    menu->addAction(
        themedIcon(QStringLiteral("load")), tr("Watch the load"), this, &NodeCommands::load);
    menu->addAction(tr("Ask who holds the TPU"), this, &NodeCommands::askHolders)
        ->setEnabled(canRun(nodes));
    if (const auto *entry = theOne()) {
        QAction *shell = menu->addAction(tr("Shell"), this, [this] { NodeCommands::shell(0); });
        shell->setEnabled(whyNoShell(entry->node).isEmpty());
        QAction *tunnel = menu->addAction(
            themedIcon(QStringLiteral("tunnel")), tr("Tunnel…"), this, &NodeCommands::tunnel);
        tunnel->setEnabled(shell->isEnabled());
        m_open->addTo(*menu, {entry->node.ref, 0})->setEnabled(shell->isEnabled());
        menu->addAction(
            themedIcon(QStringLiteral("copy")), tr("Copy ssh command"), this,
            &NodeCommands::copySsh);
        menu->addAction(tr("Copy name"), this, [this, name = nodes.front().name.text()] {
            copyText(name, &m_view);
        });
    }
    menu->addSeparator();
    addActions(*menu);
    menu->popup(globalPosition);
}

void NodeCommands::addToWorker(QMenu &menu, const inventory::NodeEntry &entry, int worker)
{
    const bool isOpen = whyNoShell(entry.node).isEmpty();
    menu.addAction(tr("Shell"), this, [this, worker] { shell(worker); })->setEnabled(isOpen);
    m_open->addTo(menu, {entry.node.ref, worker})->setEnabled(isOpen);
}

void NodeCommands::fillShellMenu(QMenu &menu)
{
    menu.clear();
    const auto *entry = theOne();
    const int count = entry ? int(entry->node.workers.size()) : 0;
    for (int index = 0; count > 1 && index < count; ++index) {
        menu.addAction(tr("Worker %1").arg(index), this, [this, index] { shell(index); });
    }
    if (entry) {
        menu.addSeparator();
        m_open->addTo(menu, {entry->node.ref, 0})
            ->setTitle(count > 1 ? tr("Open worker 0 in") : tr("Open in"));
    }
}

void NodeCommands::showWorkerMenu(const QTableView &view, const QPoint &position)
{
    const QModelIndex index = view.indexAt(position);
    const auto *entry = theOne();
    if (!entry || !index.isValid() || index.row() >= int(entry->node.workers.size())) {
        return;
    }
    auto *menu = new QMenu(&m_view);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    addToWorker(*menu, *entry, index.row());
    menu->popup(view.viewport()->mapToGlobal(position));
}

void NodeCommands::serve(NodeDetail &detail)
{
    connect(&detail, &NodeDetail::runRequested, this, &NodeCommands::run);
    connect(&detail, &NodeDetail::shellRequested, this, &NodeCommands::shell);
    connect(&detail, &NodeDetail::copySshRequested, this, &NodeCommands::copySsh);
    connect(&detail, &NodeDetail::detachedRunsRequested, this, &NodeCommands::findDetachedRuns);
    QMenu &actions = detail.actionMenu();
    connect(&actions, &QMenu::aboutToShow, this, [this, &actions] {
        actions.clear();
        addActions(actions);
    });
    QMenu &shells = detail.shellMenu();
    connect(&shells, &QMenu::aboutToShow, this, [this, &shells] { fillShellMenu(shells); });
    QTableView &workers = detail.workerView();
    workers.setContextMenuPolicy(Qt::CustomContextMenu);
    connect(
        &workers, &QTableView::customContextMenuRequested, this,
        [this, &workers](const QPoint &position) { showWorkerMenu(workers, position); });
}

void NodeCommands::addActions(QMenu &menu)
{
    const auto add = [this, &menu](NodeAction action, const QString &text) {
        return menu.addAction(text, this, [this, action] { act(action); });
    };
    add(NodeAction::Start, tr("Start…"));
    add(NodeAction::Stop, tr("Stop…"));
    add(NodeAction::Delete, tr("Delete…"));
    const std::vector<NodeRef> nodes = m_view.selectedNodes();
    const bool hasMaintenance = std::any_of(nodes.begin(), nodes.end(), [this](const NodeRef &ref) {
        const auto *entry = m_inventory.snapshot().find(ref);
        return entry && entry->node.maintenance;
    });
    if (hasMaintenance) {
        add(NodeAction::Maintain, tr("Start the maintenance now…"));
    }
    if (theOne()) {
        menu.addAction(tr("Create another like this…"), this, &NodeCommands::createAnother);
    }
}

} // namespace podium::ui
