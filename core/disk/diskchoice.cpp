// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/disk/diskchoice.h"

#include <algorithm>

namespace podium::disk {

namespace {

QString listed(const std::vector<BlockDisk> &disks)
{
    QStringList texts;
    for (const BlockDisk &disk : disks) {
        texts << describe(disk) +
                     (disk.isBoot() ? QStringLiteral(", which it runs from") : QString());
    }
    return texts.isEmpty() ? QStringLiteral("none") : texts.join(QStringLiteral("; "));
}

/// The one that was named.
Result<BlockDisk> namedDisk(const WorkRequest &request, const DisksFound &found)
{
    for (const BlockDisk &disk : found.disks) {
        if (disk.path != request.device) {
            continue;
        }
        if (disk.isBoot()) {
            return failure(
                refusal(QStringLiteral("%1 is what the worker runs from.").arg(disk.path)));
        }
        if (disk.bytes != request.bytes) {
            return failure(refusal(
                QStringLiteral("%1 has %2, and %3 has %4.")
                    .arg(disk.path, sizeText(disk.bytes), request.name, sizeText(request.bytes))));
        }
        return disk;
    }
    return failure(refusal(
        QStringLiteral("There is no disk %1 on the worker.").arg(request.device),
        QStringLiteral("It has: %1.").arg(listed(found.disks))));
}

} // namespace

Error refusal(const QString &summary, const QString &hint)
{
    return {ErrorKind::Refused, summary, {}, hint};
}

QString describe(const BlockDisk &disk)
{
    QStringList facts{sizeText(disk.bytes)};
    for (const QString &name : {disk.alias, disk.serial}) {
        if (!name.isEmpty()) {
            facts << name;
            break;
        }
    }
    return QStringLiteral("%1 (%2)").arg(disk.path, facts.join(QStringLiteral(", ")));
}

bool takesAll(const BlockDisk &disk)
{
    constexpr qint64 slack = qint64(16) << 20; // ext may end so much before its disk does
    return !disk.fileSystemBytes || *disk.fileSystemBytes > disk.bytes - slack;
}

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

Result<BlockDisk> chosenDisk(const WorkRequest &request, const DisksFound &found)
{
    if (!request.device.isEmpty()) {
        return namedDisk(request, found);
    }
    std::vector<BlockDisk> fitting;
    for (const BlockDisk &disk : found.disks) {
        const bool wasThere = request.before && request.before->contains(disk.identity());
        if (!disk.isBoot() && disk.bytes == request.bytes && !wasThere) {
            fitting.push_back(disk);
        }
    }
    if (fitting.empty()) {
        return failure(refusal(
            QStringLiteral("The worker has no%1 disk of %2.")
                .arg(request.before ? QStringLiteral(" new") : QString(), sizeText(request.bytes)),
            QStringLiteral("It has: %1.").arg(listed(found.disks))));
    }
    if (fitting.size() > 1) {
        return failure(refusal(
            QStringLiteral("Which disk of the worker %1 is cannot be told: %2.")
                .arg(request.name, listed(fitting)),
            QStringLiteral("Look, and name the device.")));
    }
    // It may be that this one has not come yet.
    if (!request.before && request.ofThisSize > 1) {
        return failure(refusal(
            QStringLiteral(
                "The node has %1 disks of %2, and the worker shows one: %3. Whether that "
                "is %4 cannot be told.")
                .arg(
                    QString::number(request.ofThisSize), sizeText(request.bytes),
                    describe(fitting.front()), request.name),
            QStringLiteral("Look again when it shows all of them, or name the device.")));
    }
    return fitting.front();
}

} // namespace podium::disk
