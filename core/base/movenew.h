// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

namespace podium {

/// What not each file system can do; each returns 0, or -1 and errno.
struct MoveCalls
{
    using Call = std::function<int(int from, const char *name, int to, const char *newName)>;
    Call renameNew; ///< renameat2() with RENAME_NOREPLACE
    Call link;      ///< linkat()
    [[nodiscard]] static MoveCalls ofSystem();
};

/// Moves a file or link, from folder to folder by their descriptors, or AT_FDCWD. False and errno,
/// EEXIST where there is something of that name: nothing is replaced, whoever makes something there
/// meanwhile. Where the file system has neither of those calls, as over FUSE, the name is taken by
/// an empty file first, which is replaced. Blocks.
[[nodiscard]] bool moveNew(
    int from, const char *name, int to, const char *newName,
    const MoveCalls &calls = MoveCalls::ofSystem());

} // namespace podium
