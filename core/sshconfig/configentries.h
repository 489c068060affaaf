// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/sshconfig/configplan.h"
#include "core/sshconfig/knownhosts.h"

#include <QHash>

namespace podium::sshconfig {

/// Names that the person's own files give, each with its place ("~/.ssh/config, line 12").
using OwnAliases = QHash<QString, QString>;

/// The entries of all workers, in the order of the snapshot.
struct Entries
{
    std::vector<ConfigEntry> list;
    QStringList warnings;
};

/// Pure. Every worker gets an entry, also where nothing can be written for it: its note says why.
/// A worker whose keys the cloud does not tell now keeps those in `known` under its node id.
/// InvalidArgument where an option holds what an ssh config cannot.
[[nodiscard]] Result<Entries> makeEntries(
    const inventory::Snapshot &snapshot, const ConfigOptions &options, const OwnAliases &own,
    const KnownHosts &known);

} // namespace podium::sshconfig
