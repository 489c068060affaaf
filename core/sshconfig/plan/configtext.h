// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/sshconfig/plan/configplan.h"

namespace podium::sshconfig {

/// Where the entries look for host keys. Absolute paths: ssh resolves "~" by the password
/// database here, but by $HOME in an Include.
struct KnownHostsFiles
{
    QString pinned;   ///< keys that Google vouches for; written by Podium only
    QString firstUse; ///< keys taken at the first login; written by ssh
};

/// The generated config: one block per worker that says all that a login depends on, so that
/// nothing of it can come from another block. Same entries, same bytes.
[[nodiscard]] QByteArray
configText(const std::vector<ConfigEntry> &entries, const KnownHostsFiles &files);

/// The blocks alone, without the head that says who writes the file.
[[nodiscard]] QByteArray
blocksText(const std::vector<ConfigEntry> &entries, const KnownHostsFiles &files);

/// A path as the argument of a keyword: '%' doubled, in quotes where it needs them.
[[nodiscard]] QByteArray quotedPath(const QString &path);

} // namespace podium::sshconfig
