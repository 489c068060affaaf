// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/sshconfig/plan/configtext.h"
#include "core/sshconfig/plan/ownfiles.h"

namespace podium::sshconfig {

/// All files that a plan depends on, at one moment.
struct FileStates
{
    OwnFiles own;
    DiskFile generated;
    DiskFile knownHosts;
};

/// Places of FileChange in ConfigPlan::files.
enum PlanFile { kGeneratedFile = 0, kKnownHostsFile = 1, kOwnFile = 2 };

[[nodiscard]] QString generatedPath(const Paths &paths);
[[nodiscard]] QString knownHostsPath(const Paths &paths);
/// Written by ssh itself, for workers whose keys nobody vouches for.
[[nodiscard]] QString firstUsePath(const Paths &paths);

/// Where ssh looks for its config in another home than $HOME; empty: it does not.
[[nodiscard]] QString homeWarning(const Paths &paths);

/// Reads them, with the refusals of readTarget(). Blocks.
[[nodiscard]] Result<FileStates> readStates(const Paths &paths);

/// Pure but for the names of the paths. Entries in the generated config that the snapshot neither
/// names nor proves to be gone stay as they are. Refused where nothing is known of the nodes, or
/// the person's config has Podium's marks in disorder; InvalidArgument for impossible options.
[[nodiscard]] Result<ConfigPlan> makePlan(
    const inventory::Snapshot &snapshot, const ConfigOptions &options, const FileStates &states,
    const Paths &paths);

} // namespace podium::sshconfig
