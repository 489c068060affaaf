// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/sshconfig/plan/configplan.h"
#include "core/sshconfig/plan/knownhosts.h"

#include <QHash>

namespace podium::sshconfig {

/// Names that the person's own files give, each with its place ("~/.ssh/config, line 12").
using OwnAliases = QHash<QString, QString>;

/// The entries of all workers, sorted.
struct Entries
{
    std::vector<ConfigEntry> list;
    QStringList warnings;
};

/// Pure. Every worker gets an entry, also where nothing can be written for it: its note says why.
/// A worker whose keys the cloud does not tell now keeps those in `known` under its node id.
/// Entries that are `kept` are among them as they are, and keep their names from the others.
/// InvalidArgument where an option holds what an ssh config cannot.
[[nodiscard]] Result<Entries> makeEntries(
    const inventory::Snapshot &snapshot, const ConfigOptions &options, const OwnAliases &own,
    const KnownHosts &known, std::vector<ConfigEntry> kept = {});

} // namespace podium::sshconfig
