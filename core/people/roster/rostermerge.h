// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/people/roster/collaborator.h"

#include <QString>

#include <vector>

namespace podium::people {

/// One thing that two rosters say differently.
struct MergeConflict
{
    UserName login;
    QString what;   ///< "name", "e-mail", "key SHA256:…", "grant for pod-*", "membership" …
    QString ours;   ///< what this roster says, as text for a person
    QString theirs; ///< what the other one says
    bool operator==(const MergeConflict &) const = default;
};

enum class MergeSide { Ours, Theirs };

/// Both rosters in one, and where they disagreed.
struct Merge
{
    Roster roster;
    std::vector<MergeConflict> conflicts;
    int added = 0; ///< people that only the other roster had
};

/// What only one side has is kept: people, keys, grants. Where both say something about the same
/// thing and not the same, `prefer` decides, and the conflict is told. Pure.
[[nodiscard]] Merge mergeRosters(const Roster &ours, const Roster &theirs, MergeSide prefer);

} // namespace podium::people
