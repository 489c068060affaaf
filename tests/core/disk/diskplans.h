// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/disk/workplan.h"
#include "tests/core/disk/diskanswers.h"

#include <utility>
#include <vector>

namespace podium::tests {

/// About the disk data, of 200 GiB, at /mnt/data.
inline disk::WorkRequest requestOf(disk::Work work)
{
    disk::WorkRequest request;
    request.work = work;
    request.name = "data";
    request.bytes = qint64(200) << 30;
    request.folder = "/mnt/data";
    return request;
}

inline remote::Record fstab(const char *ours, const char *line)
{
    return {"fstab", {ours, line}};
}

inline DiskFact mountedAt(const QByteArray &folder)
{
    DiskFact disk = withFileSystem("1234-abcd");
    disk.mount = folder;
    return disk;
}

inline disk::WorkPlan
planOf(disk::Work work, std::vector<DiskFact> disks, const std::vector<remote::Record> &more = {})
{
    return disk::planWork(requestOf(work), disk::readDisks(answerAbout(std::move(disks), more)));
}

inline QString said(const disk::WorkPlan &plan)
{
    return plan.error ? plan.error->text() : plan.sentences.join(' ');
}

} // namespace podium::tests
