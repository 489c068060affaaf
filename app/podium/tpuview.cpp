// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/podium/tpuview.h"

#include "app/composition/services.h"
#include "app/podium/activityfeed.h"
#include "core/models/activity/workeractivity.h"
#include "core/models/nodes/nodemodel.h"
#include "core/models/nodes/tpumodel.h"
#include "core/run/detached/runjournal.h"
#include "widgets/nodes/nodespage.h"
#include "widgets/nodes/tpudialog.h"

namespace podium::app {

void openTpuView(Services &services, ActivityFeed &feed, const NodeRef &node, ui::NodesPage &page)
{
    const inventory::Inventory &inventory = services.inventory;
    const inventory::NodeEntry *entry = inventory.snapshot().find(node);
    std::vector<WorkerRef> workers;
    for (int index = 0; entry && index < int(entry->node.workers.size()); ++index) {
        workers.push_back({node, index});
    }
    run::RunService service(
        services.transport,
        [&services](const WorkerRef &worker) {
            return run::endpointFor(services.inventory.snapshot(), worker, services.sshDefaults());
        },
        services.clock);
    service.setJournalFolder(run::journalFolder(services.paths.stateDir));
    auto session = std::make_unique<tpu::TpuSession>(
        std::move(service), std::move(workers), [&inventory](const WorkerRef &worker) {
            return models::expectedTpu(inventory.snapshot(), worker);
        });
    auto *dialog = new ui::TpuDialog(std::move(session), node.name.text(), &page);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    QObject::connect(dialog, &ui::TpuDialog::freed, &feed, [&services, &feed](const auto &freed) {
        if (const auto activity = models::activityOfFreedTpu(freed, services.clock.now())) {
            feed.add(*activity);
        }
    });
    QObject::connect(
        dialog, &ui::TpuDialog::looked, &page, [&services, &page, node](const QString &brief) {
            page.list().noteHolders(node, {services.clock.now(), brief});
        });
    dialog->show();
}

} // namespace podium::app
