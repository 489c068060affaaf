// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace podium::tests {

/// Names, kinds, modes, times, targets and content of all below the folder %1, by a shell here or
/// on a worker. A folder's size and time are its file system's, and left out.
constexpr const char *Listing =
    "cd %1 && find . -mindepth 1 -type d -printf '%p %y %m\\n' -o -mindepth 1 -printf "
    "'%p %y %m %s %T@ %l\\n' | LC_ALL=C sort && find . -type f -exec sha256sum {} + | LC_ALL=C "
    "sort";

} // namespace podium::tests
