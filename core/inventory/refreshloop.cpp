// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/inventory/refreshloop.h"

#include <QRandomGenerator>

#include <algorithm>

namespace podium::inventory {

namespace {

/// Nothing new was learnt: no credentials, or every project failed.
bool broughtNothing(const Snapshot &snapshot)
{
    if (snapshot.error) {
        return true;
    }
    const auto whole = std::count_if(
        snapshot.problems.begin(), snapshot.problems.end(),
        [](const ScopeProblem &problem) { return !problem.zone; });
    return !snapshot.projects.empty() && std::size_t(whole) >= snapshot.projects.size();
}

} // namespace

std::chrono::milliseconds
refreshDelay(const Snapshot &snapshot, int failures, const RefreshPace &pace, double random)
{
    const bool busy =
        std::any_of(snapshot.nodes.begin(), snapshot.nodes.end(), [](const NodeEntry &entry) {
            return !entry.stale && cloud::isInTransition(entry.node.state);
        });
    auto delay = busy ? std::min(pace.busy, pace.quiet) : pace.quiet;
    if (failures > 0) {
        delay = std::min(pace.quiet * (1 << std::min(failures, 16)), pace.longest);
        delay = std::max(delay, pace.quiet);
    }
    const double factor = 1.0 + pace.jitter * (2.0 * random - 1.0);
    return std::chrono::milliseconds(qint64(double(delay.count()) * factor));
}

RefreshLoop::RefreshLoop(Inventory &inventory, RefreshPace pace, QObject *parent)
    : QObject(parent)
    , m_inventory(inventory)
    , m_pace(pace)
{
    m_timer.setSingleShot(true);
    connect(&m_timer, &QTimer::timeout, &m_inventory, &Inventory::refresh);
    connect(&m_inventory, &Inventory::refreshed, this, [this] {
        m_failures = broughtNothing(m_inventory.snapshot()) ? m_failures + 1 : 0;
        scheduleNext();
    });
}

void RefreshLoop::start()
{
    m_active = true;
    soon();
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

void RefreshLoop::soon()
{
    if (m_inventory.isRefreshing()) {
        m_again = m_active;
        return;
    }
    m_timer.stop();
    m_inventory.refresh();
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
    m_timer.start(refreshDelay(
        m_inventory.snapshot(), m_failures, m_pace, QRandomGenerator::global()->generateDouble()));
}

} // namespace podium::inventory
