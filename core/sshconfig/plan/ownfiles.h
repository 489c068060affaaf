// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/paths.h"
#include "core/base/result.h"
#include "core/sshconfig/plan/configentries.h"

#include <string>

#include <sys/types.h>

namespace podium::sshconfig {

/// A file as it is on disk at one moment.
struct DiskFile
{
    QString path;     ///< as named
    QString realPath; ///< where the bytes are: links followed
    bool exists = false;
    QByteArray bytes;
    mode_t mode = 0600; ///< permission bits
    gid_t group = gid_t(-1);
};

/// The person's own ssh config with all that it includes, read the way ssh reads it.
struct OwnFiles
{
    DiskFile main;
    OwnAliases aliases;             ///< in all files but Podium's
    std::vector<std::string> names; ///< the same names, in the order of the files, each once
};

/// Reads ~/.ssh/config and what it includes, without Podium's generated file. Refused, with the
/// reason, where the config must not be replaced: a folder, a FIFO, not the person's own, without
/// leave to write, immutable, with several hard links, a link that leads nowhere. Blocks.
[[nodiscard]] Result<OwnFiles> readOwnFiles(const Paths &paths);

/// Looks at one file that is to be replaced, and at the folder where the new one would be made.
/// The same refusals. Blocks.
[[nodiscard]] Result<DiskFile> readTarget(const QString &path);

} // namespace podium::sshconfig
