// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/disk/releaseplan.h"

#include "core/disk/diskchoice.h"
#include "core/disk/fstablines.h"

#include <QRegularExpression>

#include <algorithm>

namespace podium::disk {

namespace {

/// Why it cannot be unmounted; nothing: it can.
std::optional<Error> releaseProblem(const BlockDisk &disk, const DisksFound &found)
{
    for (const QString &folder : disk.mounts) {
        if (!isMountFolder(folder)) {
            return refusal(QStringLiteral("%1 is mounted at \"%2\", which Podium does not touch.")
                               .arg(describe(disk), folder));
        }
    }
    // A line in fstab may be the other's.
    if (const auto copied = copyProblem(disk, found)) {
        return copied;
    }
    if (!disk.usedBy.isEmpty()) {
        return refusal(QStringLiteral("%1 uses %2.").arg(disk.usedBy, describe(disk)));
    }
    QStringList who;
    for (const FolderUser &user : found.users) {
        if (disk.mounts.contains(user.folder) || user.folder == disk.path) {
            who << QStringLiteral("%1's %2 (pid %3)")
                       .arg(
                           user.user,
                           user.command.isEmpty() ? QStringLiteral("process")
                                                  : user.command.left(60),
                           QString::number(user.pid));
        }
    }
    if (who.isEmpty()) {
        return std::nullopt;
    }
    constexpr int most = 5;
    const int more = int(who.size()) - most;
    return refusal(
        QStringLiteral("It is in use: %1%2.")
            .arg(
                QStringList(who.mid(0, most)).join(QStringLiteral(", ")),
                more > 0 ? QStringLiteral(" and %1 more").arg(more) : QString()),
        QStringLiteral("Let them end, or end them; then again."));
}

/// Whether the disk of a line is on the worker.
bool isThere(const FstabLine &line, const DisksFound &found)
{
    return std::any_of(found.disks.begin(), found.disks.end(), [&line](const BlockDisk &disk) {
        return line.source == uuidSource(disk);
    });
}

/// Why no line may be taken out; nothing: it may.
std::optional<Error> goneProblem(const QString &folder, const DisksFound &found)
{
    for (const BlockDisk &disk : found.disks) {
        if (disk.mounts.contains(folder)) {
            return refusal(
                QStringLiteral("%1 is mounted at %2.").arg(describe(disk), folder),
                QStringLiteral("Only the line of a disk that is not there any more can go so."));
        }
        // Its UUID, if it has one, was not read.
        if (disk.type.isEmpty() && !disk.unknown.isEmpty()) {
            return refusal(QStringLiteral("What is on %1 cannot be told: %2.")
                               .arg(describe(disk), disk.unknown));
        }
    }
    for (const FstabLine &line : found.fstab) {
        if (line.isOurs && line.folder == folder && isThere(line, found)) {
            return refusal(
                QStringLiteral("The disk of Podium's line in /etc/fstab for %1 is there (%2).")
                    .arg(folder, line.source),
                QStringLiteral("Only the line of a disk that is not there any more can go so."));
        }
    }
    return std::nullopt;
}

} // namespace

void planRelease(WorkPlan &plan, const DisksFound &found)
{
    const BlockDisk &disk = *plan.disk;
    plan.error = releaseProblem(disk, found);
    if (plan.error) {
        return;
    }
    for (const QString &folder : disk.mounts) {
        plan.sentences << QStringLiteral("%1 is unmounted from %2.").arg(describe(disk), folder);
    }
    if (!disk.mounts.isEmpty() && !found.usersUnknown.isEmpty()) {
        plan.sentences << QStringLiteral("Who uses it cannot be told (%1): it is unmounted only if "
                                         "nobody does.")
                              .arg(found.usersUnknown);
    }
    bool hasLine = false;
    for (const FstabLine &line : linesOf(disk, found)) {
        if (line.isOurs && line.source == uuidSource(disk)) {
            hasLine = true;
        } else if (line.isOurs) {
            plan.sentences << QStringLiteral("Podium's line for %1 at %2 is another disk's: it "
                                             "stays.")
                                  .arg(line.source, line.folder);
        } else {
            plan.sentences
                << QStringLiteral("A line in /etc/fstab that is not Podium's stays: %1 at %2.%3")
                       .arg(
                           line.source, line.folder,
                           line.options.contains(QLatin1String("nofail"))
                               ? QString()
                               : QStringLiteral(
                                     " It has no nofail: take it out, or the worker does not boot "
                                     "without the disk."));
        }
    }
    if (hasLine) {
        plan.sentences << QStringLiteral("Podium's line for it goes out of /etc/fstab.");
    }
    plan.isDone = disk.mounts.isEmpty() && !hasLine;
    if (plan.isDone && !found.usersUnknown.isEmpty()) {
        plan.isDone = false; // a container may have it mounted for itself
        plan.error =
            refusal(QStringLiteral("%1 is not mounted here, and whether a container has it mounted "
                                   "for itself cannot be told: %2.")
                        .arg(describe(disk), found.usersUnknown));
    } else if (plan.isDone) {
        plan.sentences << QStringLiteral("%1 is not mounted.").arg(describe(disk));
    }
}

void planGone(WorkPlan &plan, const DisksFound &found)
{
    static const QRegularExpression ownSource(
        QStringLiteral("^UUID=[A-Za-z0-9][A-Za-z0-9-]{0,63}\\z"));
    const QString &folder = plan.request.folder;
    plan.error = isMountFolder(folder) ? goneProblem(folder, found) : noMountFolder(folder);
    if (plan.error) {
        return;
    }
    QStringList others;
    for (const FstabLine &line : found.fstab) {
        if (!line.isOurs || isThere(line, found) || !ownSource.match(line.source).hasMatch()) {
            continue;
        }
        if (line.folder == folder) {
            plan.leftLine = line;
        } else {
            others << line.folder;
        }
    }
    const auto lost =
        std::find_if(found.lost.begin(), found.lost.end(), [&folder](const LostMount &mount) {
            return mount.folder == folder;
        });
    if (lost != found.lost.end()) {
        plan.leftMount = *lost;
        plan.sentences << QStringLiteral("%1, which is not there any more, is unmounted from %2; "
                                         "what was not written yet is lost.")
                              .arg(lost->source, folder);
    }
    if (plan.leftLine) {
        plan.sentences << QStringLiteral("The node does not have %1 any more: Podium's line for it "
                                         "goes out of /etc/fstab, %2 at %3.")
                              .arg(plan.request.name, plan.leftLine->source, folder);
    }
    if (plan.leftLine || plan.leftMount) {
        return;
    }
    plan.isDone = true;
    plan.sentences << QStringLiteral("The node does not have %1, and Podium's part of /etc/fstab "
                                     "has no line for %2.")
                          .arg(plan.request.name, folder);
    if (!others.isEmpty()) {
        plan.sentences << QStringLiteral("It has lines of other disks that are not there, for %1.")
                              .arg(others.join(QStringLiteral(", ")));
    }
}

std::vector<remote::Record> goneData(const WorkPlan &plan)
{
    std::vector<remote::Record> records{
        {"gone", {"yes"}}, {"folder", {plan.request.folder.toUtf8()}}};
    if (plan.leftLine) {
        const QString uuid = plan.leftLine->source.section(QLatin1Char('='), 1);
        records.push_back({"uuid", {uuid.toUtf8()}});
    }
    return records;
}

bool isNoneInUse(const DisksFound &found)
{
    const bool isUsed =
        std::any_of(found.disks.begin(), found.disks.end(), [&found](const BlockDisk &disk) {
            const bool hasUser = std::any_of(
                found.users.begin(), found.users.end(),
                [&disk](const FolderUser &user) { return user.folder == disk.path; });
            return !disk.isBoot() && (!disk.mounts.isEmpty() || !disk.usedBy.isEmpty() ||
                                      !disk.unknown.isEmpty() || hasUser);
        });
    // What shows not even this disk has not shown the others.
    const bool hasBoot =
        std::any_of(found.disks.begin(), found.disks.end(), [](const BlockDisk &disk) {
            return disk.isBoot();
        });
    const bool hasLine = std::any_of(
        found.fstab.begin(), found.fstab.end(), [](const FstabLine &line) { return line.isOurs; });
    return found.areMountsKnown && found.usersUnknown.isEmpty() && hasBoot && !isUsed && !hasLine;
}

} // namespace podium::disk
