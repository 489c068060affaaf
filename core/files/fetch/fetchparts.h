// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/files/copyplan.h"
#include "core/files/partsrun.h"

#include <QSet>

namespace podium::files {

// A file of a worker that is large arrives under the name of its part in the folder that all of
// that worker goes to, so that it is there whatever ends the fetch. It says of which file it is:
// the path, the size and the time of change. A file that is another by one of them has another
// name.

/// Files from so many bytes on; what is less is soon fetched again.
constexpr qint64 LeastPart = 4'000'000;

/// What the part of a file goes by, see partName(); empty where it is none of a size to have one.
/// Pure.
[[nodiscard]] QByteArray partKey(const FileEntry &entry);

/// The same by place. Pure.
[[nodiscard]] QHash<std::size_t, QByteArray>
partKeys(const LocalTree &tree, const std::vector<std::size_t> &places);

/// The names of these parts. Pure.
[[nodiscard]] QSet<QByteArray>
partNames(const LocalTree &tree, const std::vector<std::size_t> &places);

/// Parts that could be made use of, of a plan that is settled. Pure.
[[nodiscard]] std::vector<PartOffer> keptHere(const WorkerPlan &plan, const LocalTree &tree);

/// Puts into `here` what fetches that were cut or killed have left in a folder. Blocks.
void readLeftovers(const QByteArray &folder, WorkerTree &here);

} // namespace podium::files
