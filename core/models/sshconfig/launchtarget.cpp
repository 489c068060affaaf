// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/models/sshconfig/launchtarget.h"

#include "core/models/sshconfig/aliaschanges.h"
#include "core/sshconfig/plan/makeplan.h"

#include <QCoreApplication>

#include <algorithm>

namespace podium::models {

namespace {

struct LaunchWords
{
    Q_DECLARE_TR_FUNCTIONS(LaunchTarget)
};

} // namespace

Result<launch::LaunchTarget>
launchTarget(const sshconfig::ConfigPlan &plan, const WorkerRef &worker, const QString &user)
{
    const auto entry =
        std::find_if(plan.entries.begin(), plan.entries.end(), [&worker](const auto &each) {
            return each.worker == worker;
        });
    if (entry == plan.entries.end() || !entry->isActive || entry->aliases.isEmpty()) {
        return failure(
            {ErrorKind::Network,
             LaunchWords::tr("The ssh config has no entry for %1.").arg(worker.text()),
             entry == plan.entries.end() ? QString() : entry->note,
             {},
             worker.text()});
    }
    return launch::LaunchTarget{
        entry->aliases.front(), entry->user.isEmpty() ? user : entry->user, entry->port, {}, {}};
}

bool isOutOfDate(const sshconfig::ConfigPlan &plan, const WorkerRef &worker)
{
    if (plan.isUpToDate()) {
        return false;
    }
    const bool isRead =
        plan.files.size() > sshconfig::kOwnFile && !plan.files[sshconfig::kOwnFile].isChanged();
    return !isRead || changesWorker(plan, worker);
}

} // namespace podium::models
