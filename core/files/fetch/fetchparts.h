// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/files/copyplan.h"
#include "core/files/partsrun.h"

#include <QSet>

#include <sys/stat.h>

namespace podium::files {

// A file of a worker that is large arrives as a part that is there whatever ends the fetch, in a
// folder in the one that all of that worker goes to. Its name says of which file it is: the path,
// the size and the time of change. A file that is another by one of them has another name.

/// This account's, and nobody else may look into it: nobody else has put there what is in it. Pure.
[[nodiscard]] bool isPrivateFolder(const struct stat &status);

/// One of these, left by a fetch of this account. Pure.
[[nodiscard]] bool isOfAFetch(const QByteArray &name, const struct stat &status);

/// A large file of this account's that has no other name, by which others could write to it. Pure.
[[nodiscard]] bool isPart(const struct stat &status);

/// Files from so many bytes on; what is less is soon fetched again.
constexpr qint64 LeastPart = 4'000'000;

/// What the part of a file is named; empty where it is none of a size to have one. Pure.
[[nodiscard]] QByteArray partKey(const FileEntry &entry);

/// The same by place. Pure.
[[nodiscard]] QHash<std::size_t, QByteArray>
partKeys(const LocalTree &tree, const std::vector<std::size_t> &places);

/// All of them. Pure.
[[nodiscard]] QSet<QByteArray>
partNames(const LocalTree &tree, const std::vector<std::size_t> &places);

/// Parts that could be made use of, of a plan that is settled. Pure.
[[nodiscard]] std::vector<PartOffer> keptHere(const WorkerPlan &plan, const LocalTree &tree);

/// The part of a file in the folder that all of its worker goes to. Pure.
[[nodiscard]] QByteArray partPath(const QByteArray &folder, const FileEntry &entry);

/// Whether files below a folder keep the modes that they are given, as they do not on FAT and on
/// some network shares. Tried with a folder that goes at once; true where none can be made. Blocks.
[[nodiscard]] bool keepsModes(const QByteArray &folder);

/// Puts into `here` what fetches that were cut or killed have left in a folder. Blocks.
void readLeftovers(const QByteArray &folder, WorkerTree &here);

} // namespace podium::files
