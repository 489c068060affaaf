// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0

#include "app/podium-sim/cloud/limits.h"

#include "app/podium-sim/cloud/catalog.h"

namespace podium::sim {

std::string regionOf(const std::string &zone)
{
    return zone.substr(0, zone.rfind('-'));
}

std::string quotaId(const std::string &type, bool spot)
{
    const std::string kind = spot ? "Preemptible" : "";
    const std::string family = type == "V5LITE_POD"             ? "V5s" + kind + "Litepod"
                               : type == "V5P" || type == "V6E" ? type + kind
                                                                : type + "s" + kind + "Pod";
    return "TPU" + family + "PerProjectPerZoneForTPUAPI";
}

int chipsOf(const Node &node)
{
    const auto type = acceleratorByName(node.body.value("acceleratorType", ""));
    return type ? type->chips : 0;
}

void Limits::setQuota(const std::string &project, const std::string &zone, bool spot, int chips)
{
    m_quotas[{project, zone, spot}] = chips;
}

void loadQuotas(const nlohmann::json &scenario, Limits &limits)
{
    for (const nlohmann::json &project : scenario.at("projects")) {
        for (const nlohmann::json &quota : project.value("quotas", nlohmann::json::array()))
            limits.setQuota(
                project.at("id"), quota.at("zone"), quota.value("spot", false), quota.at("chips"));
    }
}

std::optional<int>
Limits::quota(const std::string &project, const std::string &zone, bool spot) const
{
    const auto found = m_quotas.find({project, zone, spot});
    return found == m_quotas.end() ? std::nullopt : std::optional(found->second);
}

std::set<std::string> Limits::quotaZones(const std::string &project, bool spot) const
{
    std::set<std::string> zones;
    for (const auto &[key, chips] : m_quotas) {
        if (std::get<0>(key) == project && std::get<2>(key) == spot)
            zones.insert(std::get<1>(key));
    }
    return zones;
}

void Limits::setAddresses(const std::string &project, const std::string &region, int addresses)
{
    m_addresses[{project, region}] = addresses;
}

std::optional<int> Limits::addresses(const std::string &project, const std::string &region) const
{
    const auto found = m_addresses.find({project, region});
    return found == m_addresses.end() ? std::nullopt : std::optional(found->second);
}

int Limits::heldChips(Fleet &fleet, const std::string &project, const std::string &zone, bool spot)
{
    int held = 0;
    for (const Node *node : fleet.list(project, zone))
        held += node->isSpot() == spot ? chipsOf(*node) : 0;
    return held;
}

int Limits::heldAddresses(Fleet &fleet, const std::string &project, const std::string &region)
{
    int held = 0;
    for (const Node *node : fleet.list(project, "-")) {
        const bool holds = regionOf(node->zone) == region && node->hasExternalIps() &&
                           (node->state == "READY" || node->state == "CREATING");
        held += holds ? static_cast<int>(node->workers.size()) : 0;
    }
    return held;
}

std::optional<std::string> Limits::overQuota(Fleet &fleet, const Node &wanted, int queued) const
{
    const auto limit = quota(wanted.project, wanted.zone, wanted.isSpot());
    const int held = queued + heldChips(fleet, wanted.project, wanted.zone, wanted.isSpot());
    if (!limit || held + chipsOf(wanted) <= *limit)
        return std::nullopt;
    const auto type = acceleratorByName(wanted.body.value("acceleratorType", ""));
    const std::string family = type ? type->type : "V2";
    return "Quota limit '" + quotaId(family, wanted.isSpot()) +
           "' has been exceeded. Limit: " + std::to_string(*limit) + " in zone " + wanted.zone +
           '.';
}

std::optional<std::string>
Limits::overAddresses(Fleet &fleet, const Node &wanted, size_t workers) const
{
    const std::string region = regionOf(wanted.zone);
    const auto limit = addresses(wanted.project, region);
    if (!limit || !wanted.hasExternalIps() ||
        heldAddresses(fleet, wanted.project, region) + static_cast<int>(workers) <= *limit)
        return std::nullopt;
    return "You have reached IN_USE_ADDRESSES limit. Limit: " + std::to_string(*limit) +
           " in region " + region + '.';
}

std::optional<OperationTrouble> Limits::take(const std::string &verb, const std::string &zone)
{
    for (auto trouble = m_troubles.begin(); trouble != m_troubles.end(); ++trouble) {
        if ((!trouble->verb.empty() && trouble->verb != verb) ||
            (!trouble->zone.empty() && trouble->zone != zone))
            continue;
        OperationTrouble taken = *trouble;
        if (trouble->count > 0 && --trouble->count == 0)
            m_troubles.erase(trouble);
        return taken;
    }
    return std::nullopt;
}

} // namespace podium::sim
