// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/sshconfig/plan/configentries.h"

namespace podium::sshconfig {

/// Fills {node} {worker} {zone} {project} in; anything else stays as it is.
[[nodiscard]] QString
fillPattern(const QString &pattern, const QString &node, const WorkerRef &worker);

/// Gives each entry its aliases: from its pattern, worker 0 by the node's name too; names that two
/// workers would share get the zone, then the project. A name that the person's own files define
/// stays theirs, and is reported. An entry that can have no name gets a note instead. Kept entries
/// keep those they have.
void giveAliases(Entries &entries, const OwnAliases &own);

} // namespace podium::sshconfig
