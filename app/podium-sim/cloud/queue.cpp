// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0

#include "app/podium-sim/cloud/queue.h"

#include "app/podium-sim/cloud/limits.h"

#include <algorithm>
#include <cctype>

namespace podium::sim {

using nlohmann::json;
using Clock = std::chrono::steady_clock;

constexpr int codeDeadlineExceeded = 4;
constexpr int codeAlreadyExists = 6;

bool Queue::add(QueuedResource resource)
{
    const std::string name = resource.fullName();
    return m_resources.emplace(name, std::move(resource)).second;
}

QueuedResource *Queue::find(const std::string &fullName)
{
    const auto found = m_resources.find(fullName);
    return found == m_resources.end() ? nullptr : &found->second;
}

std::vector<QueuedResource *> Queue::list(const std::string &project, const std::string &zone)
{
    std::vector<QueuedResource *> result;
    for (auto &[name, resource] : m_resources) {
        if (resource.project == project && (zone == "-" || resource.zone == zone))
            result.push_back(&resource);
    }
    return result;
}

void Queue::remove(const std::string &fullName)
{
    if (const QueuedResource *resource = find(fullName))
        removeNodes(*resource);
    m_resources.erase(fullName);
}

void Queue::enter(
    QueuedResource &resource, const std::string &state, const std::string &initiator) const
{
    resource.state = state;
    resource.initiator = initiator;
    resource.due = Clock::now() + m_step;
}

/// The node that came of the request: one that somebody else made under its name is not it.
Node *Queue::nodeOf(const QueuedResource &resource, const NewNode &wanted)
{
    Node *node = m_fleet.find(resource.project, resource.zone, wanted.node.name);
    return node && node->body.value("queuedResource", "") == resource.fullName() ? node : nullptr;
}

bool Queue::hasNodes(const QueuedResource &resource)
{
    return std::any_of(resource.nodes.begin(), resource.nodes.end(), [&](const NewNode &wanted) {
        return nodeOf(resource, wanted) != nullptr;
    });
}

int Queue::heldChips(const std::string &project, const std::string &zone, bool spot)
{
    int held = 0;
    for (const QueuedResource *resource : list(project, zone)) {
        for (const NewNode &wanted : resource->nodes) {
            const bool isOfIt = wanted.node.isSpot() == spot && !nodeOf(*resource, wanted);
            held += isOfIt ? chipsOf(wanted.node) : 0;
        }
    }
    return held;
}

bool Queue::isWhole(const QueuedResource &resource)
{
    return std::all_of(resource.nodes.begin(), resource.nodes.end(), [&](const NewNode &wanted) {
        const Node *node = nodeOf(resource, wanted);
        return node && node->state != "PREEMPTED" && node->state != "TERMINATED";
    });
}

void Queue::removeNodes(const QueuedResource &resource)
{
    for (const NewNode &wanted : resource.nodes) {
        if (const Node *node = nodeOf(resource, wanted))
            m_fleet.remove(*node);
    }
}

void Queue::makeNodes(QueuedResource &resource)
{
    for (const NewNode &wanted : resource.nodes) {
        if (const Node *other = m_fleet.find(resource.project, resource.zone, wanted.node.name)) {
            resource.failure = "Resource '" + other->fullName() + "' already exists";
            resource.failureCode = codeAlreadyExists;
            removeNodes(resource);
            return enter(resource, "FAILED", "SERVICE");
        }
        m_fleet.add(wanted.node, wanted.workers).createTime = timestamp();
    }
    enter(resource, "PROVISIONING", "SERVICE");
}

void Queue::startNodes(const QueuedResource &resource)
{
    for (const NewNode &wanted : resource.nodes) {
        Node *node = nodeOf(resource, wanted);
        if (!node || node->state != "CREATING")
            continue;
        node->health = "HEALTHY";
        m_fleet.setState(*node, "READY");
    }
}

void Queue::step(QueuedResource &resource)
{
    const bool isSoldOut = m_fleet.soldOutZones.count(resource.zone) != 0;
    const bool waits = resource.state == "ACCEPTED" || resource.state == "WAITING_FOR_RESOURCES";
    if (waits && resource.validUntil && Clock::now() >= *resource.validUntil) {
        resource.failure = "The queued resource has expired.";
        resource.failureCode = codeDeadlineExceeded;
        enter(resource, "FAILED", "SERVICE");
    } else if (resource.state == "ACCEPTED" || resource.state == "WAITING_FOR_RESOURCES") {
        if (isSoldOut)
            enter(resource, "WAITING_FOR_RESOURCES", "SERVICE");
        else
            makeNodes(resource);
    } else if (resource.state == "PROVISIONING") {
        startNodes(resource);
        enter(resource, "ACTIVE", "SERVICE");
    } else if (resource.state == "ACTIVE" && !isWhole(resource)) {
        enter(resource, "SUSPENDING", "SERVICE");
    } else if (resource.state == "SUSPENDING") {
        removeNodes(resource);
        enter(resource, "SUSPENDED", "SERVICE");
    }
}

void Queue::settle()
{
    const auto now = Clock::now();
    for (auto &[name, resource] : m_resources) {
        if (resource.due <= now)
            step(resource);
    }
}

/// "WAITING_FOR_RESOURCES" → "waitingForResourcesData".
static std::string dataName(const std::string &state)
{
    std::string name;
    bool upper = false;
    for (const char c : state) {
        if (c != '_')
            name.push_back(upper ? c : static_cast<char>(std::tolower(c)));
        upper = c == '_';
    }
    return name + "Data";
}

json queuedResourceJson(const QueuedResource &resource)
{
    json data = json::object();
    if (resource.state == "FAILED")
        data["error"] = {{"code", resource.failureCode}, {"message", resource.failure}};
    json result = resource.body;
    result["name"] = resource.fullName();
    result["createTime"] = resource.createTime;
    result["state"] = {{"state", resource.state}, {"stateInitiator", resource.initiator}};
    if (resource.state != "WAITING_FOR_RESOURCES")
        result["state"][dataName(resource.state)] = std::move(data);
    return result;
}

} // namespace podium::sim
