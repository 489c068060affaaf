// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0

#include "app/podium-sim/cloud/fleet.h"

#include "app/podium-sim/cloud/catalog.h"

#include <algorithm>
#include <stdexcept>

namespace podium::sim {

using nlohmann::json;

static std::string workerId(const Node &node, size_t worker)
{
    return node.project + '/' + node.zone + '/' + node.name + '/' + std::to_string(worker);
}

static std::vector<std::string> workerIds(const Node &node)
{
    std::vector<std::string> ids;
    ids.reserve(node.workers.size());
    for (size_t i = 0; i < node.workers.size(); ++i)
        ids.push_back(workerId(node, i));
    return ids;
}

/// The worker host has the address, so the worker can be reached.
static bool stands(const Node &node)
{
    return !node.workers.empty() && !node.workers.front().externalIp.empty();
}

Project &Fleet::addProject(Project project)
{
    if (Project *known = findProject(project.id))
        return *known = std::move(project);
    return m_projects.emplace_back(std::move(project));
}

Project *Fleet::findProject(const std::string &idOrNumber)
{
    for (Project &project : m_projects) {
        if (project.id == idOrNumber || project.number == idOrNumber)
            return &project;
    }
    return nullptr;
}

Node &Fleet::add(Node node, size_t workers)
{
    const auto key = std::make_tuple(node.project, node.zone, node.name);
    const auto [place, fresh] = m_nodes.emplace(key, std::move(node));
    if (!fresh)
        throw std::invalid_argument("two nodes are named " + place->second.fullName());
    makeWorkers(place->second, workers);
    if (place->second.state == "READY")
        powerOn(place->second);
    return place->second;
}

void Fleet::makeWorkers(Node &node, size_t count)
{
    node.id = std::stoull("1" + randomHex(7), nullptr, 16);
    const std::string stem = "t1v-n-" + randomHex(4) + "-w-";
    node.workers.clear();
    for (size_t i = 0; i < count; ++i) {
        Worker worker;
        worker.hostname = stem + std::to_string(i);
        ++m_lastInternal;
        worker.internalIp = "10." + std::to_string(128 + (m_lastInternal >> 16)) + '.' +
                            std::to_string((m_lastInternal >> 8) & 255) + '.' +
                            std::to_string(m_lastInternal & 255);
        worker.hostKey = makeSshKey("root@" + worker.hostname);
        node.workers.push_back(std::move(worker));
    }
}

Node *Fleet::find(const std::string &project, const std::string &zone, const std::string &name)
{
    const auto found = m_nodes.find(std::make_tuple(project, zone, name));
    return found == m_nodes.end() ? nullptr : &found->second;
}

std::vector<Node *> Fleet::list(const std::string &project, const std::string &zone)
{
    std::vector<Node *> result;
    for (auto &[key, node] : m_nodes) {
        if (node.project == project && (zone == "-" || node.zone == zone))
            result.push_back(&node);
    }
    return result;
}

void Fleet::remove(const Node &node)
{
    m_pool.stop(workerIds(node), true);
    m_nodes.erase(std::make_tuple(node.project, node.zone, node.name));
}

void Fleet::setState(Node &node, const std::string &state)
{
    node.state = state;
    if (state != "READY")
        powerOff(node, false);
    else if (!stands(node))
        powerOn(node);
}

void Fleet::moveIps(Node &node)
{
    if (!stands(node))
        return;
    powerOff(node, false);
    powerOn(node);
}

void Fleet::recreate(Node &node)
{
    powerOff(node, true);
    makeWorkers(node, node.workers.size());
    node.createTime = timestamp();
    node.health = "HEALTHY";
    node.upcomingMaintenance = nullptr;
    setState(node, "READY");
}

json Fleet::describe(const Node &node, size_t worker)
{
    const std::string type = node.body.value("acceleratorType", "");
    const auto accelerator = acceleratorByName(type);
    json tpu = accelerator ? jaxDevices(*accelerator)
                           : json{{"kind", "TPU"}, {"devicesPerWorker", 4}, {"chips", 4}};
    tpu["index"] = worker;
    tpu["workers"] = node.workers.size();
    tpu["devicePaths"] = {node.device == "vfio" ? "/dev/vfio/0" : "/dev/accel0"};
    return {
        {"id", workerId(node, worker)},
        {"hostname", node.workers[worker].hostname},
        {"hostKey", node.workers[worker].hostKey.privateFile},
        {"sshKeys", sshKeysOf(node)},
        {"device", node.device},
        {"internal", node.internalNetwork},
        {"tpu", std::move(tpu)},
        {"environment",
         "TPU_WORKER_ID=" + std::to_string(worker) + "\nTPU_ACCELERATOR_TYPE=" + type +
             "\nGCE_METADATA_HOST=" + metadataHost + '/' + workerId(node, worker) + '\n'}};
}

void Fleet::powerOn(Node &node)
{
    if (!node.hasExternalIps())
        return;
    json descriptions = json::array();
    for (size_t i = 0; i < node.workers.size(); ++i)
        descriptions.push_back(describe(node, i));
    const auto addresses = m_pool.start(descriptions);
    for (size_t i = 0; i < node.workers.size(); ++i) {
        node.workers[i].externalIp = addresses.at(i).external;
        if (!addresses.at(i).internal.empty())
            node.workers[i].internalIp = addresses.at(i).internal;
    }
}

void Fleet::powerOff(Node &node, bool discardDisks)
{
    m_pool.stop(workerIds(node), discardDisks);
    for (Worker &worker : node.workers)
        worker.externalIp.clear();
}

void Fleet::setManner(const Node &node, size_t worker, const std::string &manner, size_t limit)
{
    m_pool.setManner(workerId(node, worker), manner, limit);
}

void Fleet::setDistance(const Node &node, size_t worker, const Distance &distance)
{
    m_pool.setDistance(workerId(node, worker), distance);
}

void Fleet::runScript(const Node &node, size_t worker, const std::string &script)
{
    m_pool.runScript(workerId(node, worker), script);
}

void Fleet::newHostKey(Node &node, size_t worker)
{
    Worker &changed = node.workers.at(worker);
    changed.hostKey = makeSshKey("root@" + changed.hostname);
    if (stands(node))
        m_pool.setHostKey(workerId(node, worker), changed.hostKey.privateFile);
}

static bool isTrue(std::string text)
{
    std::transform(text.begin(), text.end(), text.begin(), [](unsigned char c) {
        return static_cast<char>(std::tolower(c));
    });
    return text == "true" || text == "1" || text == "yes";
}

std::string Fleet::sshKeysOf(const Node &node)
{
    const json metadata = node.body.value("metadata", json::object());
    const Project *project = findProject(node.project);
    const auto projectValue = [&](const char *key) {
        return project ? project->metadataValue(key) : std::string();
    };
    if (isTrue(metadata.value("enable-oslogin", projectValue("enable-oslogin"))))
        return osLoginKeys;
    std::string keys = metadata.value("ssh-keys", "");
    if (!isTrue(metadata.value("block-project-ssh-keys", "")))
        keys += '\n' + projectValue("ssh-keys");
    return keys.find(':') == std::string::npos ? std::string() : keys + '\n';
}

void Fleet::syncSshKeys(const Node &node)
{
    if (stands(node))
        m_pool.setSshKeys(workerIds(node), sshKeysOf(node));
}

void Fleet::syncProjectSshKeys(const std::string &project)
{
    for (const Node *node : list(project, "-"))
        syncSshKeys(*node);
}

} // namespace podium::sim
