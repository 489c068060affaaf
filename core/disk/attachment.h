// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/cloud/values/disk.h"
#include "core/disk/workplan.h"

#include <vector>

namespace podium::disk {

/// A disk that a node has, as Google says.
struct Attachment
{
    WorkRequest request{};          ///< its name, size and mode, and the usual folder
    std::vector<WorkerRef> workers; ///< those of the asked that have it
};

/// The disk of this name on workers of one node, of which there is one at least. Refused where
/// they do not have it; NotFound where there is no such disk in the zone of the node. Pure.
[[nodiscard]] Result<Attachment> findAttachment(
    const QString &name, const std::vector<WorkerRef> &workers,
    const std::vector<cloud::Disk> &disks, const cloud::AttachedDisks &attached);

/// Whether the node has it, on whichever of its workers. Pure.
[[nodiscard]] bool hasDisk(
    const NodeRef &node, const QString &name, const std::vector<cloud::Disk> &disks,
    const cloud::AttachedDisks &attached);

/// What may be left on all of these of a disk that the node does not have any more. Pure.
[[nodiscard]] Attachment goneDisk(const QString &name, const std::vector<WorkerRef> &workers);

} // namespace podium::disk
