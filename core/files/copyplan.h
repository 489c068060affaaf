// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/ids.h"
#include "core/base/result.h"
#include "core/files/localtree.h"

#include <QHash>
#include <QSet>

#include <optional>
#include <vector>

namespace podium::files {

/// What a worker has where the copy is to go.
struct WorkerTree
{
    std::vector<FileEntry> entries;
    std::vector<FileProblem> problems; ///< what it could not look into
    std::optional<qint64> freeBytes;
    std::optional<qint64> freeInodes;
    bool hasZstd = false;
    bool hasLeftovers = false;           ///< of a copy that was killed or cut
    bool isHere = false;                 ///< it is what this machine has, for a fetch
    QHash<QByteArray, qint64> heldBytes; ///< of its large files with holes, as LocalEntry has it
    /// Beginnings of files that an earlier transfer was cut in, and their bytes: of a copy by the
    /// sha256 of what they are to become, of a fetch by partKey().
    QHash<QByteArray, qint64> parts;
    QString unwritable; ///< why nothing can be put there; mostly empty
    QString obstacle;   ///< why nothing can be copied there at all; mostly empty
};

/// What is to be done on one worker: a value that can be shown and refused. Numbers are places in
/// the LocalTree.
struct WorkerPlan
{
    WorkerRef worker;
    std::vector<std::size_t> send;
    std::size_t replaced = 0;         ///< so many of those take the place of another
    std::vector<std::size_t> compare; ///< same size, another time: their sha256 decides
    std::vector<FileProblem>
        conflicts;                   ///< something of another kind is in the way; nothing is done
    std::vector<FileProblem> unread; ///< what the worker could not look into
    /// What is there and not here, in the folders that are copied; what is in a folder before it.
    /// Without what could not be read here, or is in the way there: nobody knows that it is extra.
    QByteArrayList extras;
    qint64 bytes = 0; ///< of what is sent
    qint64 holes = 0; ///< so many of `bytes` are holes of files, which take no room
    /// On the disk there, with what the parts take: they go, or are made use of.
    std::optional<qint64> freeBytes;
    bool hasZstd = false;
    bool hasLeftovers = false;       ///< of one that was killed or cut; they go with the next one
    QHash<QByteArray, qint64> parts; ///< see WorkerTree
    /// Of `bytes` so many may be where they go already, from a fetch that was cut.
    qint64 keptBytes = 0;
    std::optional<Error> error; ///< nothing can be done there
};

/// By size, time, kind and, for links, target. Pure.
[[nodiscard]] WorkerPlan
planFor(const WorkerRef &worker, const LocalTree &tree, const WorkerTree &there);

/// Takes these and what is below them out of the extras, and the folders above: they would not be
/// empty. Pure.
void spareExtras(WorkerPlan &plan, const QSet<QByteArray> &staying);

/// Nothing would be deleted that `agreed`, an earlier plan for the same worker, did not name. Pure.
[[nodiscard]] bool deletesNoMore(const WorkerPlan &now, const WorkerPlan &agreed);

/// Once the sha256 are known here (by place) and there (by path): what differs, or could not be
/// read there, is sent. Pure.
void settle(
    WorkerPlan &plan, const LocalTree &tree, const QHash<std::size_t, QByteArray> &here,
    const QHash<QByteArray, QByteArray> &there);

/// Of what is to be sent: see WorkerPlan::holes. Pure.
[[nodiscard]] qint64 holesOf(const WorkerPlan &plan, const LocalTree &tree);

/// Says so in the plan where the worker's disk has no room for it, and how much of it is holes.
/// Pure.
void checkRoom(WorkerPlan &plan, const LocalTree &tree, const WorkerTree &there);

/// The folder of a target as a script takes it: "/…" or "./…"; "~" is the home. Pure.
[[nodiscard]] QByteArray workerFolder(const QByteArray &typed);

/// Equal, or the one that has no fraction of a second has the same second. Pure.
[[nodiscard]] bool isSameTime(qint64 a, qint64 b);

} // namespace podium::files
