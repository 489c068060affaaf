// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/inventory/idlebook.h"
#include "core/models/nodes/daypricefeed.h"

#include <QObject>
#include <QTimer>

#include <map>
#include <memory>
#include <optional>
#include <vector>

namespace podium::ctl {

/// What is known of a node without its workers.
struct TopNode
{
    models::DayPrice price{};
    std::optional<cloud::NodeIdle> idle{}; ///< by Cloud Monitoring; none: not asked
};
using TopNodeMap = std::map<NodeRef, TopNode>;

/// What the nodes of some workers cost and, where that is asked for, whether their TPUs compute by
/// Cloud Monitoring.
class TopNodes final : public QObject
{
    Q_OBJECT

public:
    /// All must outlive it.
    struct World
    {
        inventory::Inventory &inventory;
        const lifecycle::GrantStore &grants;
        cloud::MonitoringClient &monitoring;
        const Clock &clock;
    };

    TopNodes(World world, bool asksIdle, QObject *parent = nullptr);

    /// Once the cloud has told its nodes. Cloud Monitoring is asked again as long as this lives.
    void start(const std::vector<WorkerRef> &workers);
    /// Empty before priced().
    [[nodiscard]] const TopNodeMap &nodes() const { return m_nodes; }
    /// Cloud Monitoring has answered too, or failed to, where it was asked.
    [[nodiscard]] bool isComplete() const { return m_isComplete; }
    /// Why projects could not be asked.
    [[nodiscard]] std::vector<Error> errors() const { return m_idle.errors(); }

signals:
    /// What the nodes cost is known, as far as it will be.
    void priced();
    /// See isComplete(). After priced().
    void completed();

private:
    void ask();
    void take();

    const World m_world;
    const bool m_asksIdle;
    std::unique_ptr<models::DayPriceFeed> m_prices; ///< of what the cloud has said by start()
    inventory::IdleBook m_idle;
    QTimer m_again;
    std::vector<NodeRef> m_refs;
    TopNodeMap m_nodes;
    bool m_arePriced = false;
    bool m_isComplete = false;
};

} // namespace podium::ctl
