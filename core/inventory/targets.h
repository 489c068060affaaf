// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/inventory/snapshot.h"
#include "core/inventory/targetword.h"

#include <QStringList>

#include <vector>

namespace podium::inventory {

/// How many workers a node has, for whoever counts. One without endpoints (stopped, being made)
/// counts as one worker: a run then says why it cannot be reached, instead of leaving it out
/// silently.
[[nodiscard]] int workerCount(const cloud::Node &node);

/// The workers that target words name, in the order of the words, each once.
///
/// TARGET: [PROJECT/[ZONE/]]NODE[:WORKERS] with globs in NODE; WORKERS as 0, 0-3, 0-3,7 or all
/// (default all); @all; @LABEL=VALUE; @type=v3-32; -TARGET takes away what came before it. A name
/// without a glob means one node: where several have it, InvalidArgument lists them (but -NODE
/// takes them all away). InvalidArgument where a word is malformed; NotFound where one names
/// nothing (the hint lists near names). A node that cannot be reached (stopped …) is named like any
/// other: the run says so. `project` is the one that words without one are about; empty: any.
[[nodiscard]] Result<std::vector<WorkerRef>>
resolveTargets(const Snapshot &snapshot, const QStringList &words, const QString &project = {});

/// The full names of the nodes that a word without a glob or a minus names; of other words none.
[[nodiscard]] QStringList nodesOfPlainName(const Snapshot &snapshot, const TargetWord &word);

/// The projects that the words are about, where each names its own or `project` is for those that
/// name none; empty: any may be meant.
[[nodiscard]] QStringList projectsOfTargets(const QStringList &words, const QString &project = {});

/// Of what is known only the problems that leave open which nodes the words name: a glob, @all,
/// @LABEL=VALUE and @type=TYPE may mean some that nobody could look for, and so may a name of which
/// no node is known. Where the API is off there are none.
[[nodiscard]] Snapshot
problemsOfTargets(const Snapshot &snapshot, const QStringList &words, const QString &project = {});

/// "pod-v4:0-6" for the workers of one node, "a:0, b:0-3" for several: the shortest words that
/// resolve back to them; names are widened by project and zone where they are not unique.
[[nodiscard]] QString
describeWorkers(const Snapshot &snapshot, const std::vector<WorkerRef> &workers);

/// "@all" and the names of the nodes that stand for themselves as a word: what to choose from.
[[nodiscard]] QStringList plainTargets(const Snapshot &snapshot);

/// The nodes that the words name, each once: as resolveTargets(), but InvalidArgument for a word
/// that names single workers.
[[nodiscard]] Result<std::vector<NodeRef>>
resolveNodes(const Snapshot &snapshot, const QStringList &words, const QString &project);

} // namespace podium::inventory
