// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "app/podium-sim/cloud/fleet.h"
#include "app/podium-sim/cloud/operations.h"

#include <nlohmann/json.hpp>

#include <list>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <tuple>

namespace podium::sim {

/// What happens to the next operations of a kind instead of what usually does.
struct OperationTrouble
{
    std::string verb; ///< "create", "delete" …; empty: any
    std::string zone; ///< empty: any
    std::optional<long> milliseconds;
    std::optional<OperationError> error; ///< what they end in
    int count = 1;                       ///< operations left; -1: no end
};

/// What stands between a caller and a node besides room: quota, addresses, and
/// operations that are slow or fail. Without a limit there is none. One thread at a time.
class Limits final
{
public:
    /// Chips of a zone, spot or not. What holds them: nodes in any state, and queued resources.
    void setQuota(const std::string &project, const std::string &zone, bool spot, int chips);
    [[nodiscard]] std::optional<int>
    quota(const std::string &project, const std::string &zone, bool spot) const;
    /// The zones that have one.
    [[nodiscard]] std::set<std::string> quotaZones(const std::string &project, bool spot) const;
    /// External addresses of a region.
    void setAddresses(const std::string &project, const std::string &region, int addresses);
    [[nodiscard]] std::optional<int>
    addresses(const std::string &project, const std::string &region) const;
    /// Why the quota of the node's zone has no room for it; nothing: it has. `queued`: chips that
    /// queued resources hold there beside what the nodes do.
    [[nodiscard]] std::optional<std::string>
    overQuota(Fleet &fleet, const Node &wanted, int queued) const;
    /// The same of the region's addresses.
    [[nodiscard]] std::optional<std::string>
    overAddresses(Fleet &fleet, const Node &wanted, size_t workers) const;

    /// Before all others.
    void addFirst(OperationTrouble trouble) { m_troubles.push_front(std::move(trouble)); }
    void add(OperationTrouble trouble) { m_troubles.push_back(std::move(trouble)); }
    /// The trouble of the next operation of that kind, its count taken down.
    [[nodiscard]] std::optional<OperationTrouble>
    take(const std::string &verb, const std::string &zone);
    void clearTroubles() { m_troubles.clear(); }

    /// How many chips and external addresses are held now.
    [[nodiscard]] static int
    heldChips(Fleet &fleet, const std::string &project, const std::string &zone, bool spot);
    [[nodiscard]] static int
    heldAddresses(Fleet &fleet, const std::string &project, const std::string &region);

    /// Names of reservations, as "projects/P/locations/Z/reservations/R", with their chips.
    std::map<std::string, int> reservations;

private:
    std::map<std::tuple<std::string, std::string, bool>, int> m_quotas;
    std::map<std::pair<std::string, std::string>, int> m_addresses;
    std::list<OperationTrouble> m_troubles;
};

/// 0 for a type that is not known.
int chipsOf(const Node &node);

/// Google's id of the quota that such TPUs draw on: `type` is that of acceleratorConfig, "V6E".
std::string quotaId(const std::string &type, bool spot);

/// The quotas of the projects of a scenario that has passed checkScenario().
void loadQuotas(const nlohmann::json &scenario, Limits &limits);

/// "us-central1-a" → "us-central1"
std::string regionOf(const std::string &zone);

} // namespace podium::sim
