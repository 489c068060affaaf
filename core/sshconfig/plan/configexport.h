// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/sshconfig/plan/configentries.h"

namespace podium::sshconfig {

/// For whom a part of the config is, on a machine that is not this one.
struct ExportOptions
{
    QString user;                   ///< their account on the workers; empty: no User line
    QString identityFile;           ///< their private key, on their machine; empty: no such line
    std::vector<WorkerRef> workers; ///< only these; empty: all
};

/// A worker that the other person cannot be given.
struct NotExported
{
    WorkerRef worker;
    QString reason;
};

/// A part of the ssh config for somebody else: what to save, where, and how. All plain text.
struct ConfigExport
{
    QByteArray config;     ///< Host blocks; no path, key or user name of this machine
    QByteArray knownHosts; ///< the keys that Google vouches for
    QStringList aliases;   ///< what they can type, the first of each worker
    QStringList jumps;     ///< machines on the way, to which they need access of their own
    std::vector<NotExported> notExported;
};

/// Pure. The two go into ~/.ssh/podium_config and ~/.ssh/podium_known_hosts of theirs.
/// InvalidArgument where user or key cannot stand in an ssh config.
[[nodiscard]] Result<ConfigExport>
exportConfig(const std::vector<ConfigEntry> &entries, const ExportOptions &options);

/// The same from the nodes, with the keys that are known by now.
[[nodiscard]] Result<ConfigExport> exportConfig(
    const inventory::Snapshot &snapshot, const ConfigOptions &ours, const KnownHosts &known,
    const ExportOptions &options);

/// How to take it in: on Linux and macOS, on Windows, in VS Code, in PyCharm. Plain text.
[[nodiscard]] QString importHints(const ConfigExport &part);

/// All in one text, for a mail: the hints, and the two files between lines that say so.
[[nodiscard]] QString exportText(const ConfigExport &part);

} // namespace podium::sshconfig
