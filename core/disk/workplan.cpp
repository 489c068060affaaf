// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/disk/workplan.h"

#include "core/disk/diskchoice.h"
#include "core/disk/fstablines.h"
#include "core/disk/releaseplan.h"

#include <QRegularExpression>
#include <QStringBuilder>

#include <algorithm>
#include <utility>

namespace podium::disk {

namespace {

bool isMountable(const BlockDisk &disk)
{
    static const QStringList types{
        QStringLiteral("ext2"), QStringLiteral("ext3"), QStringLiteral("ext4"),
        QStringLiteral("xfs"), QStringLiteral("btrfs")};
    return types.contains(disk.type) && !disk.uuid.isEmpty() && disk.parts.isEmpty() &&
           disk.usedBy.isEmpty();
}

/// What is on it stays, or it gets a file system.
void planFileSystem(WorkPlan &plan)
{
    const BlockDisk &disk = *plan.disk;
    if (isMountable(disk)) {
        plan.sentences << QStringLiteral("The file system on %1 (%2) stays as it is.")
                              .arg(describe(disk), disk.type);
    } else if (plan.request.isReadOnly && disk.type.isEmpty() && disk.parts.isEmpty()) {
        plan.error = refusal(
            QStringLiteral("There is no file system on %1, and it is attached read-only.")
                .arg(describe(disk)),
            QStringLiteral("Attach it read-write to a node with one worker first, and fill it "
                           "there."));
    } else if (!disk.notBlank.isEmpty()) {
        plan.error = refusal(
            QStringLiteral("%1 is not blank, and has no file system that could be mounted: %2.")
                .arg(describe(disk), disk.notBlank.join(QStringLiteral("; "))),
            QStringLiteral("Podium formats only what is blank. What is to be done with this one is "
                           "for you to say, on the worker."));
    } else if (!disk.unknown.isEmpty()) {
        plan.error = refusal(
            QStringLiteral("Whether %1 is blank cannot be told: %2. So it is not formatted.")
                .arg(describe(disk), disk.unknown));
    } else {
        plan.formats = true;
        plan.sentences << QStringLiteral("%1 is blank, by every test: it gets an ext4 file system.")
                              .arg(describe(disk));
    }
}

/// Why it cannot be mounted there; nothing: it can.
std::optional<Error> folderProblem(const WorkPlan &plan, const DisksFound &found)
{
    const BlockDisk &disk = *plan.disk;
    const QString &folder = plan.request.folder;
    const bool isThere = disk.mounts.contains(folder);
    if (const auto copied = copyProblem(disk, found)) {
        return copied;
    }
    if (found.folder == FolderState::Unsafe) {
        return refusal(
            QStringLiteral("%1 is no safe folder to mount at: %2.").arg(folder, found.folderWhy),
            QStringLiteral("Choose one below /mnt: its parents have to be root's alone."));
    }
    if (!disk.mounts.isEmpty() && !isThere) {
        return refusal(QStringLiteral("%1 is mounted at %2 already.")
                           .arg(describe(disk), disk.mounts.join(QStringLiteral(", "))));
    }
    for (const BlockDisk &other : found.disks) {
        if (other.path != disk.path && other.mounts.contains(folder)) {
            return refusal(QStringLiteral("%1 is mounted at %2.").arg(describe(other), folder));
        }
    }
    for (const FstabLine &line : found.fstab) {
        const bool isOfIt = line.source == uuidSource(disk) && line.folder == folder;
        if (!line.isOurs && !isOfIt && (line.folder == folder || line.source == uuidSource(disk))) {
            return refusal(
                QStringLiteral("/etc/fstab of the worker has a line of its own: %1 at %2.")
                    .arg(line.source, line.folder),
                QStringLiteral("Choose another folder, or take the line out there."));
        }
    }
    if (isThere || found.folder == FolderState::Missing || found.folder == FolderState::Empty) {
        return std::nullopt;
    }
    return found.folder == FolderState::Full
               ? refusal(
                     QStringLiteral("There are files in %1, which would be hidden.").arg(folder))
               : refusal(
                     QStringLiteral("%1 is no folder there, or cannot be looked at.").arg(folder));
}

/// Lines of Podium's that go, for disks that had this folder before, and of this one elsewhere.
void sayReplacedLines(WorkPlan &plan, const DisksFound &found)
{
    for (const FstabLine &line : found.fstab) {
        const bool isOfIt = line.source == uuidSource(*plan.disk);
        const bool isOfFolder = line.folder == plan.request.folder;
        if (line.isOurs && isOfIt != isOfFolder) {
            plan.sentences << QStringLiteral("Podium's line in /etc/fstab for %1 at %2 goes.")
                                  .arg(line.source, line.folder);
        }
    }
}

/// A line that an earlier Podium wrote goes on as it is.
void sayUnguarded(WorkPlan &plan, const std::vector<FstabLine> &lines)
{
    const bool isUnguarded = std::any_of(lines.begin(), lines.end(), [](const FstabLine &line) {
        return line.isOurs && !isGuarded(line);
    });
    if (isUnguarded) {
        plan.sentences << QStringLiteral(
            "Its line in /etc/fstab is of an earlier Podium, without nosuid and nodev: released "
            "and prepared again it has them.");
    }
}

/// How it is mounted. One that is mounted, or has a line of somebody else's, stays as it is.
void sayMount(WorkPlan &plan, const std::vector<FstabLine> &lines)
{
    const QString &folder = plan.request.folder;
    const QString mode =
        plan.request.isReadOnly ? QStringLiteral("read-only") : QStringLiteral("read-write");
    const bool isByOther = std::any_of(lines.begin(), lines.end(), [&](const FstabLine &line) {
        return !line.isOurs && line.folder == folder && line.source == uuidSource(*plan.disk);
    });
    if (isByOther) {
        plan.sentences << QStringLiteral("It is mounted at %1 by the line that /etc/fstab has for "
                                         "it, which is not Podium's, with the options there.")
                              .arg(folder);
        return;
    }
    plan.sentences
        << (plan.disk->mounts.contains(folder)
                ? QStringLiteral("It stays mounted at %1 as it is now, and gets a line in "
                                 "/etc/fstab: after each boot it is mounted there, %2, by its "
                                 "UUID; once it is detached, a boot goes on without it.")
                : QStringLiteral("It is mounted at %1, %2, by its UUID, also after each boot; once "
                                 "it is detached, a boot goes on without it."))
               .arg(folder, mode);
    plan.sentences << QStringLiteral(
        "Programs on it run; a setuid program or a device file that somebody put on it counts for "
        "nothing (nosuid, nodev).");
    // As an earlier try leaves it that came no further than this.
    if (plan.disk->type == QLatin1String("ext4") && plan.disk->mounts.isEmpty() &&
        !plan.disk->isReadOnly && !plan.request.isReadOnly) {
        plan.sentences << QStringLiteral("If it is as mkfs.ext4 leaves it, empty and root's, "
                                         "everybody who logs in there can write to it.");
    }
}

void planPrepare(WorkPlan &plan, const DisksFound &found)
{
    const QString &folder = plan.request.folder;
    if (!isMountFolder(folder)) {
        plan.error = noMountFolder(folder);
        return;
    }
    const std::vector<FstabLine> lines = linesOf(*plan.disk, found);
    const bool hasLine = std::any_of(lines.begin(), lines.end(), [&](const FstabLine &line) {
        return line.source == uuidSource(*plan.disk) && line.folder == folder;
    });
    plan.isDone = hasLine && plan.disk->mounts.contains(folder);
    if (plan.isDone) {
        plan.sentences << QStringLiteral("%1 is mounted at %2 already, and is after each boot.")
                              .arg(describe(*plan.disk), folder);
        sayUnguarded(plan, lines);
        return;
    }
    plan.error = folderProblem(plan, found);
    if (!plan.error) {
        planFileSystem(plan);
    }
    if (!plan.error) {
        sayMount(plan, lines);
        sayReplacedLines(plan, found);
        if (plan.formats) {
            plan.sentences << QStringLiteral("Everybody who logs in there can write to it.");
        }
    }
}

void planGrow(WorkPlan &plan)
{
    const BlockDisk &disk = *plan.disk;
    if (!disk.type.startsWith(QLatin1String("ext"))) {
        plan.error =
            refusal(QStringLiteral("There is no ext file system on %1.").arg(describe(disk)));
    } else if (plan.request.isReadOnly || disk.isReadOnly) {
        plan.error = refusal(QStringLiteral("%1 is attached read-only.").arg(describe(disk)));
    } else if (disk.mounts.isEmpty()) {
        plan.error = refusal(
            QStringLiteral("%1 is not mounted.").arg(describe(disk)),
            QStringLiteral("Make it usable first: a file system grows while it is mounted."));
    } else if (disk.fileSystemBytes && takesAll(disk)) {
        plan.isDone = true;
        plan.sentences
            << QStringLiteral("The file system takes all of %1 already.").arg(describe(disk));
    } else {
        plan.sentences
            << QStringLiteral("The file system on %1%2 takes all of it, while it is in use.")
                   .arg(
                       describe(disk),
                       disk.fileSystemBytes
                           ? QStringLiteral(", of %1 now,").arg(sizeText(*disk.fileSystemBytes))
                           : QString());
    }
}

} // namespace

std::vector<remote::Record> WorkPlan::data() const
{
    if (request.isGone) {
        return goneData(*this);
    }
    static const QRegularExpression plain(QStringLiteral("^[A-Za-z0-9_.-]+$"));
    std::vector<remote::Record> records{
        {"device", {disk->path.toUtf8()}}, {"bytes", {QByteArray::number(disk->bytes)}}};
    if (plain.match(disk->serial).hasMatch()) {
        records.push_back({"serial", {disk->serial.toUtf8()}});
    }
    if (!disk->uuid.isEmpty() && !formats) {
        records.push_back({"uuid", {disk->uuid.toUtf8()}});
        records.push_back({"type", {disk->type.toUtf8()}});
    }
    if (request.work == Work::Prepare) {
        records.push_back({"folder", {request.folder.toUtf8()}});
        records.push_back({"format", {formats ? "yes" : "no"}});
        records.push_back({"mode", {request.isReadOnly ? "ro" : "rw"}});
    } else if (request.work == Work::Release) {
        // What is mounted below another goes first.
        QStringList folders = disk->mounts;
        std::sort(folders.begin(), folders.end(), [](const QString &a, const QString &b) {
            return a.size() > b.size();
        });
        for (const QString &folder : std::as_const(folders)) {
            records.push_back({"folder", {folder.toUtf8()}});
        }
    }
    return records;
}

WorkPlan planWork(const WorkRequest &request, const DisksFound &found)
{
    WorkPlan plan;
    plan.request = request;
    if (!found.unknown.isEmpty()) {
        plan.error = refusal(
            QStringLiteral("What disks the worker has cannot be told: %1.").arg(found.unknown));
        return plan;
    }
    if (!found.wasRoot) {
        plan.error = refusal(
            QStringLiteral("Disks need root, and sudo asks for a password there, or is missing."),
            QStringLiteral("Let the login use sudo without one."));
        return plan;
    }
    if (request.work == Work::Release && !found.areMountsKnown) {
        plan.error = refusal(QStringLiteral(
            "What is mounted on the worker cannot be told: findmnt is missing there, "
            "or what it says cannot be read."));
        return plan;
    }
    if (request.isGone) {
        planGone(plan, found);
        return plan;
    }
    auto disk = chosenDisk(request, found);
    if (!disk && request.work == Work::Release && isNoneInUse(found)) {
        plan.isDone = true;
        plan.sentences << QStringLiteral("No data disk of the worker is mounted, and none has a "
                                         "line of Podium's in /etc/fstab.");
        return plan;
    }
    if (!disk) {
        plan.error = disk.error();
        return plan;
    }
    plan.disk = std::move(*disk);
    switch (request.work) {
    case Work::Prepare:
        planPrepare(plan, found);
        break;
    case Work::Grow:
        planGrow(plan);
        break;
    case Work::Release:
        planRelease(plan, found);
        break;
    }
    return plan;
}

Error noMountFolder(const QString &folder)
{
    return {
        ErrorKind::InvalidArgument,
        QStringLiteral("\"%1\" is no folder to mount at.").arg(folder),
        {},
        QStringLiteral("A whole path of letters, digits, \".\", \"_\" and \"-\", like "
                       "/mnt/data.")};
}

QString workName(Work work)
{
    switch (work) {
    case Work::Prepare:
        return QStringLiteral("prepare");
    case Work::Grow:
        return QStringLiteral("grow");
    case Work::Release:
        break;
    }
    return QStringLiteral("release");
}

QString usualFolder(const QString &diskName)
{
    return QStringLiteral("/mnt/") + diskName;
}

} // namespace podium::disk
