// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/sshconfig/configservice.h"
#include "core/sshconfig/sshoracle.h"

namespace podium::sshconfig {

/// Asks ssh about the first alias of each active entry, `limit` of them (0: all aliases of all),
/// by the config at `path`. Blocks.
[[nodiscard]] std::vector<AliasCheck> checkAliases(
    const SshOracle &oracle, const QString &path, const std::vector<ConfigEntry> &entries,
    int limit);

} // namespace podium::sshconfig
