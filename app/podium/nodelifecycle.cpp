// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/podium/nodelifecycle.h"

#include "app/composition/services.h"
#include "app/podium/activityfeed.h"
#include "widgets/nodes/actiondialog.h"
#include "widgets/nodes/nodespage.h"

namespace podium::app {

NodeLifecycle::NodeLifecycle(
    Services &services, ui::NodesPage &page, ActivityFeed &feed, QObject *parent)
    : QObject(parent)
    , m_services(services)
    , m_page(page)
    , m_feed(feed)
    , m_prices(services.inventory, services.grants, services.clock)
{
    connect(&page, &ui::NodesPage::actionRequested, this, &NodeLifecycle::act);
    connect(&m_prices, &models::DayPriceFeed::changed, this, [this] {
        m_page.setPrices(m_prices.prices());
        emit costsChanged(models::notCoveredText(m_prices.prices()));
    });
}

void NodeLifecycle::act(lifecycle::NodeAction action, const std::vector<NodeRef> &nodes)
{
    auto *dialog = new ui::ActionDialog(
        m_services.tpu, lifecycle::planNodeAction(action, nodes, m_services.inventory.snapshot()),
        {}, &m_page);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &ui::ActionDialog::nodesChanged, this, &NodeLifecycle::refreshWanted);
    connect(
        dialog, &ui::ActionDialog::told, this,
        [this](const NodeRef &node, const QString &what) { m_feed.addNote(node.text(), what); });
    connect(dialog, &ui::ActionDialog::failed, &m_feed, &ActivityFeed::addError);
    dialog->show();
}

} // namespace podium::app
