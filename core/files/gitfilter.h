// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <QByteArray>
#include <QByteArrayList>
#include <QSet>

#include <vector>

namespace podium::files {

/// A folder of this machine that is copied without what git ignores.
struct GitFolder
{
    QByteArray localPath;
    QByteArray before; ///< what its paths begin with where they are copied to: "" or "NAME/"
    /// false: a submodule that was never checked out here. Nobody can tell what it would ignore.
    bool isRepository = true;
};

/// What git says of some paths.
struct GitAnswer
{
    QSet<QByteArray> ignored; ///< or the repository itself, which is ".git"
    QSet<QByteArray> unknown; ///< git could not tell
};

/// What git does not ignore in a folder, with the folders above each; paths as they are copied.
/// Repositories in it, submodules or not, have rules of their own: `folders` gets each of them
/// beside this one. `localFolders`: those that there are, as paths where they are copied to.
/// InvalidArgument where it is in no repository, or git is missing. Blocks.
[[nodiscard]] Result<QSet<QByteArray>> keptByGit(
    const GitFolder &folder, const QSet<QByteArray> &localFolders, std::vector<GitFolder> &folders);

/// Of paths that need not be here, as they are copied; that of a folder ends in '/'. Those below
/// none of the folders are in neither set. Blocks.
[[nodiscard]] GitAnswer
askGit(const std::vector<GitFolder> &folders, const QSet<QByteArray> &paths);

} // namespace podium::files
