// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/podium/loadcontroller.h"

#include "app/composition/services.h"
#include "app/podium/nodelifecycle.h"
#include "core/models/targetword.h"
#include "widgets/load/loadpage.h"
#include "widgets/nodes/nodespage.h"
#include "widgets/shell/mainwindow.h"

namespace podium::app {

LoadController::LoadController(
    Services &services, ui::MainWindow &window, const ui::NodesPage &nodes, QObject *parent)
    : QObject(parent)
    , m_services(services)
    , m_window(window)
    , m_page(new ui::LoadPage(
          services.inventory, {services.transport,
                               [&services](const WorkerRef &worker) {
                                   return run::endpointFor(
                                       services.inventory.snapshot(), worker,
                                       services.sshDefaults());
                               },
                               services.clock,
                               {}}))
{
    m_window.addPage(
        {QStringLiteral("load"),
         tr("Load"),
         QStringLiteral("load"),
         m_page,
         [page = m_page] { page->focusTargets(); },
         false,
         {}});
    connect(&nodes, &ui::NodesPage::loadRequested, this, &LoadController::watch);
}

void LoadController::followPrices(const NodeLifecycle &lifecycle)
{
    connect(&lifecycle, &NodeLifecycle::pricesChanged, m_page, &ui::LoadPage::setPrices);
}

void LoadController::watch(const std::vector<NodeRef> &nodes)
{
    QStringList words;
    for (const NodeRef &node : nodes) {
        words << models::targetWord(m_services.inventory.snapshot(), node);
    }
    m_window.showPage(QStringLiteral("load"));
    m_page->watch(words);
}

} // namespace podium::app
