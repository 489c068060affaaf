// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/models/nodes/daypricefeed.h"

#include "core/base/jobs.h"

#include <utility>

namespace podium::models {

DayPriceFeed::DayPriceFeed(
    inventory::Inventory &inventory, const lifecycle::GrantStore &grants, const Clock &clock,
    QObject *parent)
    : QObject(parent)
    , m_inventory(inventory)
    , m_grants(grants)
    , m_clock(clock)
{
    connect(&inventory, &inventory::Inventory::changed, this, &DayPriceFeed::update);
    update();
}

void DayPriceFeed::update()
{
    if (m_isBusy) {
        m_isOutdated = true;
        return;
    }
    m_isBusy = true;
    m_grants.load({this, [this](const Result<lifecycle::TpuGrants> &grants) { compute(grants); }});
}

void DayPriceFeed::compute(const Result<lifecycle::TpuGrants> &grants)
{
    const auto work = [grants, standing = m_inventory.sharedSnapshot(), now = m_clock.now()] {
        return std::make_shared<const DayPrices>(
            grants ? dayPrices(*grants, *standing, now) : unknownPrices(*standing, grants.error()));
    };
    runJob(this, work, [this](const SharedDayPrices &prices) {
        m_prices = prices;
        m_isBusy = false;
        emit changed();
        if (std::exchange(m_isOutdated, false)) {
            update();
        }
    });
}

} // namespace podium::models
