// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/disk/disksfound.h"

#include <vector>

namespace podium::disk {

/// "UUID=…", as a line of fstab has it; empty: it has none.
[[nodiscard]] QString uuidSource(const BlockDisk &disk);
/// Those of this disk.
[[nodiscard]] std::vector<FstabLine> linesOf(const BlockDisk &disk, const DisksFound &found);
/// What somebody with root elsewhere put on the disk gives nobody root here.
[[nodiscard]] bool isGuarded(const FstabLine &line);

} // namespace podium::disk
