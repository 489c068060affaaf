// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/files/copyplan.h"
#include "core/remote/record.h"

#include <QByteArray>
#include <QSet>
#include <QString>

#include <optional>
#include <vector>

namespace podium::files {

/// A path on workers, cut into the folder that a script goes to and the name in it.
struct RemoteSource
{
    QByteArray folder; ///< as workerFolder() gives it
    QByteArray name;   ///< where it has *, ? or [ in it, a pattern as well
    [[nodiscard]] bool isPattern() const;
    bool operator==(const RemoteSource &) const = default;
};

/// "logs/run1" is "./logs" and "run1". InvalidArgument where no name is at its end. Pure.
[[nodiscard]] Result<RemoteSource> remoteSourceOf(const QByteArray &path);

/// What a worker has, as a tree to be copied from there. Left out, as problems: what was not asked
/// for, what is no file, folder or link, links that lead out of it, and what claims to be in no
/// folder of it. Pure.
[[nodiscard]] LocalTree treeOfWorker(const WorkerTree &there, const RemoteSource &asked);

/// What script/look.sh is asked of it, and the names behind that. Pure.
[[nodiscard]] std::vector<remote::Record> lookData(const RemoteSource &source);

/// Why nothing is fetched from a worker that has told of nothing: NotFound, or PermissionDenied
/// where it could not look. Pure.
[[nodiscard]] Error
nothingThere(const RemoteSource &asked, const WorkerTree &there, const WorkerRef &worker);

/// What of it is here already, below a folder of this machine, and what earlier fetches have left
/// there. On a disk that keeps no modes each has the one that it should have. Blocks.
[[nodiscard]] WorkerTree readHere(const QByteArray &folder, const LocalTree &tree);

/// Bytes that are free where a folder is or would be made. Blocks.
[[nodiscard]] std::optional<qint64> roomIn(const QByteArray &folder);

/// What would be replaced becomes a conflict instead; `here`: the paths that there are. A folder
/// replaces nothing. Pure.
void spareExisting(WorkerPlan &plan, const LocalTree &tree, const QSet<QByteArray> &here);

/// Below the folder that all go to, one for each of `workers`: "pod-0"; by their full names where
/// those of two of `all`, or of these, would be the same. Pure.
[[nodiscard]] std::vector<QString>
folderNames(const std::vector<WorkerRef> &workers, const std::vector<WorkerRef> &all = {});

} // namespace podium::files
