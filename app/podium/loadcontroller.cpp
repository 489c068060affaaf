// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/podium/loadcontroller.h"

#include "app/composition/services.h"
#include "app/podium/nodelifecycle.h"
#include "core/models/nodes/clouddetail.h"
#include "core/models/targetword.h"
#include "widgets/load/loadpage.h"
#include "widgets/nodes/detail/nodecloudsection.h"
#include "widgets/nodes/nodespage.h"
#include "widgets/shell/mainwindow.h"

namespace podium::app {

LoadController::LoadController(
    Services &services, ui::MainWindow &window, ui::NodesPage &nodes, QObject *parent)
    : QObject(parent)
    , m_services(services)
    , m_window(window)
    , m_nodes(nodes)
    , m_page(new ui::LoadPage(
          services.inventory, {services.transport, services.endpointOf(), services.clock, {}}))
    , m_idle(services.monitoring, services.clock)
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
    connect(m_page, &ui::LoadPage::cloudIdleWanted, this, &LoadController::askCloud);
    connect(
        &nodes.cloudSection(), &ui::NodeCloudSection::useWanted, this, [this](const NodeRef &node) {
            m_wanted = node;
            askCloud({node});
            if (!m_idle.isAsking()) {
                showCloud();
            }
        });
    connect(&m_idle, &inventory::IdleBook::answered, this, &LoadController::showCloud);
}

void LoadController::askCloud(const std::vector<NodeRef> &nodes)
{
    std::vector<cloud::Node> known;
    for (const NodeRef &ref : nodes) {
        if (const inventory::NodeEntry *entry = m_services.inventory.snapshot().find(ref)) {
            known.push_back(entry->node);
        }
    }
    m_idle.ask(known);
}

QString LoadController::cloudText(const NodeRef &node) const
{
    const inventory::NodeEntry *entry = m_services.inventory.snapshot().find(node);
    cloud::NodeIdle idle;
    idle.reason = tr("The node is gone.");
    return models::cloudIdleText(
        entry ? m_idle.of(entry->node) : idle, models::chargedADay(m_prices, node));
}

void LoadController::showCloud()
{
    m_page->setCloudIdle([this](const NodeRef &node) { return cloudText(node); });
    if (m_wanted) {
        m_nodes.cloudSection().setUse(*m_wanted, cloudText(*m_wanted));
        m_wanted.reset();
    }
}

void LoadController::followPrices(const NodeLifecycle &lifecycle)
{
    connect(&lifecycle, &NodeLifecycle::pricesChanged, m_page, &ui::LoadPage::setPrices);
    connect(
        &lifecycle, &NodeLifecycle::pricesChanged, this,
        [this](const models::SharedDayPrices &prices) { m_prices = prices; });
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
