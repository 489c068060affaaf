// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/inventory/refreshloop.h"

#include <QRandomGenerator>

namespace podium::inventory {

namespace {

using namespace std::chrono_literals;

constexpr auto LostWorkerLasts = 5min;
constexpr auto FailuresAtOnce = 10s;

} // namespace

RefreshLoop::RefreshLoop(Inventory &inventory, RefreshPace pace, QObject *parent)
    : QObject(parent)
    , m_inventory(inventory)
    , m_pace(pace)
{
    m_timer.setSingleShot(true);
    connect(&m_timer, &QTimer::timeout, &m_inventory, [this] {
        m_inventory.refresh(std::exchange(m_nextUrgency, Urgency::Routine));
    });
    connect(&m_inventory, &Inventory::refreshed, this, [this] {
        m_failures = broughtNothing(m_inventory.snapshot()) ? m_failures + 1 : 0;
        scheduleNext();
    });
}

void RefreshLoop::start()
{
    m_active = true;
    look();
}

void RefreshLoop::stop()
{
    m_active = false;
    m_again = false;
    m_timer.stop();
}

void RefreshLoop::setPace(const RefreshPace &pace)
{
    m_pace = pace;
    if (m_timer.isActive()) {
        scheduleNext();
    }
}

void RefreshLoop::follow(const PowerAndNetworkWatch &watch)
{
    connect(&watch, &PowerAndNetworkWatch::changed, this, [this, &watch] {
        setPowerAndNetwork(watch.now());
    });
    connect(&watch, &PowerAndNetworkWatch::cameBack, this, [this] {
        if (m_active) {
            soon();
        }
    });
}

void RefreshLoop::setPowerAndNetwork(const PowerAndNetwork &powerAndNetwork)
{
    m_powerAndNetwork = powerAndNetwork;
    if (m_timer.isActive()) {
        scheduleNext();
    }
}

void RefreshLoop::soon()
{
    if (m_inventory.isRefreshing()) {
        m_again = m_active;
        m_nextUrgency = Urgency::Urgent;
        return;
    }
    m_timer.stop();
    m_inventory.refresh(Urgency::Urgent);
}

void RefreshLoop::connectionFailed()
{
    m_lostWorker.setRemainingTime(LostWorkerLasts);
    if (m_sparedFailure.hasExpired()) {
        m_sparedFailure.setRemainingTime(FailuresAtOnce);
        soon();
    }
}

void RefreshLoop::look()
{
    if (!m_inventory.isRefreshing()) {
        m_timer.stop();
        m_inventory.refresh(std::exchange(m_nextUrgency, Urgency::Routine));
    }
}

RefreshSituation RefreshLoop::situation() const
{
    return {
        isUnderWay(m_inventory.snapshot()), !m_lostWorker.hasExpired(), m_powerAndNetwork,
        m_failures};
}

void RefreshLoop::scheduleNext()
{
    if (!m_active) {
        return;
    }
    if (std::exchange(m_again, false)) {
        m_timer.start(0);
        return;
    }
    m_timer.start(refreshDelay(situation(), m_pace, QRandomGenerator::global()->generateDouble()));
}

} // namespace podium::inventory
