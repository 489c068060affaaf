// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/disk/workplan.h"

#include <optional>

namespace podium::disk {

/// Which disk of the worker is meant. Workers do not know the name that Google has for it: it is
/// the one of its size that was not there before, if there is just one. Pure.
[[nodiscard]] Result<BlockDisk> chosenDisk(const WorkRequest &request, const DisksFound &found);

/// Of two disks with one file system, a disk and what was made from its snapshot, a UUID says
/// either. Pure.
[[nodiscard]] std::optional<Error> copyProblem(const BlockDisk &disk, const DisksFound &found);
/// False only where its file system is known to be smaller than it. Pure.
[[nodiscard]] bool takesAll(const BlockDisk &disk);
/// "/dev/sdb (200 GiB, persistent-disk-1)".
[[nodiscard]] QString describe(const BlockDisk &disk);
/// Podium itself will not.
[[nodiscard]] Error refusal(const QString &summary, const QString &hint = {});

} // namespace podium::disk
