// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/people/plan/planning.h"

#include "core/people/keys/metadatakey.h"

#include <algorithm>
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

PlanCounts countsOf(const std::vector<WorkerPlan> &plans)
{
    PlanCounts counts;
    for (const WorkerPlan &plan : plans) {
        const int steps = plan.stepCount();
        ++counts.workers;
        counts.unknownWorkers += plan.isKnown ? 0 : 1;
        counts.steps += steps;
        counts.changedWorkers += steps > 0 ? 1 : 0;
        counts.blocked += int(std::count_if(
            plan.accounts.begin(), plan.accounts.end(),
            [](const AccountPlan &account) { return account.state == AccountState::Blocked; }));
    }
    return counts;
}

} // namespace

const WorkerPlan *Planning::find(const WorkerRef &worker) const
{
    const int index = indexes.value(worker, -1);
    return index < 0 ? nullptr : &plans[std::size_t(index)];
}

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
    DesiredState desired = desiredState(facts.roster, *facts.snapshot, facts.now);
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
        const auto accounts = desired.constFind(worker.node);
        inputs.push_back(
            {worker, accounts == desired.constEnd() ? nullptr : accounts->get(),
             facts.found.value(worker).get(), &ofNode});
    }
    Planning planning;
    planning.plans = planPeople(
        inputs, {facts.roster.formerMembers, facts.ownKeys, facts.offboarding,
                 recipesForAccounts(facts.roster)});
    planning.desired = std::move(desired);
    for (int i = 0; i < int(planning.plans.size()); ++i) {
        planning.indexes.insert(planning.plans[std::size_t(i)].worker, i);
    }
    planning.counts = countsOf(planning.plans);
    return planning;
}

} // namespace podium::people
