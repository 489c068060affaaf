// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/podiumctl/task.h"
#include "core/inventory/inventory.h"

#include <QStringList>

#include <memory>

namespace podium::ctl {

/// Before a task that is given selectors for good: one that is a plain name has to stand for one
/// node, by what was last seen; the cloud is asked only where nothing was ever seen.
class NamedOnceTask final : public Task
{
    Q_OBJECT

public:
    /// Inventory and store must outlive this.
    NamedOnceTask(
        inventory::Inventory &inventory, inventory::SnapshotStore &store, QStringList selectors,
        std::unique_ptr<Task> task, QObject *parent = nullptr);
    void start() override;
    void interrupt() override;

private:
    void check(const inventory::Snapshot &snapshot);

    inventory::Inventory &m_inventory;
    inventory::SnapshotStore &m_store;
    const QStringList m_selectors;
    const std::unique_ptr<Task> m_task;
};

} // namespace podium::ctl
