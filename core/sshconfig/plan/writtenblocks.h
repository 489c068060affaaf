// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/sshconfig/plan/configplan.h"
#include "core/sshconfig/plan/knownhosts.h"

namespace podium::sshconfig {

/// The entries that a generated config holds, read back, each with its own bytes. What is not of
/// the form that configText() writes is passed over. Pure; any bytes.
[[nodiscard]] std::vector<ConfigEntry>
writtenEntries(const QByteArray &generated, const KnownHosts &known);

/// Those of them that stay, byte for byte: of nodes that the snapshot does not name, and of which
/// it does not say that they are gone either.
[[nodiscard]] std::vector<ConfigEntry> keptEntries(
    const QByteArray &generated, const KnownHosts &known, const inventory::Snapshot &snapshot);

/// How many entries a generated config holds.
[[nodiscard]] int writtenCount(const QByteArray &generated);

} // namespace podium::sshconfig
