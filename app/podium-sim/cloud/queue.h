// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "app/podium-sim/cloud/fleet.h"

#include <nlohmann/json.hpp>

#include <chrono>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace podium::sim {

/// A request for nodes that waits until there is room for them.
struct QueuedResource
{
    std::string project;
    std::string zone;
    std::string name;
    std::string createTime;                    ///< RFC 3339
    nlohmann::json body;                       ///< what the caller asked for, as the API has it
    std::vector<NewNode> nodes;                ///< which come of it, in state CREATING
    std::string state = "CREATING";            ///< as the API names it
    std::string initiator = "USER";            ///< of the state: "USER" or "SERVICE"
    std::string failure;                       ///< of the state FAILED: why
    int failureCode = 0;                       ///< of google.rpc.Code
    std::chrono::steady_clock::time_point due; ///< of the next step
    /// Until when it waits; none: for ever.
    std::optional<std::chrono::steady_clock::time_point> validUntil = {};

    [[nodiscard]] std::string location() const
    {
        return "projects/" + project + "/locations/" + zone;
    }
    [[nodiscard]] std::string fullName() const { return location() + "/queuedResources/" + name; }
};

/// The queued resources of the cloud. They go from ACCEPTED over PROVISIONING to ACTIVE, wait where
/// a zone is sold out, and are SUSPENDED when a node of theirs is lost. Nothing runs by itself: a
/// step that is due is done when settle() is called, one a call, so that each state can be seen.
/// One thread at a time.
class Queue final
{
public:
    /// `stepMs`: how long each state but the last lasts.
    Queue(Fleet &fleet, long stepMs) : m_fleet(fleet), m_step(stepMs) {}

    /// False when one of that name is there.
    bool add(QueuedResource resource);
    /// Null when there is none.
    [[nodiscard]] QueuedResource *find(const std::string &fullName);
    /// A zone of "-" means every zone.
    [[nodiscard]] std::vector<QueuedResource *>
    list(const std::string &project, const std::string &zone);
    /// Takes it away with the nodes that it has.
    void remove(const std::string &fullName);

    void
    enter(QueuedResource &resource, const std::string &state, const std::string &initiator) const;
    [[nodiscard]] bool hasNodes(const QueuedResource &resource);
    /// Of the quota, in any state until they are deleted, beside what their nodes hold.
    [[nodiscard]] int heldChips(const std::string &project, const std::string &zone, bool spot);
    void settle();

private:
    void step(QueuedResource &resource);
    void makeNodes(QueuedResource &resource);
    void startNodes(const QueuedResource &resource);
    void removeNodes(const QueuedResource &resource);
    [[nodiscard]] bool isWhole(const QueuedResource &resource);
    [[nodiscard]] Node *nodeOf(const QueuedResource &resource, const NewNode &wanted);

    Fleet &m_fleet;
    std::chrono::milliseconds m_step;
    std::map<std::string, QueuedResource> m_resources;
};

/// As the API shows it.
nlohmann::json queuedResourceJson(const QueuedResource &resource);

} // namespace podium::sim
