// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "app/podium-sim/cloud/sshkey.h"

#include <nlohmann/json.hpp>

#include <cstdint>
#include <set>
#include <string>
#include <vector>

namespace podium::sim {

struct Worker
{
    std::string hostname;
    std::string internalIp; ///< shown; with Node::internalNetwork of 127.78.0.0/16, and real
    std::string externalIp; ///< of 127.77.0.0/16 while the worker stands; else empty
    SshKey hostKey;
};

struct Node
{
    std::string project;
    std::string zone;
    std::string name;
    std::uint64_t id = 0;
    std::string state;
    std::string health = "HEALTHY";
    std::string healthDescription;
    std::string createTime; ///< RFC 3339
    /// The fields that belong to the caller, as the API has them: acceleratorType, labels, …
    nlohmann::json body;
    nlohmann::json upcomingMaintenance; ///< null: none
    bool guestAttributes = true;        ///< false: the organisation has switched them off
    std::string device = "accel";
    bool internalNetwork = false; ///< its workers listen on their internal addresses too
    std::vector<Worker> workers;

    [[nodiscard]] bool hasExternalIps() const;
    [[nodiscard]] bool isSpot() const;
    [[nodiscard]] std::string location() const
    {
        return "projects/" + project + "/locations/" + zone;
    }
    [[nodiscard]] std::string fullName() const { return location() + "/nodes/" + name; }
};

struct Project
{
    std::string id;
    std::string number;
    std::string name;
    std::string createTime;
    std::string lifecycle = "ACTIVE";
    std::string tpuApi = "enabled"; ///< or "disabled" (SERVICE_DISABLED), "denied" (no permission)
    /// Permissions that the caller has not: what needs one is refused, testIamPermissions says so.
    std::set<std::string> deniedPermissions;
    int addressLimit = 500; ///< told of regions without a limit of their own
    bool hasNat = false;    ///< a Cloud NAT in each region
    nlohmann::json metadata = nlohmann::json::array(); ///< [{key, value}]
    std::uint64_t metadataVersion = 1;
    /// Ordinary virtual machines beside the TPUs, as a scenario has them: only shown.
    nlohmann::json instances = nlohmann::json::array();

    /// Its disks: name, zone, and what their makers gave.
    nlohmann::json disks = nlohmann::json::array();

    [[nodiscard]] bool isDenied(const std::string &permission) const
    {
        return deniedPermissions.count(permission) != 0 ||
               (tpuApi == "denied" && permission.rfind("tpu.", 0) == 0);
    }
    /// A metadata value, or nothing.
    [[nodiscard]] std::string metadataValue(const std::string &key) const;
};

/// The time now in RFC 3339 with nanoseconds, moved by `seconds`.
std::string timestamp(long seconds = 0);

} // namespace podium::sim
