// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/people/planning.h"

#include "core/people/metadatakey.h"

#include <map>
#include <utility>

namespace podium::people {

namespace {

/// Names in the node's own metadata, and in the project's where the node does not block them.
QSet<QString> metadataLogins(const cloud::Node &node, const QSet<QString> &ofProject)
{
    const QString blocks = node.metadata.value(QStringLiteral("block-project-ssh-keys"));
    QSet<QString> logins;
    if (blocks.compare(QLatin1String("true"), Qt::CaseInsensitive) != 0) {
        logins = ofProject;
    }
    const QByteArray own = node.metadata.value(QStringLiteral("ssh-keys")).toUtf8();
    for (const MetadataKey &key : readMetadataKeys(own)) {
        logins.insert(key.user);
    }
    return logins;
}

} // namespace

std::vector<WorkerRef> reachableWorkers(const inventory::Snapshot &snapshot)
{
    std::vector<WorkerRef> workers;
    for (const inventory::NodeEntry &entry : snapshot.nodes) {
        for (int i = 0; cloud::mayBeReached(entry.node.state) && i < int(entry.node.workers.size());
             ++i) {
            workers.push_back({entry.node.ref, i});
        }
    }
    return workers;
}

Planning planAll(const PlanningFacts &facts)
{
    WantedState wanted = wantedState(facts.roster, *facts.snapshot, facts.now);
    std::map<NodeRef, QSet<QString>> logins; // the inputs point into it
    std::vector<PlanInput> inputs;
    for (const WorkerRef &worker : reachableWorkers(*facts.snapshot)) {
        const auto known = logins.find(worker.node);
        const auto &ofNode =
            known != logins.end()
                ? known->second
                : logins
                      .emplace(
                          worker.node, metadataLogins(
                                           facts.snapshot->find(worker.node)->node,
                                           facts.projectLogins.value(worker.node.project)))
                      .first->second;
        const auto accounts = wanted.constFind(worker.node);
        inputs.push_back(
            {worker, accounts == wanted.constEnd() ? nullptr : accounts->get(),
             facts.found.value(worker).get(), &ofNode});
    }
    auto plans = planPeople(inputs, {facts.roster.leavers, facts.ownKeys, facts.farewell});
    return {std::move(wanted), std::move(plans)};
}

} // namespace podium::people
