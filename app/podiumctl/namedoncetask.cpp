// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/podiumctl/namedoncetask.h"

#include "app/podiumctl/terminal.h"
#include "core/inventory/targets.h"

#include <utility>

namespace podium::ctl {

NamedOnceTask::NamedOnceTask(
    inventory::Inventory &inventory, inventory::SnapshotStore &store, QStringList selectors,
    std::unique_ptr<Task> task, QObject *parent)
    : Task(parent)
    , m_inventory(inventory)
    , m_store(store)
    , m_selectors(std::move(selectors))
    , m_task(std::move(task))
{
    connect(m_task.get(), &Task::finished, this, &Task::finished);
}

void NamedOnceTask::start()
{
    m_store.load(Callback<inventory::Snapshot>(this, [this](const inventory::Snapshot &stored) {
        if (stored.asOf.isValid()) {
            check(stored);
            return;
        }
        connect(&m_inventory, &inventory::Inventory::refreshed, this, [this] {
            check(m_inventory.snapshot());
        });
        m_inventory.refresh();
    }));
}

void NamedOnceTask::interrupt()
{
    m_task->interrupt();
}

void NamedOnceTask::check(const inventory::Snapshot &snapshot)
{
    for (const QString &selector : m_selectors) {
        const auto word = inventory::TargetWord::parse(selector);
        if (word && inventory::nodesOfPlainName(snapshot, *word).size() > 1) {
            printError(inventory::resolveTargets(snapshot, {selector}).error());
            emit finished(ExitUsage);
            return;
        }
    }
    m_task->start();
}

} // namespace podium::ctl
