// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/inventory/powerandnetwork.h"
#include "core/inventory/snapshot.h"

#include <chrono>

namespace podium::inventory {

/// How often to look.
struct RefreshPace
{
    std::chrono::milliseconds quiet{60000};    ///< when nothing is under way
    std::chrono::milliseconds busy{10000};     ///< while something is
    std::chrono::milliseconds longest{600000}; ///< back-off doubles `quiet` up to this
    double jitter = 0.1;                       ///< a delay varies by this part of it, both ways
};

/// What the pace depends on.
struct RefreshSituation
{
    bool isUnderWay = false;    ///< see isUnderWay()
    bool hasLostWorker = false; ///< a run lost the connection to a worker, or found none, lately
    PowerAndNetwork powerAndNetwork;
    int failures = 0; ///< refreshes in a row that brought no answer
};

/// A node is being made, moved or mended, so that its addresses will change soon.
[[nodiscard]] bool isUnderWay(const Snapshot &snapshot);
/// Nothing new was learnt: no credentials, or every project failed.
[[nodiscard]] bool broughtNothing(const Snapshot &snapshot);

/// The delay before the next refresh. Pure: `random` from 0 to 1 places it within the jitter.
/// On a battery or a metered network quiet looks come three times as seldom, busy ones half as
/// often; with nothing but failures both fall back, doubling.
[[nodiscard]] std::chrono::milliseconds
refreshDelay(const RefreshSituation &situation, const RefreshPace &pace, double random);

} // namespace podium::inventory
