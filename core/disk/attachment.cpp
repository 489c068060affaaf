// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/disk/attachment.h"

#include "core/disk/diskchoice.h"

#include <algorithm>

namespace podium::disk {

namespace {

bool areForOneWorker(const cloud::AttachedDisk &one, const cloud::AttachedDisk &other)
{
    return one.workerIds.isEmpty() || other.workerIds.isEmpty() ||
           std::any_of(one.workerIds.begin(), one.workerIds.end(), [&other](const QString &id) {
               return other.workerIds.contains(id);
           });
}

} // namespace

Result<Attachment> findAttachment(
    const QString &name, const std::vector<WorkerRef> &workers,
    const std::vector<cloud::Disk> &disks, const cloud::AttachedDisks &attached)
{
    const NodeRef &node = workers.front().node;
    const auto known = std::find_if(disks.begin(), disks.end(), [&](const cloud::Disk &each) {
        return each.name == name && each.project == node.project && each.zone == node.zone;
    });
    if (known == disks.end()) {
        Error none =
            refusal(QStringLiteral("There is no disk %1 in %2.").arg(name, node.zone.text()));
        none.kind = ErrorKind::NotFound;
        return failure(none);
    }
    const auto ofNode = attached.find(node);
    const auto all = ofNode == attached.end() ? std::vector<cloud::AttachedDisk>() : ofNode->second;
    const auto found = std::find_if(
        all.begin(), all.end(), [&](const cloud::AttachedDisk &each) { return each.isOf(*known); });
    if (found == all.end()) {
        return failure(refusal(
            QStringLiteral("%1 has no disk %2.").arg(node.name.text(), name),
            QStringLiteral("Attach it first.")));
    }
    Attachment attachment;
    for (const WorkerRef &worker : workers) {
        if (found->workerIds.isEmpty() ||
            found->workerIds.contains(QString::number(worker.index))) {
            attachment.workers.push_back(worker);
        }
    }
    if (attachment.workers.empty()) {
        return failure(refusal(QStringLiteral("None of these workers has the disk %1.").arg(name)));
    }
    attachment.request.name = name;
    attachment.request.bytes = known->gib << 30;
    attachment.request.ofThisSize =
        int(std::count_if(all.begin(), all.end(), [&](const cloud::AttachedDisk &each) {
            return areForOneWorker(each, *found) &&
                   std::any_of(disks.begin(), disks.end(), [&](const cloud::Disk &disk) {
                       return disk.gib == known->gib && disk.project == known->project &&
                              each.isOf(disk);
                   });
        }));
    attachment.request.isReadOnly = found->isReadOnly;
    attachment.request.folder = usualFolder(name);
    return attachment;
}

bool hasDisk(
    const NodeRef &node, const QString &name, const std::vector<cloud::Disk> &disks,
    const cloud::AttachedDisks &attached)
{
    const auto ofNode = attached.find(node);
    return ofNode != attached.end() &&
           std::any_of(disks.begin(), disks.end(), [&](const cloud::Disk &disk) {
               return disk.name == name && disk.project == node.project && disk.zone == node.zone &&
                      std::any_of(
                          ofNode->second.begin(), ofNode->second.end(),
                          [&disk](const cloud::AttachedDisk &each) { return each.isOf(disk); });
           });
}

Attachment goneDisk(const QString &name, const std::vector<WorkerRef> &workers)
{
    Attachment attachment;
    attachment.request.work = Work::Release;
    attachment.request.name = name;
    attachment.request.folder = usualFolder(name);
    attachment.request.isGone = true;
    attachment.workers = workers;
    return attachment;
}

} // namespace podium::disk
