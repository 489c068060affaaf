// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "app/podium-sim/cloud/values.h"
#include "app/podium-sim/cloud/workerpool.h"

#include <map>
#include <optional>
#include <set>
#include <string>
#include <tuple>

namespace podium::sim {

/// A node that is to be added, with how many workers.
struct NewNode
{
    Node node;
    size_t workers;
};

/// The projects and nodes of the cloud and what happens to them. One thread at a time.
class Fleet final
{
public:
    explicit Fleet(WorkerPool &pool) : m_pool(pool) {}

    Project &addProject(Project project);
    [[nodiscard]] const std::vector<Project> &projects() const { return m_projects; }
    /// By id or number; null when there is none.
    [[nodiscard]] Project *findProject(const std::string &idOrNumber);

    /// Adds a node with as many workers as `workers` says; they stand when the state is READY.
    Node &add(Node node, size_t workers);
    /// Null when there is none.
    [[nodiscard]] Node *
    find(const std::string &project, const std::string &zone, const std::string &name);
    /// A zone of "-" means every zone.
    [[nodiscard]] std::vector<Node *> list(const std::string &project, const std::string &zone);
    void remove(const Node &node);

    /// What the state means for the workers follows: READY makes them stand, all others take them
    /// and their external addresses away. Their disks stay.
    void setState(Node &node, const std::string &state);
    void moveIps(Node &node);
    /// A new node of the same name: new id, new host names and keys, empty disks.
    void recreate(Node &node);

    void setManner(const Node &node, size_t worker, const std::string &manner, size_t limit);
    void setDistance(const Node &node, size_t worker, const Distance &distance);
    /// As root of that worker, by sh.
    void runScript(const Node &node, size_t worker, const std::string &script);
    void newHostKey(Node &node, size_t worker);

    /// Hands the ssh keys of the project's and the node's metadata to the node's workers.
    void syncSshKeys(const Node &node);

    /// Does so for all nodes of a project.
    void syncProjectSshKeys(const std::string &project);

    std::string metadataHost; ///< "127.0.0.1:PORT/metadata", of the workers' metadata server
    std::set<std::string> unreachableZones;
    std::set<std::string> soldOutZones;
    /// "user:key" lines that OS Login knows; they count on nodes with enable-oslogin.
    std::string osLoginKeys;

private:
    void makeWorkers(Node &node, size_t count);
    void powerOn(Node &node);
    void powerOff(Node &node, bool discardDisks);
    [[nodiscard]] nlohmann::json describe(const Node &node, size_t worker);
    [[nodiscard]] std::string sshKeysOf(const Node &node);

    WorkerPool &m_pool;
    std::vector<Project> m_projects;
    std::map<std::tuple<std::string, std::string, std::string>, Node> m_nodes;
    unsigned m_lastInternal = 0;
};

} // namespace podium::sim
