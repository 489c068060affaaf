// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/inventory/inventory.h"

#include <QObject>
#include <QTimer>

#include <chrono>

namespace podium::inventory {

/// How often to look.
struct RefreshPace
{
    std::chrono::milliseconds quiet{60000};    ///< when nothing is under way
    std::chrono::milliseconds busy{10000};     ///< while a node is in transition
    std::chrono::milliseconds longest{600000}; ///< back-off doubles `quiet` up to this
    double jitter = 0.1;                       ///< a delay varies by this part of it, both ways
};

/// The delay before the next refresh. `failures`: refreshes in a row that brought no answer.
/// `random` from 0 to 1 places it within the jitter.
[[nodiscard]] std::chrono::milliseconds
refreshDelay(const Snapshot &snapshot, int failures, const RefreshPace &pace, double random);

/// Refreshes an inventory again and again, never twice at once. Lives on the inventory's thread.
class RefreshLoop final : public QObject
{
    Q_OBJECT

public:
    /// The inventory must outlive this.
    explicit RefreshLoop(Inventory &inventory, RefreshPace pace = {}, QObject *parent = nullptr);

    void start(); ///< refreshes at once, then goes on
    void stop();
    void setPace(const RefreshPace &pace);
    /// Look again now: F5, a connection just failed. While a refresh is under way: once more
    /// after it.
    void soon();
    [[nodiscard]] bool isActive() const { return m_active; }

private:
    void scheduleNext();

    Inventory &m_inventory;
    RefreshPace m_pace;
    QTimer m_timer;
    bool m_active = false;
    bool m_again = false;
    int m_failures = 0;
};

} // namespace podium::inventory
