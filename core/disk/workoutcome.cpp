// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/disk/workoutcome.h"

#include "core/disk/diskchoice.h"
#include "core/disk/fstablines.h"

#include <QStringBuilder>

#include <algorithm>
#include <utility>

namespace podium::disk {

namespace {

const BlockDisk *diskNow(const WorkPlan &plan, const DisksFound &now)
{
    const auto disk =
        std::find_if(now.disks.begin(), now.disks.end(), [&plan](const BlockDisk &each) {
            return plan.disk && each.identity() == plan.disk->identity();
        });
    return disk == now.disks.end() ? nullptr : &*disk;
}

/// Of a disk that is gone nothing is left.
bool isCleared(const WorkPlan &plan, const DisksFound &now)
{
    const bool hasLine =
        std::any_of(now.fstab.begin(), now.fstab.end(), [&plan](const FstabLine &line) {
            return line.isOurs && plan.leftLine && line.source == plan.leftLine->source;
        });
    const bool hasMount =
        std::any_of(now.lost.begin(), now.lost.end(), [&plan](const LostMount &mount) {
            return mount.folder == plan.request.folder;
        });
    return now.unknown.isEmpty() && now.areMountsKnown && !hasLine && !hasMount;
}

bool isSeen(const WorkPlan &plan, const DisksFound &now)
{
    if (plan.request.isGone) {
        return isCleared(plan, now);
    }
    const BlockDisk *disk = diskNow(plan, now);
    if (!disk) {
        return false;
    }
    switch (plan.request.work) {
    case Work::Prepare:
        return disk->mounts.contains(plan.request.folder);
    case Work::Release:
        return now.areMountsKnown && disk->mounts.isEmpty();
    case Work::Grow:
        break;
    }
    return takesAll(*disk);
}

/// After a Prepare that came to no end; empty: that cannot be told.
QString whatStands(const WorkPlan &plan, const DisksFound &now)
{
    const BlockDisk *disk = diskNow(plan, now);
    if (!disk || !now.unknown.isEmpty() || now.folder == FolderState::Unknown ||
        (disk->type.isEmpty() && !disk->unknown.isEmpty())) {
        return {};
    }
    const QString &folder = plan.request.folder;
    const bool isMounted = disk->mounts.contains(folder);
    QStringList stands;
    if (!disk->type.isEmpty()) {
        stands << QStringLiteral("%1 on %2").arg(disk->type, disk->path);
    } else if (plan.formats && !disk->isBlank()) {
        // As a mkfs.ext4 leaves it that came to no end.
        stands << QStringLiteral("what was written to %1, which is not blank any more")
                      .arg(disk->path);
    }
    if (isMounted) {
        stands << QStringLiteral("its mount at %1").arg(folder);
    }
    const auto lines = linesOf(*disk, now);
    if (std::any_of(lines.begin(), lines.end(), [](const auto &line) { return line.isOurs; })) {
        stands << QStringLiteral("Podium's line for it in /etc/fstab");
    }
    if (!isMounted && (now.folder == FolderState::Empty || now.folder == FolderState::Full)) {
        stands << QStringLiteral("the folder %1, which is on the boot disk").arg(folder);
    }
    return stands.isEmpty()
               ? QStringLiteral("Nothing of it stands.")
               : QStringLiteral("What stands: %1.").arg(stands.join(QStringLiteral("; ")));
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
            const QString stands =
                plan.request.work == Work::Prepare ? whatStands(plan, outcome.now) : QString();
            return QStringLiteral("%1 %2%3.%4")
                .arg(
                    step.name, remote::stepStateName(step.state),
                    step.detail.isEmpty() ? QString() : QStringLiteral(": ") + step.detail,
                    stands.isEmpty() ? QString() : QLatin1Char(' ') + stands);
        }
    }
    if (!outcome.isGood) {
        return QStringLiteral(
            "No step failed, yet the disk is not seen as it should be now: look again.");
    }
    if (plan.request.isGone) {
        return QStringLiteral("Nothing of it is left at %1 or in Podium's part of /etc/fstab.")
            .arg(plan.request.folder);
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
