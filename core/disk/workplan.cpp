// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/disk/workplan.h"

#include "core/disk/diskchoice.h"

#include <QRegularExpression>
#include <QStringBuilder>

#include <algorithm>
#include <utility>

namespace podium::disk {

namespace {

QString uuidSource(const BlockDisk &disk)
{
    return disk.uuid.isEmpty() ? QString() : QStringLiteral("UUID=") + disk.uuid;
}

/// Its lines in fstab.
std::vector<FstabLine> linesOf(const BlockDisk &disk, const DisksFound &found)
{
    std::vector<FstabLine> lines;
    for (const FstabLine &line : found.fstab) {
        if (line.source == disk.path || line.source == uuidSource(disk) ||
            disk.mounts.contains(line.folder)) {
            lines.push_back(line);
        }
    }
    return lines;
}

bool isMountable(const BlockDisk &disk)
{
    static const QStringList types{
        QStringLiteral("ext2"), QStringLiteral("ext3"), QStringLiteral("ext4"),
        QStringLiteral("xfs"), QStringLiteral("btrfs")};
    return types.contains(disk.type) && !disk.uuid.isEmpty() && disk.parts.isEmpty() &&
           disk.usedBy.isEmpty();
}

/// Of two disks with one file system, a disk and what was made from its snapshot, a UUID says
/// either.
std::optional<Error> copyProblem(const BlockDisk &disk, const DisksFound &found)
{
    const auto copy =
        std::find_if(found.disks.begin(), found.disks.end(), [&disk](const BlockDisk &each) {
            return each.path != disk.path && !disk.uuid.isEmpty() && each.uuid == disk.uuid;
        });
    if (copy == found.disks.end()) {
        return std::nullopt;
    }
    return refusal(
        QStringLiteral("%1 and %2 have file systems of the same UUID: one is a copy.")
            .arg(describe(disk), describe(*copy)),
        QStringLiteral(
            "Give one a UUID of its own on the worker (of ext4, while it is not mounted: "
            "tune2fs -U random), or detach the other."));
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

void planPrepare(WorkPlan &plan, const DisksFound &found)
{
    const QString &folder = plan.request.folder;
    if (!isMountFolder(folder)) {
        plan.error = {
            ErrorKind::InvalidArgument,
            QStringLiteral("\"%1\" is no folder to mount at.").arg(folder),
            {},
            QStringLiteral("A whole path of letters, digits, \".\", \"_\" and \"-\", like "
                           "/mnt/data."),
            {}};
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
        return;
    }
    plan.error = folderProblem(plan, found);
    if (!plan.error) {
        planFileSystem(plan);
    }
    if (!plan.error) {
        plan.sentences << QStringLiteral("It is mounted at %1, %2, by its UUID, also after each "
                                         "boot; once it is detached, a boot goes on without it.")
                              .arg(
                                  folder, plan.request.isReadOnly ? QStringLiteral("read-only")
                                                                  : QStringLiteral("read-write"));
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
                           user.user, user.command.isEmpty() ? QStringLiteral("process")
                                                             : user.command.left(60))
                       .arg(user.pid);
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
        if (line.isOurs) {
            hasLine = true;
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
    if (plan.isDone) {
        plan.sentences << QStringLiteral("%1 is not mounted.").arg(describe(disk));
    }
}

} // namespace

std::vector<remote::Record> WorkPlan::data() const
{
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
            QStringLiteral("Disks need root, and sudo asks for a password there."),
            QStringLiteral("Let the login use sudo without one."));
        return plan;
    }
    auto disk = chosenDisk(request, found);
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
