// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/inventory/hostkeyquestions.h"

#include "core/inventory/inventorydiff.h"

#include <utility>

namespace podium::inventory {

namespace {

constexpr qint64 AskAgainMs = 120000;

uint machinesOf(const cloud::Node &node)
{
    uint hash = qHash(node.id);
    for (const cloud::Worker &worker : node.workers) {
        hash = qHash(worker.internalIp, hash);
        hash = qHash(worker.externalIp, hash);
    }
    return hash;
}

} // namespace

bool areHostKeysKnown(const Snapshot &known, const cloud::Node &node)
{
    const NodeEntry *entry = known.find(node.ref);
    if (!entry || node.id.isEmpty() || !isSameMachine(entry->node, node) ||
        entry->node.workers.size() != node.workers.size()) {
        return false;
    }
    bool complete = true;
    for (std::size_t i = 0; i < node.workers.size(); ++i) {
        const cloud::Worker &before = entry->node.workers[i];
        complete = complete && !before.hostKeys.isEmpty() &&
                   before.externalIp == node.workers[i].externalIp &&
                   before.internalIp == node.workers[i].internalIp;
    }
    return complete;
}

PreparedNodes prepareNodes(const Snapshot &known, std::vector<cloud::Node> nodes)
{
    PreparedNodes result;
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        const cloud::Node &node = nodes[i];
        if (node.state == cloud::NodeState::Ready && !node.workers.empty() &&
            !areHostKeysKnown(known, node)) {
            result.missing.push_back({i, node.ref, machinesOf(node)});
        }
    }
    result.nodes = std::move(nodes);
    return result;
}

bool HostKeyQuestions::isDue(const MissingKeys &missing, qint64 nowMs) const
{
    const auto before = m_asked.find(missing.node);
    return before == m_asked.end() || nowMs - before->atMs >= AskAgainMs ||
           before->machines != missing.machines;
}

void HostKeyQuestions::asked(const MissingKeys &missing, qint64 nowMs)
{
    m_asked.insert(missing.node, {missing.machines, nowMs});
}

} // namespace podium::inventory
