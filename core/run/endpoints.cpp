// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/run/endpoints.h"

#include "core/cloud/values/hostkeyalias.h"

namespace podium::run {

namespace {

QString whyNotReached(const cloud::Node &node)
{
    const QString state = node.stateText.isEmpty() ? nodeStateName(node.state) : node.stateText;
    const QString sentence = QStringLiteral("%1 is %2.").arg(node.ref.name.text(), state);
    switch (node.state) {
    case cloud::NodeState::Creating:
        return sentence + QStringLiteral(" It has no workers yet.");
    case cloud::NodeState::Stopped:
        return sentence + QStringLiteral(" Start it first.");
    case cloud::NodeState::Stopping:
        return sentence + QStringLiteral(" Start it again when it has stopped.");
    case cloud::NodeState::Preempted:
    case cloud::NodeState::Terminated:
        return sentence + QStringLiteral(" Its machines are gone; create it again.");
    default:
        return sentence;
    }
}

/// The same words for all workers of a node, so that they can be said once.
QString whyNoAddress(const cloud::Worker &worker)
{
    return worker.internalIp.isEmpty()
               ? QStringLiteral("It has no IP address (yet).")
               : QStringLiteral("It has no external IP address, and its internal one cannot be "
                                "reached from outside its network. Create the node with external "
                                "addresses, or run Podium on a machine in that network.");
}

} // namespace

ssh::Endpoint endpointFor(
    const inventory::Snapshot &snapshot, const WorkerRef &worker, const SshDefaults &defaults)
{
    ssh::Endpoint endpoint;
    endpoint.worker = worker;
    endpoint.port = defaults.port;
    endpoint.user = defaults.user;
    endpoint.identityFiles = defaults.identityFiles;

    const QString name = worker.node.name.text();
    const inventory::NodeEntry *entry = snapshot.find(worker.node);
    if (!entry) {
        endpoint.unreachable = QStringLiteral("There is no node %1 (any more).").arg(name);
        return endpoint;
    }
    const cloud::Node &node = entry->node;
    const bool hasNone = node.workers.empty() && node.state == cloud::NodeState::Creating;
    if (!cloud::mayBeReached(node.state) || hasNone) {
        endpoint.unreachable = whyNotReached(node);
        return endpoint;
    }
    if (worker.index < 0 || std::size_t(worker.index) >= node.workers.size()) {
        endpoint.unreachable =
            QStringLiteral("%1 has no worker %2; it has %3.")
                .arg(name, QString::number(worker.index), QString::number(node.workers.size()));
        return endpoint;
    }
    const cloud::Worker &host = node.workers[std::size_t(worker.index)];
    endpoint.hostKeyAlias = cloud::hostKeyAlias(node, worker.index);
    endpoint.pinnedHostKeys = host.hostKeys;
    const WorkerReach reach =
        defaults.reachOf ? defaults.reachOf(node, worker.index) : WorkerReach();
    endpoint.configName = reach.configName;
    if (!reach.proxyJump.isEmpty() || !reach.proxyCommand.isEmpty()) {
        endpoint.proxyJump = reach.proxyJump;
        endpoint.proxyCommand = reach.proxyCommand;
        endpoint.address = reach.address;
        endpoint.unreachable = reach.problem;
        return endpoint;
    }
    if (host.externalIp.isEmpty()) {
        endpoint.unreachable = whyNoAddress(host);
        return endpoint;
    }
    endpoint.address = host.externalIp;
    return endpoint;
}

} // namespace podium::run
