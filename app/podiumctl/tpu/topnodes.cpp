// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/podiumctl/tpu/topnodes.h"

#include <set>
#include <utility>

namespace podium::ctl {

TopNodes::TopNodes(World world, bool asksIdle, QObject *parent)
    : QObject(parent)
    , m_world(world)
    , m_asksIdle(asksIdle)
    , m_idle(world.monitoring, world.clock)
{
    connect(&m_idle, &inventory::IdleBook::answered, this, &TopNodes::take);
    connect(&m_again, &QTimer::timeout, this, &TopNodes::ask);
}

void TopNodes::start(const std::vector<WorkerRef> &workers)
{
    std::set<NodeRef> nodes;
    for (const WorkerRef &worker : workers) {
        nodes.insert(worker.node);
    }
    m_refs.assign(nodes.begin(), nodes.end());
    m_prices =
        std::make_unique<models::DayPriceFeed>(m_world.inventory, m_world.grants, m_world.clock);
    connect(m_prices.get(), &models::DayPriceFeed::changed, this, &TopNodes::take);
    if (m_asksIdle) {
        ask();
        m_again.start(std::chrono::milliseconds(inventory::IdleBook::FreshMs + 1000));
    }
}

void TopNodes::ask()
{
    std::vector<cloud::Node> nodes;
    for (const NodeRef &ref : m_refs) {
        if (const auto *entry = m_world.inventory.snapshot().find(ref)) {
            nodes.push_back(entry->node);
        }
    }
    m_idle.ask(nodes);
}

void TopNodes::take()
{
    if (!m_prices->prices()) {
        return;
    }
    for (const NodeRef &ref : m_refs) {
        TopNode &node = m_nodes[ref];
        node.price = models::dayPriceOf(m_prices->prices(), ref);
        const auto *entry = m_world.inventory.snapshot().find(ref);
        if (m_asksIdle && entry) {
            node.idle = m_idle.of(entry->node);
        }
    }
    if (!std::exchange(m_arePriced, true)) {
        emit priced();
    }
    if (!m_idle.isAsking() && !std::exchange(m_isComplete, true)) {
        emit completed();
    }
}

} // namespace podium::ctl
