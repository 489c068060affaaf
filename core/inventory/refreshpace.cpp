// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/inventory/refreshpace.h"

#include <algorithm>

namespace podium::inventory {

namespace {

constexpr int SparingQuiet = 3;
constexpr int SparingBusy = 2;

bool changesSoon(const cloud::Node &node)
{
    const bool isMended =
        node.health == cloud::NodeHealth::UnhealthyMaintenance ||
        (node.maintenance && node.maintenance->status == QLatin1String("ONGOING"));
    return isMended || cloud::isInTransition(node.state);
}

} // namespace

bool isUnderWay(const Snapshot &snapshot)
{
    return std::any_of(snapshot.nodes.begin(), snapshot.nodes.end(), [](const NodeEntry &entry) {
        return !entry.stale && changesSoon(entry.node);
    });
}

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

std::chrono::milliseconds
refreshDelay(const RefreshSituation &situation, const RefreshPace &pace, double random)
{
    const bool isBusy = situation.isUnderWay || situation.hasLostWorker;
    const bool isSparing =
        situation.powerAndNetwork.onBattery || situation.powerAndNetwork.isMetered;
    const auto quiet =
        std::max(pace.quiet, std::min(pace.quiet * (isSparing ? SparingQuiet : 1), pace.longest));
    auto delay = quiet;
    if (situation.failures > 0) {
        delay = std::max(
            quiet, std::min(quiet * (1 << std::min(situation.failures, 16)), pace.longest));
    } else if (isBusy) {
        delay = std::min(pace.busy * (isSparing ? SparingBusy : 1), pace.quiet);
    }
    const double factor = 1.0 + pace.jitter * (2.0 * random - 1.0);
    return std::chrono::milliseconds(qint64(double(delay.count()) * factor));
}

} // namespace podium::inventory
