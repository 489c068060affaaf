// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cloud/values/nodejson.h"
#include "core/inventory/snapshot.h"

#include <QStringList>

#include <optional>

namespace podium::inventory {

/// Lists that read well and say that what was there before is not: by an empty last page, which is
/// also what a proxy or a service in trouble makes of a full one. All pure.

/// Why a list of projects is not taken for whole: it ends with nothing, and lacks projects that
/// were known, or all although some are `set` by the person. None: it is whole.
[[nodiscard]] std::optional<Error> doubtOf(
    const cloud::ProjectList &list, const std::vector<cloud::Project> &known,
    const QStringList &set);

/// What to ask where the list of projects is not to be had: those that are `set`, and those known
/// from before unless nothing answers at all. Sorted; empty: there is nothing to ask.
[[nodiscard]] std::vector<cloud::Project> projectsInstead(
    const Error &error, std::vector<cloud::Project> set, const std::vector<cloud::Project> &known);

/// The last known node of a project that its list does not have, nor a zone that did not answer;
/// null: none is missing. Valid while `known` is.
[[nodiscard]] const NodeRef *
lastMissing(const Snapshot &known, const ProjectId &project, const cloud::NodeList &list);

/// The list ended without this node, which is there all the same.
[[nodiscard]] Error listLacks(const NodeRef &node);

/// That the list of projects failed, and what that means for what is shown.
[[nodiscard]] Error projectsNotListed(const Error &error);

/// Why host keys could not be read, where that is a fault: not where the person may not read them,
/// or they are switched off. None: nothing need be said.
[[nodiscard]] std::optional<Error> keysNotRead(const Error &error);
/// They have not come in time.
[[nodiscard]] Error keysNotWaitedFor();

} // namespace podium::inventory
