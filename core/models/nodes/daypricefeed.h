// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/clock.h"
#include "core/inventory/inventory.h"
#include "core/lifecycle/grantstore.h"
#include "core/models/nodes/dayprices.h"

#include <QObject>

namespace podium::models {

/// Keeps the prices of the nodes as the inventory and the written grants change. Works in the pool.
class DayPriceFeed final : public QObject
{
    Q_OBJECT

public:
    /// All must outlive it.
    DayPriceFeed(
        inventory::Inventory &inventory, const lifecycle::GrantStore &grants, const Clock &clock,
        QObject *parent = nullptr);

    [[nodiscard]] const SharedDayPrices &prices() const { return m_prices; }
    /// Computes them anew: the written grants have changed.
    void update();

signals:
    void changed();

private:
    void compute(const Result<lifecycle::TpuGrants> &grants);

    inventory::Inventory &m_inventory;
    const lifecycle::GrantStore &m_grants;
    const Clock &m_clock;
    SharedDayPrices m_prices;
    bool m_isBusy = false;
    bool m_isOutdated = false; ///< something has changed meanwhile
};

} // namespace podium::models
