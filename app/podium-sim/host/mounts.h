// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <filesystem>
#include <string>

namespace podium::sim {

/// The mounts that a worker's root is made of. All of them throw std::system_error.

void mountTmpfs(const std::filesystem::path &target, const std::string &options);

/// Makes `target` show `source`, sub-mounts included.
void bindTree(const std::filesystem::path &source, const std::filesystem::path &target);

/// Lays `disk`/upper over `lower` (one path or several, upmost first, with ':').
/// `userNamespace`: keep the layer's marks in user.* attributes, all that such a namespace may.
void mountOverlay(
    const std::string &lower, const std::filesystem::path &disk,
    const std::filesystem::path &target, bool userNamespace);

/// A /dev with the usual character devices of this machine, its own terminals and shared memory.
void mountDevices(const std::filesystem::path &root);

/// A fresh /proc of this pid namespace, its kernel switches read-only; where a container forbids
/// that, the one that is there.
void mountProc(const std::filesystem::path &root);

/// Makes `root`, a mount point, this mount namespace's root and lets the old one go.
void pivotInto(const std::filesystem::path &root);

} // namespace podium::sim
