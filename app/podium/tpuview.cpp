// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/podium/tpuview.h"

#include "app/composition/services.h"
#include "app/podium/activityfeed.h"
#include "core/models/activity/workeractivity.h"
#include "core/models/nodes/tpumodel.h"
#include "widgets/common/noticebar.h"
#include "widgets/nodes/nodespage.h"
#include "widgets/nodes/tpudialog.h"

#include <algorithm>
#include <map>

namespace podium::app {

namespace {

std::vector<WorkerRef>
workersOf(const inventory::Snapshot &snapshot, const std::vector<NodeRef> &nodes)
{
    std::vector<WorkerRef> workers;
    for (const NodeRef &node : nodes) {
        const inventory::NodeEntry *entry = snapshot.find(node);
        for (int index = 0; entry && index < int(entry->node.workers.size()); ++index) {
            workers.push_back({node, index});
        }
    }
    return workers;
}

std::unique_ptr<tpu::TpuSession> sessionOn(Services &services, const std::vector<NodeRef> &nodes)
{
    const inventory::Inventory &inventory = services.inventory;
    return std::make_unique<tpu::TpuSession>(
        services.runService(), workersOf(inventory.snapshot(), nodes),
        [&inventory](const WorkerRef &worker) {
            return models::expectedTpu(inventory.snapshot(), worker);
        });
}

void openView(Services &services, ActivityFeed &feed, const NodeRef &node, ui::NodesPage &page)
{
    auto *dialog =
        new ui::TpuDialog(sessionOn(services, {node}), node.name.text(), services.clock, &page);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    QObject::connect(dialog, &ui::TpuDialog::freed, &feed, [&services, &feed](const auto &freed) {
        if (const auto activity = models::activityOfFreedTpu(freed, services.clock.now())) {
            feed.add(*activity);
        }
    });
    QObject::connect(dialog, &ui::TpuDialog::looked, &page, [&page, node](const auto &workers) {
        page.noteHolders({{node, models::holderLook(workers)}});
    });
    dialog->show();
}

/// By node, of workers of several.
QHash<NodeRef, models::HolderLook> looksOf(const tpu::TpuSession &session)
{
    std::map<NodeRef, std::vector<tpu::WorkerTpu>> found;
    for (const tpu::WorkerTpu &worker : session.workers()) {
        found[worker.worker.node].push_back(worker);
    }
    QHash<NodeRef, models::HolderLook> looks;
    for (const auto &[node, workers] : found) {
        looks.insert(node, models::holderLook(workers));
    }
    return looks;
}

void askHolders(Services &services, const std::vector<NodeRef> &nodes, ui::NodesPage &page)
{
    auto asked = sessionOn(services, nodes);
    if (asked->workers().empty()) {
        return; // they went meanwhile
    }
    tpu::TpuSession *session = asked.release();
    session->setParent(&page);
    page.showNote(ui::NodesPage::tr("Asking who holds the TPU…"));
    const int asking = page.notice().number();
    QObject::connect(session, &tpu::TpuSession::done, &page, [&page, session, asking] {
        page.noteHolders(looksOf(*session));
        page.notice().clearNotice(asking);
        session->deleteLater();
    });
    session->look();
}

} // namespace

void serveTpus(Services &services, ActivityFeed &feed, ui::NodesPage &page)
{
    QObject::connect(
        &page, &ui::NodesPage::tpuRequested, &page,
        [&services, &feed, &page](const NodeRef &node) { openView(services, feed, node, page); });
    QObject::connect(
        &page, &ui::NodesPage::holdersRequested, &page,
        [&services, &page](const std::vector<NodeRef> &nodes) {
            askHolders(services, nodes, page);
        });
}

bool isTpuFreed(const QWidget &parent)
{
    const auto dialogs = parent.findChildren<ui::TpuDialog *>();
    return std::any_of(dialogs.begin(), dialogs.end(), [](const ui::TpuDialog *each) {
        return each->isFreeing();
    });
}

} // namespace podium::app
