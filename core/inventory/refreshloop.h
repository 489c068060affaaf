// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/inventory/inventory.h"
#include "core/inventory/refreshpace.h"

#include <QDeadlineTimer>
#include <QObject>
#include <QTimer>

namespace podium::inventory {

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
    /// Looks more seldom where it says so, and at once when the computer came back. It may end
    /// before this.
    void follow(const PowerAndNetworkWatch &watch);
    /// A person wants to see now (F5). While a refresh is under way: once more after it.
    void soon();
    /// A connection to a worker failed: its address may have changed. Looks at once, though not
    /// for each of a thousand workers, and more often for the next minutes.
    void connectionFailed();
    /// There is something to see, as routine: another Podium has looked.
    void look();
    [[nodiscard]] bool isActive() const { return m_active; }
    /// What the next delay depends on, as it is now.
    [[nodiscard]] RefreshSituation situation() const;

private:
    void setPowerAndNetwork(const PowerAndNetwork &powerAndNetwork);
    void scheduleNext();

    Inventory &m_inventory;
    RefreshPace m_pace;
    QTimer m_timer;
    PowerAndNetwork m_powerAndNetwork;
    QDeadlineTimer m_lostWorker;    ///< until then the pace is busy
    QDeadlineTimer m_sparedFailure; ///< until then a failed connection asks for no look
    bool m_active = false;
    bool m_again = false;
    Urgency m_nextUrgency = Urgency::Routine;
    int m_failures = 0;
};

} // namespace podium::inventory
