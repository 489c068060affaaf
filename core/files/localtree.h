// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/files/fileentry.h"
#include "core/files/gitfilter.h"

#include <QByteArrayList>

#include <optional>
#include <vector>

namespace podium::files {

/// A thing of this machine, and where it is to go.
struct LocalEntry
{
    FileEntry entry;
    QByteArray localPath; ///< as the file system has it
    /// Bytes that a large file holds beside its holes, which take no room anywhere; nothing: all.
    std::optional<qint64> heldBytes{};
};

/// Everything that is to be copied, sorted by path; parents before what is in them.
struct LocalTree
{
    std::vector<LocalEntry> entries;
    QByteArrayList tops;               ///< the names right in the target folder
    std::vector<FileProblem> problems; ///< what was left out: sockets, what may not be read
    qint64 bytes = 0;                  ///< of all files
    std::vector<GitFolder> gitFolders; ///< in which nothing that git ignores is copied, or deleted
};

struct LocalTreeOptions
{
    bool honoursGitignore = false; ///< leaves out what git ignores; needs git, and a repository
    /// Besides what is named: absolute paths whose last part is a pattern, which is read as a shell
    /// would (`*`, `?`, `[a-z]`; hidden names only behind a dot).
    QByteArrayList patterns{};
};

/// Walks what was named, as `cp -r` places it into a folder: NAME goes to its last part, what ends
/// in "/." is the content of a folder. Links stay links, and are never followed. NotFound, also
/// where nothing matches a pattern, or InvalidArgument where two go to the same place. Blocks: for
/// a pool.
[[nodiscard]] Result<LocalTree>
readLocalTree(const QByteArrayList &sources, const LocalTreeOptions &options);

/// What lstat says of one path; nothing where there is none. Blocks.
[[nodiscard]] std::optional<FileEntry> readLocalEntry(const QByteArray &localPath);

} // namespace podium::files
