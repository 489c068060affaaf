// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/disk/workoutcome.h"

#include "core/disk/diskchoice.h"

#include <QStringBuilder>

#include <algorithm>
#include <utility>

namespace podium::disk {

namespace {

bool isSeen(const WorkPlan &plan, const DisksFound &now)
{
    const auto disk =
        std::find_if(now.disks.begin(), now.disks.end(), [&plan](const BlockDisk &each) {
            return each.identity() == plan.disk->identity();
        });
    if (disk == now.disks.end()) {
        return false;
    }
    switch (plan.request.work) {
    case Work::Prepare:
        return disk->mounts.contains(plan.request.folder);
    case Work::Release:
        return disk->mounts.isEmpty();
    case Work::Grow:
        break;
    }
    return takesAll(*disk);
}

} // namespace

WorkOutcome readOutcome(const WorkPlan &plan, const remote::Answer &answer)
{
    WorkOutcome outcome;
    outcome.now = readDisks(answer);
    bool isWell = true;
    for (remote::Step &step : remote::stepsOf(answer)) {
        // Of the look afterwards.
        if (step.name == QLatin1String("disks") || step.name == QLatin1String("users") ||
            step.name == QLatin1String("fstab-lines")) {
            continue;
        }
        isWell = isWell &&
                 (step.state == remote::StepState::Ok || step.state == remote::StepState::Changed);
        outcome.steps.push_back(std::move(step));
    }
    outcome.isGood = isWell && !outcome.steps.empty() && isSeen(plan, outcome.now);
    return outcome;
}

QString outcomeText(const WorkPlan &plan, const WorkOutcome &outcome)
{
    for (const remote::Step &step : outcome.steps) {
        if (step.state != remote::StepState::Ok && step.state != remote::StepState::Changed) {
            return QStringLiteral("%1 %2%3.")
                .arg(
                    step.name, remote::stepStateName(step.state),
                    step.detail.isEmpty() ? QString() : QStringLiteral(": ") + step.detail);
        }
    }
    if (!outcome.isGood) {
        return QStringLiteral(
            "No step failed, yet the disk is not seen as it should be now: look again.");
    }
    switch (plan.request.work) {
    case Work::Prepare:
        return QStringLiteral("%1 is mounted at %2.").arg(plan.disk->path, plan.request.folder);
    case Work::Grow:
        return QStringLiteral("The file system takes all of %1.").arg(plan.disk->path);
    case Work::Release:
        break;
    }
    return QStringLiteral("%1 is not mounted any more: it can be detached.").arg(plan.disk->path);
}

} // namespace podium::disk
